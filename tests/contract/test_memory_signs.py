"""Lines of scripts without blanks between words are found by their signs, in every store."""

import pytest

from tests.contract.conftest import Ports
from tests.contract.test_memory import found, spoke


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("私のロッカーは4711番です", "ロッ"),
        ("会議は京都である", "京都"),
        ("我的储物柜在三楼", "储物"),
        ("猫が好き", "猫"),
        ("회의실은 3층", "회의실은"),
    ],
)
async def test_lines_without_blanks_are_found_by_their_signs(ports: Ports, said: str, word: str):
    await spoke(ports, said)
    await spoke(ports, "別の話")

    assert await found(ports, word) == {said, f"re: {said}"}

"""Without a model, a kind of thing is as good as the word for it."""

import pytest

from agents.legal.tables import CONTRACTS
from tests.journeys.bank.talking import talked


@pytest.mark.parametrize("line", ["need an NDA for Acme", "I need an nda for Acme"])
async def test_a_kind_of_contract_is_needed_by_its_name(line: str):
    conversation = await talked(line)

    assert [row["kind"] for row in await conversation.rows(CONTRACTS)] == ["nda"]

"""Functions that yield: an effect that only begins when its result is written is none."""

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

from agents.kit import tool
from agents.kit.values.errors import AuthorError


def lines() -> Iterator[str]:
    """List lines."""
    yield "one"


async def lines_later() -> AsyncIterator[str]:
    """List lines."""
    yield "one"


@pytest.mark.parametrize("function", [lines, lines_later])
def test_what_yields_is_no_tool(function: Callable[[], Any]):
    """It would count as done where it broke, for nobody runs it before that is noted."""
    with pytest.raises(AuthorError, match="it yields"):
        tool(function)

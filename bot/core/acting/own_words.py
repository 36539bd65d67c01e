"""Whether a value of a tool stands in what people wrote: as a whole, not as a part of more."""

from typing import Any

from agents.kit.money import Money
from agents.kit.web import is_address, is_named
from bot.core.acting.amounts import is_amount_said
from bot.core.acting.edges import stands_in

SHORTEST_TELLING = 3


def is_telling(value: object) -> bool:
    """Say whether a value is long enough for its place in a text to mean something."""
    return value is not None and len(str(value)) >= SHORTEST_TELLING


def is_said(value: Any, heard: tuple[str, ...]) -> bool:
    """Say whether a value stands in one of these texts, however amounts are written."""
    if value is None:
        return True
    if isinstance(value, Money):
        return is_amount_said(value, heard)
    if is_address(str(value)):
        return is_named(str(value), heard)
    return any(stands_in(str(value), text) for text in heard)

"""Tells where something goes from where it comes from: “from checking to 1234324”."""

import re
from collections.abc import Iterable, Iterator

from bot.core.matching.english import FUNCTION_WORDS
from bot.core.matching.words import cut
from bot.llm.offline.values.amounts import amounts
from bot.llm.offline.values.schema import Slot, Want, Way

_NAMED = r"\s+(?:(?:my|the|our|another|account|acct|id|number|no)\b[\s.:#]*)*$"
_BEFORE = {
    Way.TO: re.compile(rf"\b(?:to|into|onto|towards?){_NAMED}", re.IGNORECASE),
    Way.FROM: re.compile(rf"\b(?:from|out of){_NAMED}", re.IGNORECASE),
}
_SOURCE = re.compile(
    r"\b(?:from|out of)\s+(?:(?:my|the|our|account)\s+)*([^\W\d_][\w'\u2019-]*)", re.IGNORECASE
)
_GOES_TO = re.compile(r"\s*(?:in)?to\b", re.IGNORECASE)
_ID = re.compile(r"(?<![\w.,-])\d{5,}(?![\w-]|[.,]\d)")


def is_of_other_way(slot: Slot, before: str, text: str) -> bool:
    """Say whether the words before a value say that it is not this slot's.

    What stands after “to” is never where something comes from, nor the other way round. Whoever
    names an amount says with “to” where it goes, and not what to look up.
    """
    if slot.way is not None:
        return any(way is not slot.way and _BEFORE[way].search(before[-60:]) for way in Way)
    is_looked_up = slot.want is Want.TEXT and (any(amounts(text)) or _GOES_TO.match(text))
    return bool(is_looked_up and _BEFORE[Way.TO].search(before[-60:]))


def is_sent_to(slot: Slot, before: str) -> bool:
    """Say whether words before a name say that something goes there, where a slot is for that."""
    return slot.way is not Way.TO or bool(_BEFORE[Way.TO].search(before[-60:]))


def leaves_way_open(slot: Slot, value: str, before: str, missing: Iterable[Slot]) -> bool:
    """Say whether a name may as well say where something goes, which nobody has said yet.

    Whoever is asked where to send money, and says “my savings”, hardly says where it comes from.
    """
    is_plain = slot.way is Way.FROM and not _BEFORE[Way.FROM].search(before[-60:])
    goes_to = (other for other in missing if other.way is Way.TO and other.is_required)
    return is_plain and any(other.spells_out(value) for other in goes_to)


def named_either_way(text: str, missing: Iterable[Slot]) -> str:
    """The name in a text that says neither that something goes there nor that it comes from it."""
    goes_to = [slot for slot in missing if slot.way is Way.TO]
    names = (word.text for word in cut(text))
    return next((name for name in names if any(s.spells_out(name) for s in goes_to)), "")


def sources(text: str) -> Iterator[re.Match[str]]:
    """The IDs something is to come from."""
    for match in _ID.finditer(text):
        if _BEFORE[Way.FROM].search(text[: match.start()][-60:]):
            yield match


def unknown_sources(text: str) -> Iterator[tuple[str, int, int]]:
    """Words something is to come from; where nobody knows them, a tool will say so."""
    for match in _SOURCE.finditer(text):
        if match[1].lower() not in FUNCTION_WORDS:
            yield match[1], *match.span(1)

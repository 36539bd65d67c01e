"""Tells the values of a list in a message apart: “Apple, Tesla and Google”."""

import re
from collections.abc import Iterable, Iterator, Sequence

from bot.core.matching.index import Index
from bot.core.matching.words import Word, cut
from bot.llm.offline.values.free_text import says_nothing
from bot.llm.offline.values.schema import Slot

_JOINT = re.compile(
    r"(?:[\s,&+/]|\b(?:and|or|plus|as well as|also|then|of|for|my|the)\b)+", re.IGNORECASE
)
_PARTS = re.compile(r"[,&+/]|\b(?:and|or|plus|as well as|also|then)\b", re.IGNORECASE)
_MOST = 8
_Item = tuple[int, int]


def each_alone(text: str, wanted: Sequence[Slot], index: Index) -> tuple[str, ...]:
    """The message once for each value of the list in it; empty if there is no list, or several."""
    lists = [found for found in _lists(text, wanted, index) if len(found) > 1]
    if len(lists) != 1 or len(lists[0]) > _MOST:
        return ()
    items = lists[0]
    start, end = items[0][0], items[-1][1]
    return tuple(f"{text[:start]}{text[first:last]}{text[end:]}" for first, last in items)


def _lists(text: str, wanted: Sequence[Slot], index: Index) -> Iterator[list[_Item]]:
    items: list[_Item] = []
    for first, last in _items(text, wanted, index):
        between = text[items[-1][1] : first] if items else ""
        if items and not (_JOINT.fullmatch(between) and _PARTS.search(between)):
            yield items
            items = []
        items.append((first, last))
    yield items


def _items(text: str, wanted: Sequence[Slot], index: Index) -> Iterator[_Item]:
    """Where the words stand that may be values; those beside one another are one value."""
    start = end = -1
    for word in _values(cut(text), wanted, index):
        if start >= 0 and not text[end : word.start].strip():
            end = word.end
            continue
        if start >= 0:
            yield start, end
        start, end = word.start, word.end
    if start >= 0:
        yield start, end


def _values(words: Iterable[Word], wanted: Sequence[Slot], index: Index) -> Iterator[Word]:
    names = {word.lower for slot in wanted for name in slot.examples for word in cut(name)}
    for word in words:
        if word.lower in names or not says_nothing(word, index):
            yield word

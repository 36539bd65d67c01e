"""Finds numbers in a message, and tells what is counted from what is named by its number."""

import re
from collections.abc import Iterator

from pydantic import JsonValue

from agents.kit.dates import days_in
from bot.core.matching.english import FUNCTION_WORDS
from bot.core.matching.index import Index
from bot.core.matching.terms import Kind, stems
from bot.core.matching.words import Word, cut, name_as_text
from bot.llm.offline.values.amounts import Amount, amounts
from bot.llm.offline.values.schema import Slot, Want
from bot.llm.offline.words.mood import lone_verb

_PLURAL = re.compile(r"(?!(?:is|was|has|does)\b)[a-z]+[a-hj-rtv-z]s", re.IGNORECASE)
_STATE = re.compile(r"\w+ed|came|late|broken|gone|lost|missing|wrong|delivery", re.IGNORECASE)

# “a 27 inch monitor”, but “a 5 dollar mug” has its price.
_ONE_OF = re.compile(r"\ban?\s+$", re.IGNORECASE)
_UNIT = re.compile(
    r"[\s-]?(?:inch(?:es)?|[\"\u2033]|feet|foot|ft|meters?|metres?|[cmk]?m|[kmgt]b|[kmg]?hz|watts?|w|"
    r"k?g|kilos?|cores?|ports?|bits?|keys?)(?!\w)",
    re.IGNORECASE,
)
_PRICE_BEFORE = re.compile(
    r"(?:@|\b(?:at|cost(?:s|ing)?|price(?:d at)?(?: of| is)?|worth))\s*$", re.IGNORECASE
)
_OF_THEM = re.compile(r"\s+of\s+(?:them|these|those|it)\b", re.IGNORECASE)
_GIVEN_FOR = re.compile(r"\bfor\s+$", re.IGNORECASE)
_NO_THING = re.compile(r"\s*(?:$|[,;!?]|\.(?!\d)|(?:for|to|from|and|please)\b)", re.IGNORECASE)
_PRICE_AFTER = re.compile(
    r"\s*(?:each\b|apiece\b|(?:a|per)\s+(?:piece|unit|item)\b)", re.IGNORECASE
)


def numbers(slot: Slot, text: str, index: Index) -> Iterator[tuple[JsonValue, int, int, float]]:
    """The numbers that a slot can take, with where they stand and how likely they are meant."""
    for found in _apart_from_days(text):
        if (slot.numbers_one and counts(slot, found, text, index)) or not _fits(slot, found):
            continue
        before, after = text[: found.start], text[found.end :]
        if found.currency or is_priced(before, after):
            continue
        if measures(found, text) and not name_after(slot, after):
            continue
        value = int(found.number) if slot.want is Want.INTEGER else float(found.number)
        yield value, found.start, found.end, 0.8


def miscounts(slot: Slot, text: str, index: Index) -> bool:
    """Say whether a text counts things, and in a number that the slot does not take."""
    return any(
        not _fits(slot, found) and not found.currency and counts(slot, found, text, index)
        for found in _apart_from_days(text)
    )


def counts(slot: Slot, number: Amount, text: str, index: Index) -> bool:
    """Say whether a number counts what stands behind it: “order 2 mice”, “cancel 2 orders”.

    In “order 2 arrived”, and in “order 2 status”, it says which one is meant.
    """
    before, after = text[: number.start], text[number.end :]
    following = _word_after(after)
    if following is None or _STATE.fullmatch(following.lower):
        return False
    if name_after(slot, after):
        return True
    is_thing = _is_plural(following) or not is_common(following, index)
    return is_thing and index.is_order(lone_verb(before[-60:]))


def measures(number: Amount, text: str) -> bool:
    """Say whether a number says how one thing is: “a 4k monitor”, “27 inch”, not how many."""
    is_of_one = number.currency == "" and _ONE_OF.search(text[: number.start][-20:])
    return bool(is_of_one or _UNIT.match(text[number.end :]))


def is_priced(before: str, after: str) -> bool:
    """Say whether a figure stands where prices do: “at 300”, “300 each”, “a desk for 300”."""
    is_given_for = _GIVEN_FOR.search(before[-20:]) and _NO_THING.match(after)
    return bool(is_given_for or _PRICE_BEFORE.search(before[-40:]) or _PRICE_AFTER.match(after))


def is_of_things(number: Amount, text: str) -> bool:
    """Say whether things stand behind a number, so that it is no price: “and 3 keyboards”."""
    following = _word_after(text[number.end :])
    is_thing = following is not None and _is_plural(following)
    return is_thing or bool(_OF_THEM.match(text[number.end :]))


def _word_after(after: str) -> Word | None:
    return next((w for w in cut(after[:40]) if not after[: w.start].strip()), None)


def _is_plural(word: Word) -> bool:
    return bool(_PLURAL.fullmatch(word.lower))


def _apart_from_days(text: str) -> list[Amount]:
    days = [(start, end) for _day, start, end in days_in(text)]
    return [
        found
        for found in amounts(text)
        if not any(start <= found.start < end for start, end in days)
    ]


def _fits(slot: Slot, number: Amount) -> bool:
    is_whole = number.is_whole or slot.want is not Want.INTEGER
    return is_whole and slot.least <= float(number.number) <= slot.most


def name_after(slot: Slot, after: str) -> int:
    """The word right after a value may say what it is, as in "3 nights": how far it reaches."""
    following = cut(after[:40])[:1]
    words = cut(name_as_text(slot.name))
    names = {stems.of(word.text) for word in words if word.lower not in FUNCTION_WORDS}
    is_name = following and stems.of(following[0].text) in names
    return following[0].end if is_name else 0


def is_common(word: Word, index: Index) -> bool:
    """Say whether a word is filler, vague, or speaks of what agents do."""
    if word.lower in FUNCTION_WORDS:
        return True
    term = stems.of(word.text)
    return stems.kind(term) is not Kind.WORD or index.is_intent_word(term)

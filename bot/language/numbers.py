"""Numbers in digits and in words, as whole values, with why one has to be asked about."""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from functools import cache, lru_cache

from bot.language.digits import digits_in, is_eastern_scale, is_glued_scale, value_of
from bot.language.found import Found
from bot.language.lists import entries, languages_of, single_words, small_words
from bot.language.normal import Normalised, bounded, is_eastern, normalised
from bot.language.spelled import Number, half_follows, spelled_in

LONGEST_HEDGE = 40  # characters before a number, the blanks included
_SCALE_BEHIND = re.compile(r"[ \u00a0]([^\W\d_]+)")


def find_numbers(text: str) -> tuple[Found[Decimal], ...]:
    """Every number of a text that stands there as a whole, in digits or in words."""
    read = normalised(bounded(text))
    return tuple(
        Found(*read.part(number.start, number.end), number.value, number.doubt)
        for number in numbers_of(read)
        if not number.before and (number.doubt or _is_apart(number.behind))
    )


def numbers_of(read: Normalised) -> tuple[Number, ...]:
    """The numbers of a normal text, in order, with what touches them."""
    return _numbers(read.text)


@lru_cache(maxsize=64)
def _numbers(text: str) -> tuple[Number, ...]:
    languages = languages_of(text)
    found = list(_in_digits(text, languages))
    taken = frozenset(at for number in found for at in range(number.start, number.end))
    words = (number for number in spelled_in(text, languages) if number.start not in taken)
    numbers = sorted((*found, *words), key=lambda number: number.start)
    return tuple(_exact(text, number) for number in numbers)


def _exact(text: str, number: Number) -> Number:
    """The number, which is in doubt beside words that say it is not meant exactly."""
    if number.value is None:
        return number
    before = text[max(0, number.start - LONGEST_HEDGE) : number.start]
    behind = _hedge_behind().match(text, number.end, number.end + LONGEST_HEDGE)
    counted = behind["counted"] if behind else ""
    is_hedged = _hedge().search(before) or (behind and counted not in small_words())
    return replace(number, value=None, doubt="vague") if is_hedged else number


@cache
def _hedge() -> re.Pattern[str]:
    """A hedge at the end of a text; the sign or code of a currency may stand behind it."""
    spaced, signs = _either("hedges"), _either("unspaced_hedges")
    hedge = rf"(?:(?<!\w)(?:{spaced})\s+|(?:{signs})\s*)"
    return re.compile(rf"{hedge}(?:[^\w\s]\s?|\w{{3}}\s)?$", re.IGNORECASE)


@cache
def _hedge_behind() -> re.Pattern[str]:
    """A hedge behind a number; a sign, or the word of what is counted may stand between."""
    spaced, signs = _either("hedges_behind"), _either("unspaced_hedges_behind")
    counted = r"(?:\s?[^\w\s,.!?;:+]|\s?(?P<counted>[^\W\d_]+))"
    return re.compile(rf"{counted}??(?:[\s,(]+(?:{spaced})(?!\w)|\s?(?:{signs}))", re.IGNORECASE)


def _either(name: str) -> str:
    longest_first = sorted(filter(None, entries("numbers", name)), key=len, reverse=True)
    return "|".join(map(re.escape, longest_first))


def _in_digits(text: str, languages: frozenset[str]) -> Iterator[Number]:
    for one in digits_in(text):
        if one.doubt:
            yield Number(one.start, one.end, None, one.doubt)
        elif one.behind and is_glued_scale(one.behind):
            yield Number(one.start, one.end + len(one.behind), None, "scale", one.text, one.before)
        elif half_follows(text, one.end):
            yield Number(one.start, one.end, None, "scale", one.text, one.before)
        elif (end := _scaled(text, one.end)) and not one.behind:
            yield Number(one.start, end, None, "scale", one.text, one.before)
        else:
            value, doubt = value_of(one.text.lstrip("-\u2212"), languages)
            is_less = not one.text[0].isdigit()
            value = value.copy_negate() if is_less and value is not None else value
            yield Number(one.start, one.end, value, doubt, one.text, one.before, one.behind)


def _scaled(text: str, end: int) -> int:
    """Where a word behind a number ends that makes it another one; 0 if none does."""
    word = _SCALE_BEHIND.match(text, end)
    if word and (
        word[1].casefold() in single_words("numbers", "scales") or is_eastern_scale(word[1][0])
    ):
        return word.end()
    return 0


def _is_apart(behind: str) -> bool:
    """Say whether what touches a number is of a script that writes no blank there: 3人, 3개."""
    return not behind or is_eastern(behind[0])

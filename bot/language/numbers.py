"""Numbers in digits and in words, as whole values, with why one has to be asked about."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache, lru_cache

from bot.language.lists import entries, languages_of, single_words, small_words
from bot.language.normal import (
    FoundValue,
    Normalised,
    begins_whole,
    bounded,
    ends_whole,
    is_eastern,
    normalised,
    without_addresses,
)
from bot.language.spelled import Number, half_follows, spelled_in

NEAR = 4  # characters that tell whether a number goes on
LONGEST_GLUE = 24

_RUN = re.compile(
    r"(?<!\d)\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?!\d)"  # 1 500, 1 500,50
    r"|(?P<printed>(?<!\d)\d{3,5}(?: \d{2,5}){2,}(?!\d))"  # an account, a card: 1234 0300 5678
    r"|\d+(?:[.,']\d+)*"
)
_GROUPED = re.compile(r"\d{1,3}([., '])\d{3}(?:\1\d{3})*|\d{1,2}(?:,\d{2})+,\d{3}")  # 1,23,456
_LISTED = re.compile(r"[1-9]\d?(?:,[1-9]\d?){2,}")
_RANGED = re.compile(r"[-\u2010-\u2015~\u301c\uff5e]\d+(?:[.,]\d+)*(?![-/\w])")
_LETTERS_BEFORE = re.compile(r"[^\W\d_]+$")
_LETTERS_BEHIND = re.compile(r"[^\W\d_]+")
_SIGNS = frozenset("-\u2212")

# Who groups thousands how. Where both are usual, as for EUR with a comma, nothing is settled.
_COMMA_CURRENCIES, _DOT_CURRENCIES = (
    single_words("numbers", name) for name in ("comma_currencies", "dot_currencies")
)
_COMMA_LANGUAGES, _DOT_LANGUAGES = (
    single_words("numbers", name) for name in ("comma_languages", "dot_languages")
)


@dataclass(frozen=True, slots=True)
class Digits:
    """A number as it stands in a normal text, with the letters that touch it."""

    start: int
    end: int
    text: str
    before: str = ""
    behind: str = ""
    doubt: str = ""


def digits_in(text: str) -> Iterator[Digits]:
    """The numbers in digits of a text; parts of ids, addresses and times are none."""
    searched, passed = without_addresses(text), 0
    for match in _RUN.finditer(searched):
        if match.start() >= passed and not match["printed"]:
            for found in _read(searched, *match.span()):
                passed = max(passed, found.end)
                yield found


def value_of(
    text: str, languages: frozenset[str], currency: str = ""
) -> tuple[Decimal | None, str]:
    """What a number in digits is worth; where that has to be asked, None and why."""
    digits = "".join(filter(str.isdigit, text))
    marks = [char for char in text if char in ".,"]
    if not marks:
        return Decimal(digits), ""
    whole, mark, rest = text.rpartition(marks[-1])
    if marks.count(mark) == 1 and not whole.isdigit():  # 1.234,56 and 1 500.50
        is_plain = bool(_GROUPED.fullmatch(whole))
        return (
            (Decimal(digits[: -len(rest)] + "." + rest), "") if is_plain else (None, "separator")
        )
    if not _GROUPED.fullmatch(text) or text.startswith("0"):
        return (Decimal(f"{whole}.{rest}"), "") if len(marks) == 1 else (None, "separator")
    if len(marks) > 1 or _groups_thousands(mark, languages, currency):
        return Decimal(digits), ""
    return None, "separator"


def _groups_thousands(mark: str, languages: frozenset[str], currency: str) -> bool:
    """Say whether three digits behind a mark are thousands for certain here."""
    comma, dot = _COMMA_LANGUAGES & languages, _DOT_LANGUAGES & languages
    spoken, others = (comma, dot) if mark == "," else (dot, comma)
    return not others and bool(
        spoken or currency.casefold() in (_COMMA_CURRENCIES if mark == "," else _DOT_CURRENCIES)
    )


def _read(text: str, start: int, end: int) -> Iterator[Digits]:
    """The number that stands at a place; several where it is a list such as 1,2,4."""
    if _is_negative(text, start):
        start -= 1
    before, behind = _touching(text, start, end)
    is_written_on = bool(before) and is_eastern(before[-1])  # 转500元
    before = "" if is_written_on else before
    if not (
        before
        or is_written_on
        or begins_whole(text[max(0, start - NEAR) : start][::-1], text[start])
    ):
        return
    if not before and (ranged := _RANGED.match(text, end)):
        yield Digits(start, ranged.end(), text[start : ranged.end()], doubt="range")
    elif not (behind or ends_whole(text[end - 1], text[end : end + NEAR])):
        return
    elif _LISTED.fullmatch(text, start, end) and not (before or behind):
        yield from _listed(text, start, end)
    elif (
        text[start:end].count(".") < len("..")
        or _GROUPED.fullmatch(text, start, end)
        or "," in text[start:end]
    ):  # what has more is a version, or a date
        yield Digits(start, end, text[start:end], before, behind)


def _listed(text: str, start: int, end: int) -> Iterator[Digits]:
    for part in re.compile(r"\d+").finditer(text, start, end):
        yield Digits(part.start(), part.end(), part[0])


def _is_negative(text: str, start: int) -> bool:
    """Say whether the sign before a number is its own: that of 10-5 is not."""
    sign = text[start - 1 : start]
    if sign not in _SIGNS or not sign:
        return False
    return begins_whole(text[max(0, start - 1 - NEAR) : start - 1][::-1], sign)


def _touching(text: str, start: int, end: int) -> tuple[str, str]:
    """The letters right before and right behind a number, as far as a currency may be."""
    before = _LETTERS_BEFORE.search(text[max(0, start - LONGEST_GLUE) : start])
    behind = _LETTERS_BEHIND.match(text[end : end + LONGEST_GLUE])
    ahead = text[start - len(before[0]) - 1 : start - len(before[0])] if before else ""
    beyond = text[end + len(behind[0]) : end + len(behind[0]) + 1] if behind else ""
    return (
        before[0] if before and not _is_tied(ahead) else "",
        behind[0] if behind and (is_eastern(behind[0][0]) or not _is_tied(beyond)) else "",
    )


def _is_tied(char: str) -> bool:
    """Say whether letters beside a number are a part of an id: PO-12, 12a_3."""
    return bool(char) and (char.isdigit() or char in "_-@/\\&.")


def is_glued_scale(behind: str) -> bool:
    """Say whether the letters behind a number make it another one: 2k, 500万, 500만원."""
    is_western = behind.casefold() in single_words("numbers", "glued_scales")
    return is_western or is_eastern_scale(behind[0])


def is_eastern_scale(char: str) -> bool:
    """Say whether a sign multiplies the number before it: 万, 만."""
    return any(char in signs for signs in single_words("numbers", "eastern_scales"))


LONGEST_HEDGE = 40  # characters before a number, the blanks included
_SCALE_BEHIND = re.compile(r"[ \u00a0]([^\W\d_]+)")


def find_numbers(text: str) -> tuple[FoundValue[Decimal], ...]:
    """Every number of a text that stands there as a whole, in digits or in words."""
    read = normalised(bounded(text))
    return tuple(
        FoundValue(*read.part(number.start, number.end), number.value, number.doubt)
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

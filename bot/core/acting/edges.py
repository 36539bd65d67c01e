"""Where a value stands in a text as a whole: no part of a longer word, number, id or address.

What joins is judged strictly: where it is nobody's guess, a value does not stand there, and
whoever asks on that account asks a person once too often.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from bot.core.acting.currencies import SYMBOLS

_NUMBER = re.compile(
    r"[-\u2212]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
    r"(?! (?:hundred|thousand|[bm]illion|dozen|grand)\b)",
    re.IGNORECASE,
)
# Thousands, and accounts or cards as they are printed: 1234 0300 5678.
_GROUPED = re.compile(r"(?<!\d)(?:\d{1,3}(?: \d{3})+|\d{3,}(?: \d{2,}){2,})(?!\d)")
_BLANKS = re.compile(r"[^\S\n]+")
_PIECE = re.compile(r"\S+")
_AROUND = "<>()[]{}\"“”'.,;:!?*_~`"  # what people, and markup, put around an address
_STRAIGHT = str.maketrans("\u2018\u2019\u02bc", "'''")
_SIGNS = "+-\u2212\u2013"
_CURRENCY = re.compile(f"[{SYMBOLS}]")
_JOIN_WORDS = frozenset(f".@/\\&'·・\u2010\u2011{_SIGNS}")
_JOIN_DIGITS = frozenset(",:")
_WITHOUT_BLANKS = ("CJK ", "HIRAGANA ", "KATAKANA")
_NEAR = 4  # characters that tell whether something goes on


def legible(text: str) -> str:
    """A text as values are sought in it: as a person sees it, in small letters."""
    return _visible(text).casefold()


def stands_in(value: str, text: str) -> bool:
    """Say whether a legible text has a value as a whole, in capitals or not; a blank one never."""
    wanted = _tidied(value).strip().casefold()
    searched = _without_addresses(text, wanted)
    is_whole = cache(_is_whole)  # the same value may stand there a hundred thousand times
    start = searched.find(wanted) if wanted else -1
    while start >= 0 and not is_whole(*_edges(searched, start, start + len(wanted))):
        start = searched.find(wanted, start + 1)
    return start >= 0


def numbers_in(text: str) -> Iterator[re.Match[str]]:
    """The numbers that a text has as a whole; each knows the text it was found in, tidied."""
    searched, is_whole = _without_addresses(_visible(text), ""), cache(_is_whole)
    for match in _NUMBER.finditer(searched):
        if is_whole(*_edges(searched, *match.span())):
            yield match


def _edges(text: str, start: int, end: int) -> tuple[str, str, str, str]:
    """What lies before a place, its first and its last character, and what lies behind it."""
    before, after = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    return before[::-1], text[start], text[end - 1], after


def _is_whole(before: str, first: str, last: str, after: str) -> bool:
    """Say whether what stands there ends where it seems to, on both sides."""
    if _is_signed(first, before) or (last.isalpha() and after[:1] in {"+", "#"}):
        return False  # -5 is not 5, and C++ not C
    is_possessive = after.startswith("'s") and not _is_word(after[2:3])
    return not _joins(first, before) and (is_possessive or not _joins(last, after))


def _is_signed(first: str, before: str) -> bool:
    sum_begins = first.isdigit() or _CURRENCY.match(first)
    sign = _CURRENCY.sub("", before[:1]) or before[1:2]
    return bool(sum_begins and sign and sign in _SIGNS)


def _joins(edge: str, beyond: str) -> bool:
    """Say whether what lies beyond an edge, nearest first, belongs to the same word."""
    near, far = beyond[:1], beyond[1:2]
    if near in _JOIN_WORDS:
        return _is_word(far)
    if near in _JOIN_DIGITS:
        return edge.isdigit() and far.isdigit()
    return _is_word(near) and _needs_no_blank(edge) == _needs_no_blank(near)


def _is_word(char: str) -> bool:
    """Say whether a character is of a word or an id; a mark on a letter is as well."""
    return bool(char) and (char.isalnum() or char == "_" or unicodedata.category(char)[0] == "M")


def _needs_no_blank(char: str) -> bool:
    """Say whether a script puts no blank around it; a numeral such as 万 makes a number longer."""
    return unicodedata.name(char, "").startswith(_WITHOUT_BLANKS) and not char.isnumeric()


def _tidied(text: str) -> str:
    """One way of writing blanks, apostrophes and accents; the groups of 1 000 are one word."""
    plain = _BLANKS.sub(" ", unicodedata.normalize("NFC", text).translate(_STRAIGHT))
    return _GROUPED.sub(lambda match: match[0].replace(" ", "_"), plain)


def _visible(text: str) -> str:
    """A text as a person sees it: what is invisible in it does not part a number."""
    if text.isascii():
        return _tidied(text)
    return _tidied("".join(char for char in text if unicodedata.category(char) != "Cf"))


def _without_addresses(text: str, wanted: str) -> str:
    """A text in which addresses are a word each: what stands inside of one was not said.

    The one that is wanted itself is left as it is.
    """

    def _as_word(match: re.Match[str]) -> str:
        piece = match[0]
        is_address = "://" in piece or "/" in piece.partition(".")[2]
        return "_" if is_address and piece.strip(_AROUND) != wanted else piece

    return _PIECE.sub(_as_word, text) if "/" in text else text

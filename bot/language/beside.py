"""The currency that stands beside a number, before or behind it; unknown words there are told."""

import re
from dataclasses import dataclass
from functools import cache

from bot.language.cldr import weekdays
from bot.language.currencies import (
    UNKNOWN,
    by_name,
    code_of,
    currency_named,
    eastern_at,
    eastern_before,
    is_everyday,
    phrase_of,
)
from bot.language.lists import single_words, small_words
from bot.language.normal import fold, is_eastern
from bot.language.spelled import Number

LONGEST_NAME = 40
LONGEST_BEHIND = 120

_SIGN = r"[$¢£¤¥\u058f\u060b\u09f2\u09f3\u0e3f\u17db\u20a0-\u20cf\ufdfc\U0001f4b4-\U0001f4b7]"
_WORD = r"[^\W\d_]+(?:['.-][^\W\d_]+)*"
_SIGN_BEFORE = re.compile(rf"([^\W\d_]{{0,4}}{_SIGN}) ?$")
_WORD_BEFORE = re.compile(rf"(?<![^\W\d_])({_WORD})\.? $")
_LOOSE_BEFORE = re.compile(rf"(?<![^\W\d_])({_WORD}|{_SIGN})[\s:=()\[\]*_\"'/-]{{1,4}}$")
_SIGN_BEHIND = re.compile(rf" ?({_SIGN}|[%\u2030\u066a])")
_WORDS_BEHIND = re.compile(rf" ({_WORD})((?: {_WORD}){{0,4}})")
_LOOSE_BEHIND = re.compile(rf"[\s:=()\[\]*_\"'/.,;-]{{1,4}}({_WORD}|{_SIGN})")
_NO_CENTS = re.compile(r"[.,][-\u2013\u2014]{1,2}")


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside a number: its currency, if any, and all its places together."""

    start: int
    end: int
    currency: str = ""
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class _Side:
    currency: str = ""
    place: int = 0
    unknown: bool = False


def beside(text: str, number: Number, harmless: frozenset[str], taken: int) -> Beside | None:
    """The currency beside a number; None if the number is part of an id.

    What lies before `taken` is the currency of the number before.
    """
    if number.doubt == "range" or (number.doubt == "scale" and not number.before):
        return Beside(number.start, number.end)
    before = _before(text, number, taken)
    behind = _behind(text, number, harmless)
    if before is None or behind is None:
        return None
    start = before.place if before.currency else number.start
    end = (
        behind.place if behind.currency or (behind.unknown and not before.currency) else number.end
    )
    named = {before.currency, behind.currency} - {""}
    if len(named) > 1:
        return Beside(start, end, UNKNOWN, "currency")
    if not named and behind.unknown:
        return Beside(start, end, UNKNOWN, "currency")
    return Beside(start, end, next(iter(named), ""))


def _before(text: str, number: Number, taken: int) -> _Side | None:
    if number.before:
        code = by_name(fold(number.before)) or code_of(number.before)
        return _Side(code, number.start - len(number.before)) if code else None
    head = text[max(taken, number.start - LONGEST_NAME) : number.start]
    if head and is_eastern(head[-1]):
        code, length = eastern_before(head)
        return _Side(code, number.start - length)
    if sign := _SIGN_BEFORE.search(head):
        code = by_name(fold(sign[1])) or UNKNOWN
        return _Side(code, number.start - len(sign[0]))
    word = _WORD_BEFORE.search(head) or _LOOSE_BEFORE.search(head)
    return _Side(_surely(word[1]), number.start - len(word[0])) if word else _Side()


def _surely(word: str) -> str:
    """The currency of a word that is one wherever it stands; empty for any other."""
    folded = fold(word)
    return code_of(word) or ("" if is_everyday(folded) else by_name(folded) or "")


def _behind(text: str, number: Number, harmless: frozenset[str]) -> _Side | None:
    if number.behind:
        return _glued(text, number, harmless)
    no_cents = _NO_CENTS.match(text, number.end)
    end = no_cents.end() if no_cents else number.end
    if sign := _SIGN_BEHIND.match(text, end):
        return _Side(by_name(sign[1]) or UNKNOWN, sign.end())
    words = _WORDS_BEHIND.match(text[end : end + LONGEST_BEHIND])
    if not words:
        loose = _LOOSE_BEHIND.match(text[end : end + LONGEST_NAME])
        code = _surely(loose[1]) if loose else ""
        return _Side(code, end + loose.end()) if loose and code else _Side()
    listed = [words[1], *words[2].split()]
    if is_eastern(listed[0][0]):
        return _eastern(text, end + 1, harmless)
    return _named(listed, end, harmless)


def _named(words: list[str], end: int, harmless: frozenset[str]) -> _Side:
    """The currency among the words behind a number: 10 dollars, 10 US dollars, 10 in euros."""
    if phrase := phrase_of(words):
        return _Side(phrase[0], end + 1 + len(" ".join(words[: phrase[1]])))
    plain = single_words("currencies", "plain")
    for at, word in enumerate(words[:3]):
        folded = fold(word)
        is_first_name = at == 0 or not is_everyday(folded)
        code = (by_name(folded) if is_first_name else None) or (code_of(word) if at <= 1 else None)
        if code:
            is_plain = all(fold(between) in plain for between in words[:at])
            more = _more(words[at + 1 : at + 2])
            place = end + 1 + len(" ".join(words[: at + 1 + bool(more)]))
            return _Side(code if is_plain and more in {"", code} else UNKNOWN, place)
    return _unnamed(words[0], end, harmless)


def _more(words: list[str]) -> str:
    """What the word behind a currency makes of it: dollars Canadian, pounds sterling."""
    if not words or fold(words[0]) in _harmless_words():
        return ""
    return currency_named(words[0]) or ""


def _unnamed(word: str, end: int, harmless: frozenset[str]) -> _Side:
    folded = fold(word)
    if folded in harmless or folded in _harmless_words() or folded in weekdays():
        return _Side()
    if code := currency_named(word):
        return _Side(code, end + 1 + len(word))
    return _Side(place=end + 1 + len(word), unknown=True)


@cache
def _harmless_words() -> frozenset[str]:
    parts = (single_words("parts", name) for name in ("polite", "connectives"))
    return small_words().union(single_words("currencies", "beside"), *parts)


def _glued(text: str, number: Number, harmless: frozenset[str]) -> _Side | None:
    """What touches a number: 500円 and 500eur are amounts, 5kg and 12a are none."""
    first = number.behind[0]
    if is_eastern(first):
        return _eastern(text, number.end, harmless)
    code = by_name(fold(number.behind)) or code_of(number.behind)
    return _Side(code, number.end + len(number.behind)) if code else None


def _eastern(text: str, start: int, harmless: frozenset[str]) -> _Side:
    rest = text[start : start + LONGEST_NAME]
    code, length = eastern_at(rest)
    if code:
        return _Side(code, start + length)
    signs = single_words("small", "unspaced") | single_words("parts", "polite") | harmless
    if any(rest.startswith(sign) for sign in signs if sign and not sign.isascii()):
        return _Side()
    return _Side(place=start + 1, unknown=True)

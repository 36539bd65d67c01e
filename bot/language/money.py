"""Amounts of money: each number of a text with the currency that stands beside it."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from bot.language.currencies import (
    UNKNOWN,
    by_name,
    code_of,
    currency_named,
    decimals,
    eastern_at,
    eastern_before,
    is_everyday,
    phrase_of,
    weekdays,
)
from bot.language.lists import languages_of, single_words, small_words
from bot.language.normal import FoundValue, Normalised, bounded, fold, is_eastern, normalised
from bot.language.numbers import numbers_of, value_of
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
class CurrencyBeside:
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


def beside(
    text: str, number: Number, harmless: frozenset[str], taken: int
) -> CurrencyBeside | None:
    """The currency beside a number; None if the number is part of an id.

    What lies before `taken` is the currency of the number before.
    """
    if number.doubt == "range" or (number.doubt == "scale" and not number.before):
        return CurrencyBeside(number.start, number.end)
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
        return CurrencyBeside(start, end, UNKNOWN, "currency")
    if not named and behind.unknown:
        return CurrencyBeside(start, end, UNKNOWN, "currency")
    return CurrencyBeside(start, end, next(iter(named), ""))


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


_NAME = re.compile(r"[^\W\d_]*[$¢£¤¥\u20a0-\u20cf]|[^\W\d_]+")
_IN = re.compile(r"\b(?:in|en|em)\s+([A-Z]{3})\b")


@dataclass(frozen=True, slots=True)
class Amount:
    """A value, and the ISO code of its currency; empty for a bare number."""

    value: Decimal
    currency: str = ""


@dataclass(frozen=True, slots=True)
class _Read:
    number: Number
    beside: CurrencyBeside


def find_amounts(
    text: str, *, labels: Collection[str] = (), currency: str = "USD"
) -> tuple[FoundValue[Amount], ...]:
    """Every number of a text that may be an amount, with the currency beside it.

    Words in `labels` are harmless beside a number; `currency` is that of a bare one.
    """
    read = normalised(bounded(text))
    harmless = frozenset(word for label in labels for word in fold(label).split())
    found = list(_with_currencies(read, harmless))
    spoken = _detached(read.text, [one.beside for one in found])
    return tuple(_amount(read, one, spoken, currency) for one in found)


def format_amount(amount: Amount) -> str:
    """Write an amount in the one form that tools take: 500.00 USD."""
    if not amount.currency:
        return f"{amount.value:f}"
    places = decimals(amount.currency)
    return f"{amount.value:.{places}f} {amount.currency}"


def currencies_in(text: str) -> frozenset[str]:
    """The currencies a text speaks of, beside its numbers and elsewhere."""
    read = normalised(bounded(text))
    found = list(_with_currencies(read, frozenset()))
    named = {one.beside.currency for one in found if one.beside.currency}
    return frozenset(named | _detached(read.text, [one.beside for one in found]))


def _with_currencies(read: Normalised, harmless: frozenset[str]) -> Iterator[_Read]:
    taken = 0
    for number in numbers_of(read):
        if number.start < taken:
            continue
        near = beside(read.text, number, harmless, taken)
        if near is None:
            continue
        taken = near.end
        is_pronoun = not number.digits and number.value == 1 and near.currency in {"", UNKNOWN}
        if not is_pronoun:
            yield _Read(number, near)


def _amount(
    read: Normalised, one: _Read, spoken: frozenset[str], usual: str
) -> FoundValue[Amount]:
    number, near = one.number, one.beside
    place = read.part(near.start, near.end)
    named, doubt = near.currency, near.doubt
    if not named and spoken:
        named = next(iter(spoken)) if len(spoken) == 1 else UNKNOWN
    if named == UNKNOWN:
        doubt = doubt or "currency"
    value, unread = _value(number, read.text, named or usual)
    if doubt or unread or value is None:
        return FoundValue(*place, None, unread or doubt)
    if _decimals_of(value) > decimals(named or usual):
        return FoundValue(*place, None, "decimals")
    return FoundValue(*place, Amount(value, named))


def _decimals_of(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return -exponent if isinstance(exponent, int) else 0


def _value(number: Number, text: str, currency: str) -> tuple[Decimal | None, str]:
    """The value of a number, now that its currency may settle what its separators mean."""
    if number.doubt != "separator":
        return number.value, number.doubt
    value, doubt = value_of(number.digits.lstrip("-\u2212"), languages_of(text), currency)
    is_less = not number.digits[0].isdigit()
    return (value.copy_negate() if is_less and value is not None else value), doubt


def _detached(text: str, taken: list[CurrencyBeside]) -> frozenset[str]:
    """The currencies that are named away from every number: “10 to 1234324, in euros”."""
    spans = iter(taken)
    span = next(spans, None)
    found = {code for code in _IN.findall(text) if currency_named(code)}
    for match in _NAME.finditer(text):
        while span is not None and span.end <= match.start():
            span = next(spans, None)
        if span is None or match.end() <= span.start:
            folded = fold(match[0])
            if (code := by_name(folded)) and not is_everyday(folded):
                found.add(code)
    return frozenset(found)

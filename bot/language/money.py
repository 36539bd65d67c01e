"""Amounts of money: each number of a text with the currency that stands beside it."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from decimal import Decimal

from bot.language.beside import Beside, beside
from bot.language.cldr import decimals
from bot.language.currencies import UNKNOWN, by_name, currency_named, is_everyday
from bot.language.digits import value_of
from bot.language.found import Found
from bot.language.lists import languages_of
from bot.language.normal import Normalised, bounded, fold, normalised
from bot.language.numbers import numbers_of
from bot.language.spelled import Number

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
    beside: Beside


def find_amounts(
    text: str, *, labels: Collection[str] = (), currency: str = "USD"
) -> tuple[Found[Amount], ...]:
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


def _amount(read: Normalised, one: _Read, spoken: frozenset[str], usual: str) -> Found[Amount]:
    number, near = one.number, one.beside
    place = read.part(near.start, near.end)
    named, doubt = near.currency, near.doubt
    if not named and spoken:
        named = next(iter(spoken)) if len(spoken) == 1 else UNKNOWN
    if named == UNKNOWN:
        doubt = doubt or "currency"
    value, unread = _value(number, read.text, named or usual)
    if doubt or unread or value is None:
        return Found(*place, None, unread or doubt)
    if _decimals_of(value) > decimals(named or usual):
        return Found(*place, None, "decimals")
    return Found(*place, Amount(value, named))


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


def _detached(text: str, taken: list[Beside]) -> frozenset[str]:
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

"""Whether what an action takes stands in what people wrote themselves, no more and no fewer."""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from functools import cached_property, lru_cache
from typing import Any

from agents.kit.ports.web import addresses_in, is_address, is_named
from agents.kit.values.money import Money
from agents.kit.values.objects import parts_of
from bot.language.days import find_days
from bot.language.lexicon import denies, is_of_lexicon, is_question
from bot.language.money import Amount, currencies_in, find_amounts
from bot.language.normal import FoundValue, fold, stands_in, times_in
from bot.language.numbers import find_numbers
from bot.language.sentences import sentences

SHORTEST_TELLING = 3
USUAL = Money().currency


def is_telling(value: object) -> bool:
    """Say whether a value is long enough for its place in a text to mean something."""
    return value is not None and len(str(value)) >= SHORTEST_TELLING


@lru_cache(maxsize=64)
def find_given(heard: tuple[str, ...]) -> tuple[str, ...]:
    """What of these words gives what it names: nothing that denies, no sentence that only asks.

    The first words are the wish itself, which may well be a question: “can you send 5 to Ana?”.
    """
    return tuple(part for at, text in enumerate(heard) for part in _given(text, is_wish=at == 0))


def _given(text: str, *, is_wish: bool) -> list[str]:
    if denies(text):
        return []
    parts = [part.rstrip("; ") for part in sentences(text) if not is_of_lexicon(part)]
    may_ask = is_wish and len(parts) == 1
    kept = [part for part in parts if may_ask or not is_question(part)]
    return [text] if kept == parts else kept


def is_said(value: Any, heard: tuple[str, ...], now: datetime) -> bool:
    """Say whether a value, and all it holds, stands in these texts, however it is written.

    Days that are said from a day, such as tomorrow, are seen from now.
    """
    return value is None or _SaidTexts(heard, now).has(value)


@dataclass
class _SaidTexts:
    """Texts in which values are sought: each is read once for every kind of value in them."""

    texts: tuple[str, ...]
    now: datetime
    _read: dict[str, frozenset[Amount]] = field(default_factory=dict)

    def has(self, value: Any) -> bool:
        match value:
            case Money() as amount:
                return self._has_amount(amount)
            case Enum() as choice:  # before numbers: some choices are numbers as well
                return self._has_choice(choice)
            case bool() | datetime():  # before numbers and dates, which these are as well
                return self._has_words(str(value))
            case int() | float() | Decimal() as number:
                return Decimal(str(number)) in self._numbers
            case date() as day:
                return day in self._days
            case _:
                return self._has_parts(value)

    def _has_choice(self, choice: Enum) -> bool:
        """A choice has two names: the one that is sent, and the one its author calls it by."""
        return self.has(choice.value) or self._has_words(choice.name.replace("_", " "))

    def _has_amount(self, amount: Money) -> bool:
        """Look for the amount in its currency.

        A number without one is in the only currency these texts speak of, else in the kit's.
        """
        value, currency = Decimal(amount.minor) / 100, amount.currency
        if Amount(value, currency) in self._amounts(currency):
            return True
        is_usual = (self._currencies or {USUAL}) == {currency}
        return is_usual and Amount(value) in self._amounts(currency)

    def _has_parts(self, value: Any) -> bool:
        parts = parts_of(value)
        if parts is None:
            return self._has_words(str(value))
        told = [part for part in parts if part is not None]
        return bool(told) and all(map(self.has, told))

    def _has_words(self, words: str) -> bool:
        if is_address(words):
            return is_named(words, self.texts)
        return any(stands_in(words, text) for text in self.texts)

    def _amounts(self, currency: str) -> frozenset[Amount]:
        if currency not in self._read:
            self._read[currency] = _amounts_in(self.texts, currency)
        return self._read[currency]

    @cached_property
    def _currencies(self) -> frozenset[str]:
        return frozenset[str]().union(*map(currencies_in, self.texts))

    @cached_property
    def _numbers(self) -> frozenset[Decimal]:
        found = (number for text in self.texts for number in find_numbers(text))
        amounts = (one.value for text in self.texts for one in find_amounts(text))
        told = {number.value for number in found} | {one.value for one in amounts if one}
        return frozenset(number for number in told if number is not None)

    @cached_property
    def _days(self) -> frozenset[date]:
        found = (day for text in self.texts for day in find_days(text, self.now.date()))
        return frozenset(day.value for day in found if day.value is not None)


def _amounts_in(texts: tuple[str, ...], currency: str) -> frozenset[Amount]:
    found = (one for text in texts for one in find_amounts(text, currency=currency))
    return frozenset(one.value for one in found if one.value is not None)


LONGEST_AMOUNT = 6  # digits in a row without a mark; more are the name of something
_NAME = re.compile(r"(?<![\w.,])[^\W_][\w./#-]{2,}[^\W_](?![\w,.]\w)", re.ASCII)
_DIGITS = re.compile(r"\d{1,20}(?:\.\d{1,9})?")
_MAILS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_TYPES: tuple[tuple[Any, str], ...] = (  # in this order: some are others as well
    ((bool, Enum, datetime), ""),
    ((Money, int, float, Decimal), "number"),
    (date, "day"),
    (str, "text"),
)


def find_ambiguous(
    arguments: Mapping[str, Any], names: Sequence[str], said: Sequence[str], now: datetime
) -> list[str]:
    """The arguments of which the texts hold more values than these named ones take.

    “Move 20 to 9876543210. (My rent is 500, Ana's account is 1234324.)” holds two amounts and two
    accounts. Each of them stands in their own words, so which one goes where is for them to see.
    """
    values = {name: arguments[name] for name in names if arguments[name] is not None}
    kinds = {name: kind for name, value in values.items() if (kind := _kind(value))}
    found = {kind: _held(kind, said, values, now) for kind in set(kinds.values())}
    return [
        name
        for name, kind in kinds.items()
        if len(found[kind]) > len({str(values[n]) for n, k in kinds.items() if k == kind})
    ]


def find_taken_twice(
    arguments: Mapping[str, Any], names: Sequence[str], said: Sequence[str], now: datetime
) -> list[str]:
    """The arguments that take a value which the texts hold fewer times than it is taken.

    Two days may be the same one; the number in a day that is taken is that day's alone.
    """
    days = {value for name in names if type(value := arguments[name]) is date}
    takers = defaultdict[Decimal | str, list[str]](list)
    for name in names:
        takers[_taken(arguments[name])].append(name)
    takers.pop("", None)
    return [
        name
        for value, several in takers.items()
        if (times := _times(value, said))
        and times - _in_days(value, said, days, now) < len(several)
        for name in several
    ]


def _taken(value: Any) -> Decimal | str:
    """What counts as the same value, whatever its type; empty for what is chosen, and days."""
    match value:
        case bool() | Enum() | date():
            return ""
        case Money():
            return Decimal(value.minor) / 100
        case int() | float() | Decimal():
            return Decimal(str(value))
        case str():
            folded = fold(value)
            return Decimal(folded) if _DIGITS.fullmatch(folded) else folded
        case _:
            return ""


def _times(value: Decimal | str, said: Sequence[str]) -> int:
    if isinstance(value, str):
        return sum(times_in(value, text) for text in said)
    return sum(one.value == value for text in said for one in find_numbers(text))


def _in_days(
    value: Decimal | str, said: Sequence[str], taken: Collection[date], now: datetime
) -> int:
    """How often a number stands in a day that is taken."""
    if isinstance(value, str) or not taken:
        return 0
    return sum(
        one.value == value and any(_overlaps(one, day) for day in days)
        for text in said
        if (days := [day for day in find_days(text, now.date()) if day.value in taken])
        for one in find_numbers(text)
    )


def _kind(value: Any) -> str:
    kind = next((kind for types, kind in _TYPES if isinstance(value, types)), "")
    return _kind_of_text(value) if kind == "text" else kind


def _kind_of_text(text: str) -> str:
    if is_address(text):
        return "address"
    if _MAILS.fullmatch(text):
        return "mail"
    return "name" if _is_name(text) else ""


def _is_name(text: str) -> bool:
    """Say whether it names something by digits: an account, an order, a ticket."""
    return bool(_NAME.fullmatch(text)) and any(map(str.isdigit, text))


def _held(
    kind: str, said: Sequence[str], values: Mapping[str, Any], now: datetime
) -> frozenset[str]:
    """The different values of a kind that stand in the texts."""
    match kind:
        case "number":
            names = {str(value) for value in values.values() if _kind(value) == "name"}
            return frozenset().union(*(_amounts(text, names, now) for text in said))
        case "day":
            days = (one.value for text in said for one in find_days(text, now.date()))
            return frozenset(str(day) for day in days)
        case "address":
            return frozenset(found for text in said for found in addresses_in(text))
        case "mail":
            return frozenset(found.lower() for text in said for found in _MAILS.findall(text))
        case _:
            return frozenset(
                found for text in said for found in _NAME.findall(text) if _is_long(found)
            )


def _amounts(text: str, names: set[str], now: datetime) -> frozenset[str]:
    """The numbers that are amounts: no part of a day, and no name of something."""
    days = find_days(text, now.date())
    return frozenset(
        str(one.value)
        for one in find_numbers(text)
        if not any(_overlaps(one, day) for day in days)
        and (written := text[one.start : one.end]) not in names
        and not (written.isdigit() and len(written) > LONGEST_AMOUNT)
    )


def _is_long(found: str) -> bool:
    """Say whether it is a name by digits, and no amount or day."""
    if any(map(str.isalpha, found)):
        return any(map(str.isdigit, found))
    return found.isdigit() and len(found) > LONGEST_AMOUNT


def _overlaps(one: FoundValue[Decimal], day: FoundValue[date]) -> bool:
    return one.start < day.end and day.start < one.end

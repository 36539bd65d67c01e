"""Whether a value of a tool stands in what people wrote: as a whole, in any language."""

from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from functools import cached_property, lru_cache
from typing import Any

from agents.kit.ports.web import is_address, is_named
from agents.kit.values.money import Money
from agents.kit.values.objects import parts_of
from bot.language.days import find_days
from bot.language.lexicon import denies, is_of_lexicon, is_question
from bot.language.money import Amount, currencies_in, find_amounts
from bot.language.normal import stands_in
from bot.language.numbers import find_numbers
from bot.language.sentences import sentences

SHORTEST_TELLING = 3
USUAL = Money().currency


def is_telling(value: object) -> bool:
    """Say whether a value is long enough for its place in a text to mean something."""
    return value is not None and len(str(value)) >= SHORTEST_TELLING


@lru_cache(maxsize=64)
def given_in(heard: tuple[str, ...]) -> tuple[str, ...]:
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
    return value is None or _Said(heard, now).has(value)


@dataclass
class _Said:
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

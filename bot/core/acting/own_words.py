"""Whether a value of a tool stands in what people wrote: as a whole, not as a part of more."""

import re
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum
from functools import cached_property
from typing import Any

from agents.kit.dates import Day, days_in
from agents.kit.money import Money
from agents.kit.nested import parts_of
from agents.kit.web import is_address, is_named
from bot.core.acting.amounts import Amounts
from bot.core.acting.edges import legible, numbers_in, stands_in

SHORTEST_TELLING = 3

_MOMENTS = (datetime(2001, 1, 1, tzinfo=UTC), datetime(2051, 7, 4, tzinfo=UTC))
_TWO_READINGS = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+")  # 1.000 is one, or a thousand


def is_telling(value: object) -> bool:
    """Say whether a value is long enough for its place in a text to mean something."""
    return value is not None and len(str(value)) >= SHORTEST_TELLING


def is_said(value: Any, heard: tuple[str, ...]) -> bool:
    """Say whether a value, and all it holds, stands in these texts, however it is written."""
    return value is None or _Said(heard).has(value)


class _Said:
    """Texts in which values are sought: each is read once for every kind of value in them."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        self._texts = texts

    def has(self, value: Any) -> bool:
        match _fixed(value) if isinstance(value, Day) else value:
            case Money() as amount:
                return self._amounts.has(amount)
            case Enum() as choice:  # before numbers: some choices are numbers as well
                return self._has_choice(choice)
            case bool() | datetime():  # before numbers and dates, which these are as well
                return self._has_words(str(value))
            case int() | float() | Decimal() as number:
                return self._has_number(Decimal(str(number)))
            case date() as day:
                return self._has_date(day)
            case _:
                return self._has_parts(value)

    def _has_choice(self, choice: Enum) -> bool:
        """A choice has two names: the one that is sent, and the one its author calls it by."""
        return self.has(choice.value) or self._has_words(choice.name.replace("_", " "))

    def _has_number(self, wanted: Decimal) -> bool:
        return wanted in self._numbers

    def _has_date(self, wanted: date) -> bool:
        return wanted in self._dates

    def _has_parts(self, value: Any) -> bool:
        parts = parts_of(value)
        if parts is None:
            return self._has_words(str(value))
        return bool(parts) and all(part is None or self.has(part) for part in parts)

    def _has_words(self, words: str) -> bool:
        if is_address(words):
            return is_named(words, self._texts)
        return any(stands_in(words, text) for text in self._legible)

    @cached_property
    def _amounts(self) -> Amounts:
        return Amounts(self._texts)

    @cached_property
    def _numbers(self) -> set[Decimal]:
        found = {match.group() for text in self._texts for match in numbers_in(text)}
        return {_worth(number) for number in found if not _TWO_READINGS.fullmatch(number)}

    @cached_property
    def _dates(self) -> set[date | None]:
        days = {day for text in self._texts for day, _start, _end in days_in(text)}
        return {_fixed(day) for day in days}

    @cached_property
    def _legible(self) -> tuple[str, ...]:
        return tuple(map(legible, self._texts))


def _fixed(day: Day) -> date | None:
    """The date of a day that is the same one whenever it is said; these texts may be old."""
    dates = {day.on(moment) for moment in _MOMENTS}
    return dates.pop() if len(dates) == 1 else None


def _worth(number: str) -> Decimal:
    return Decimal(number.replace(",", "").replace("\u2212", "-"))

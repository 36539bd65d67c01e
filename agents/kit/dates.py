"""Days as people write them: "Monday", "next Friday", "in two weeks", "23 November", 2026-11-23.

A day is kept as it was written until somebody says from when it is seen: only then does
"Monday" mean a date. `pinned` does so for the arguments of a tool, once, so that what a
person approves on Sunday is not another day on Monday.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Annotated, Any

from pydantic import Field, GetCoreSchemaHandler
from pydantic_core import core_schema
from typing_extensions import override

from agents.kit.nested import with_parts

HINT = "a day such as Monday, next Friday or 2026-11-23"
LONGEST_BACK = 31  # days; a date without a year that is longer ago means the coming one
WEEK = 7

TimeOfDay = Annotated[
    str, Field(description="a time such as 09:30", pattern=r"^(?:[01]\d|2[0-3]):[0-5]\d$")
]

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_COUNTS = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_NEAR = {
    "today": 0,
    "tomorrow": 1,
    "day after tomorrow": 2,
    "yesterday": -1,
    "day before yesterday": -2,
}

_COUNT = rf"(?P<count>\d{{1,3}}|an?|{'|'.join(_COUNTS)})"
_MONTH = rf"(?P<month>{'|'.join(f'{name[:3]}(?:{name[3:]})?' for name in _MONTHS)}|sept)\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\s+(?P<year>\d{4}))?"
_WHICH = r"(?:(?P<which>this|next|last|coming)\s+)?"
_WEEKDAY = "|".join(_WEEKDAYS)
_SHORT_WEEKDAY = r"mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun"
_LEAD_IN = re.compile(r"^(?:(?:on|by|from|starting|until|at|the|of)\s+)+")


@dataclass(frozen=True, slots=True)
class Day:
    """A day as it was written; `on` says which date that is, seen from a moment."""

    text: str

    @classmethod
    def read(cls, written: str) -> "Day":
        """Read a day.

        Raises:
            ValueError: it is no day; the words say how to write one.
        """
        plain = " ".join(written.casefold().split()).strip(" .,!?")
        day = cls(_LEAD_IN.sub("", plain))
        if _meaning(day.text) is None:
            message = f"“{written[:40]}” is not a day; write {HINT}"
            raise ValueError(message)
        return day

    def on(self, now: datetime) -> date:
        """The date this is, for somebody who says it at this moment."""
        meaning = _meaning(self.text)
        assert meaning is not None, "a day is made by reading it"
        return meaning(now.date())

    def pinned(self, now: datetime) -> "Day":
        """The same day, as a date that means the same whenever it is read."""
        return Day(self.on(now).isoformat())

    @override
    def __str__(self) -> str:
        return self.text

    @classmethod
    def __get_pydantic_core_schema__(
        cls, _source: Any, _handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """Read a day from text."""
        return core_schema.no_info_plain_validator_function(
            _from_json,
            json_schema_input_schema=core_schema.str_schema(),
            serialization=core_schema.plain_serializer_function_ser_schema(str),
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, _core: Any, _handler: Any) -> dict[str, Any]:
        """Describe a day to a model."""
        return {"type": "string", "format": "day", "description": HINT}


OptionalDay = Annotated[Day | None, Field(description=f"only if named: {HINT}")]


def pinned(arguments: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """Arguments in which every day is a date, seen from this moment, however deep it lies."""
    return {name: _pinned(value, now) for name, value in arguments.items()}


def _pinned(value: Any, now: datetime) -> Any:
    if isinstance(value, Day):
        return value.pinned(now)
    return with_parts(value, lambda part: _pinned(part, now))


def days_in(text: str) -> Iterator[tuple[Day, int, int]]:
    """The days a text speaks of, and where each stands; short names of weekdays are words."""
    for match in _ANYWHERE.finditer(text.casefold()):
        with suppress(ValueError):
            yield Day.read(match.group()), *match.span()


def in_words(day: date) -> str:
    """Write a date so that nobody can misread it: Monday 23 November 2026."""
    return f"{_WEEKDAYS[day.weekday()].capitalize()} {day.day} {_month(day)} {day.year}"


def _month(day: date) -> str:
    return _MONTHS[day.month - 1].capitalize()


Meaning = Callable[[date], date]


def _meaning(text: str) -> Meaning | None:
    """What a text means, seen from a day; None if it is no day."""
    if text in _NEAR:
        return lambda today: today + timedelta(days=_NEAR[text])
    for pattern, reader in _READERS:
        match = pattern.fullmatch(text)
        if match:
            return reader(match)
    return None


def _iso(match: re.Match[str]) -> Meaning | None:
    return _fixed(int(match["year"]), int(match["month"]), int(match["day"]))


def _slashed(match: re.Match[str]) -> Meaning | None:
    """Month and day with slashes; where both could be either, it is nobody's guess."""
    first, second, year = int(match["first"]), int(match["second"]), int(match["year"])
    if first != second and max(first, second) <= len(_MONTHS):
        return None
    month, day = sorted((first, second))
    return _fixed(year, month, day)


def _weekday(match: re.Match[str]) -> Meaning | None:
    begins = match["weekday"][:3]
    weekday = next(at for at, name in enumerate(_WEEKDAYS) if name.startswith(begins))
    return _seen_from(weekday, match["which"] or "")


def _seen_from(weekday: int, which: str) -> Meaning:
    def _date(today: date) -> date:
        ahead = (weekday - today.weekday()) % WEEK
        match which:
            case "next":  # of the week that follows this one
                return today + timedelta(days=WEEK - today.weekday() + weekday)
            case "last":
                return today - timedelta(days=(WEEK - ahead) if ahead else WEEK)
            case "this":
                return today + timedelta(days=ahead)
            case _:
                return today + timedelta(days=ahead or WEEK)

    return _date


def _later(match: re.Match[str]) -> Meaning | None:
    word = match["count"]
    count = int(word) if word.isdigit() else _COUNTS.index(word) + 1 if word in _COUNTS else 1
    unit = match["unit"].rstrip("s")
    if unit == "month":
        return lambda today: _months_on(today, count)
    return lambda today: today + timedelta(days=count * (WEEK if unit == "week" else 1))


def _next_unit(match: re.Match[str]) -> Meaning | None:
    if match["unit"] == "week":
        return lambda today: today + timedelta(days=WEEK - today.weekday())
    return lambda today: _months_on(today.replace(day=1), 1)


def _months_on(day: date, months: int) -> date:
    """The same day so many months later, or the last one of a shorter month."""
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    for last in range(day.day, 0, -1):
        with suppress(ValueError):
            return date(year, month + 1, last)
    raise AssertionError(day)


def _dated(match: re.Match[str]) -> Meaning | None:
    month = next(at for at, name in enumerate(_MONTHS, 1) if name.startswith(match["month"][:3]))
    day = int(match["day"])
    if match["year"]:
        return _fixed(int(match["year"]), month, day)
    if _fixed(2000, month, day) is None:  # a leap year: every day that exists at all
        return None
    return lambda today: _nearest(today, month, day)


def _nearest(today: date, month: int, day: int) -> date:
    """This year's date unless it is long past; else the coming one."""
    for year in range(today.year - 1, today.year + 9):  # a leap day may be eight years away
        with suppress(ValueError):
            found = date(year, month, day)
            if (today - found).days <= LONGEST_BACK:
                return found
    raise AssertionError(today)


def _fixed(year: int, month: int, day: int) -> Meaning | None:
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return lambda _today: found


_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Meaning | None]], ...] = (
    (re.compile(r"(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})"), _iso),
    (re.compile(r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})"), _iso),
    (re.compile(r"(?P<first>\d{1,2})/(?P<second>\d{1,2})/(?P<year>\d{4})"), _slashed),
    (re.compile(rf"{_DAY}\s+(?:of\s+)?{_MONTH}{_YEAR}"), _dated),
    (re.compile(rf"{_MONTH}\s+(?:the\s+)?{_DAY}{_YEAR}"), _dated),
    (re.compile(rf"in\s+{_COUNT}\s+(?P<unit>days?|weeks?|months?)"), _later),
    (re.compile(r"next\s+(?P<unit>week|month)"), _next_unit),
    (re.compile(rf"{_WHICH}(?P<weekday>{_WEEKDAY}|{_SHORT_WEEKDAY})\.?"), _weekday),
)
_SAID = (
    *(pattern.pattern for pattern, reader in _READERS if reader is not _weekday),
    *sorted(_NEAR, key=len, reverse=True),
    rf"{_WHICH}(?:{_WEEKDAY})",
)
_ANYWHERE = re.compile(
    r"(?<![\w/.-])(?:" + "|".join(re.sub(r"\?P<\w+>", "?:", one) for one in _SAID) + r")(?![\w/-])"
)


def _from_json(value: Any) -> Day:
    if isinstance(value, Day):
        return value
    if not isinstance(value, str):
        message = f"give {HINT}"
        raise ValueError(message)  # noqa: TRY004 - pydantic collects ValueError only
    return Day.read(value)

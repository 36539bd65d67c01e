"""Days as people write them, and which dates they mean."""

from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from agents.kit import Day
from agents.kit.dates import days_in, in_words, pinned

FRIDAY = datetime(2026, 11, 20, 12, tzinfo=UTC)


def meant(written: str, now: datetime = FRIDAY) -> str:
    return Day.read(written).on(now).isoformat()


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("today", "2026-11-20"),
        ("Tomorrow", "2026-11-21"),
        ("the day after tomorrow", "2026-11-22"),
        ("yesterday", "2026-11-19"),
        ("Monday", "2026-11-23"),
        ("on Monday.", "2026-11-23"),
        ("mon", "2026-11-23"),
        ("Thurs.", "2026-11-26"),
        ("Friday", "2026-11-27"),
        ("this Friday", "2026-11-20"),
        ("next Friday", "2026-11-27"),
        ("last Friday", "2026-11-13"),
        ("last Thursday", "2026-11-19"),
        ("next week", "2026-11-23"),
        ("next month", "2026-12-01"),
        ("in 3 days", "2026-11-23"),
        ("in two weeks", "2026-12-04"),
        ("in a month", "2026-12-20"),
        ("2026-12-24", "2026-12-24"),
        ("24.12.2026", "2026-12-24"),
        ("12/24/2026", "2026-12-24"),
        ("24/12/2026", "2026-12-24"),
        ("24 December", "2026-12-24"),
        ("the 24th of December", "2026-12-24"),
        ("Dec 24th, 2027", "2027-12-24"),
        ("1 November", "2026-11-01"),
        ("1 June", "2027-06-01"),
        ("29 February", "2028-02-29"),
    ],
)
def test_what_people_write_means_a_date(written: str, day: str):
    assert meant(written) == day


@pytest.mark.parametrize(
    ("now", "friday", "next_friday"),
    [
        ("2026-11-16", "2026-11-20", "2026-11-27"),
        ("2026-11-18", "2026-11-20", "2026-11-27"),
        ("2026-11-21", "2026-11-27", "2026-11-27"),
        ("2026-11-22", "2026-11-27", "2026-11-27"),
    ],
)
def test_next_is_of_the_week_that_follows(now: str, friday: str, next_friday: str):
    moment = datetime.fromisoformat(now).replace(tzinfo=UTC)

    assert (meant("Friday", moment), meant("next Friday", moment)) == (friday, next_friday)


def test_a_month_later_is_the_last_day_of_a_shorter_month():
    assert meant("in a month", datetime(2027, 1, 31, tzinfo=UTC)) == "2027-02-28"


@pytest.mark.parametrize(
    "written",
    [
        "",
        "soon",
        "sunny",
        "30 February",
        "2026-02-30",
        "5/6/2026",
        "32.1.2026",
        "the",
        "Monday ago",
    ],
)
def test_what_is_no_day_is_refused_with_an_example(written: str):
    with pytest.raises(ValueError, match=r"is not a day; write a day such as Monday"):
        Day.read(written)


def test_a_text_is_searched_for_days_without_mistaking_words_for_weekdays():
    text = "We sat in the sun on Monday, next Friday and 2026-11-23; 3 June too."

    found = [(day.text, text[start:end]) for day, start, end in days_in(text)]

    assert found == [
        ("monday", "Monday"),
        ("next friday", "next Friday"),
        ("2026-11-23", "2026-11-23"),
        ("3 june", "3 June"),
    ]


def test_a_date_is_said_so_that_nobody_can_misread_it():
    assert in_words(date(2026, 11, 23)) == "Monday 23 November 2026"


def test_a_day_is_read_from_json_and_written_as_it_was():
    adapter = TypeAdapter(Day)

    assert adapter.dump_python(adapter.validate_python("Next  Friday"), mode="json") == (
        "next friday"
    )
    with pytest.raises(ValidationError, match="is not a day"):
        adapter.validate_python("soonish")
    with pytest.raises(ValidationError, match="give a day such as"):
        adapter.validate_python(5)


def test_pinned_arguments_mean_the_same_day_later():
    arguments = pinned({"day": Day.read("tomorrow"), "who": "Ana", "until": None}, FRIDAY)

    assert arguments == {"day": Day("2026-11-21"), "who": "Ana", "until": None}
    assert arguments["day"].on(FRIDAY + timedelta(days=30)) == date(2026, 11, 21)


class Visit(BaseModel):
    """A visit, as a tool takes it."""

    model_config = ConfigDict(frozen=True)

    day: Any
    whose: str = "Ana"


@dataclass(frozen=True, slots=True)
class Leave:
    """A leave, as a tool takes it."""

    first: Any
    last: Any = None


class Shift(NamedTuple):
    """A shift, as a tool takes it."""

    day: Any
    hours: int = 8


HOLDERS: tuple[Callable[[Any], Any], ...] = (
    *(Leave, Shift, lambda day: Visit(day=day), lambda day: Leave(None, Visit(day=day))),
    *(lambda day: [day], lambda day: (day, "x"), lambda day: {day}, lambda day: frozenset({day})),
    *(lambda day: {"on": day}, lambda day: {day: 1}, lambda day: defaultdict(list, {"on": day})),
    *(lambda day: deque([day], 3), lambda day: {"all": [Visit(day=Shift(day)), "x"]}),
)


@pytest.mark.parametrize("holder", HOLDERS)
def test_a_day_is_pinned_wherever_it_stands(holder: Callable[[Any], Any]):
    given_ = holder(Day.read("tomorrow"))

    fixed = pinned({"holder": given_}, FRIDAY)["holder"]

    assert fixed == holder(Day("2026-11-21"))
    assert type(fixed) is type(given_)
    assert given_ == holder(Day.read("tomorrow"))


@pytest.mark.parametrize("holder", HOLDERS)
def test_what_holds_no_day_stays_what_it_is(holder: Callable[[Any], Any]):
    given_ = holder("tomorrow")

    assert pinned({"holder": given_}, FRIDAY)["holder"] is given_


days = st.dates(date(2000, 1, 1), date(2100, 1, 1))
written_days = st.one_of(
    st.sampled_from(["today", "next monday", "last sun", "this wed", "tuesday", "in 5 weeks"]),
    days.map(lambda day: f"{day.day} {day:%B}"),
    days.map(lambda day: f"{day:%b} {day.day}, {day.year}"),
    days.map(date.isoformat),
)

moments = days.map(lambda day: datetime(day.year, day.month, day.day, 12, tzinfo=UTC))


@given(written_days, moments)
def test_a_pinned_day_is_the_day_it_was(written: str, now: datetime):
    day = Day.read(written)

    fixed = day.pinned(now)

    assert fixed.on(now) == day.on(now)
    assert fixed.pinned(now + timedelta(days=400)) == fixed
    assert Day.read(fixed.text) == fixed


@given(days)
def test_a_date_in_words_is_read_back(day: date):
    weekday, rest = in_words(day).split(" ", 1)

    assert Day.read(rest).on(FRIDAY) == day
    assert day.strftime("%A") == weekday

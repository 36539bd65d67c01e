"""Days as tools take them, and as they are told."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from agents.kit import Day
from agents.kit.slots import in_words

DAYS = TypeAdapter[date](Day)


@given(st.dates())
def test_a_day_is_read_as_it_is_written(day: date):
    assert DAYS.validate_json(DAYS.dump_json(day)) == day
    assert DAYS.validate_python(day) == day


@pytest.mark.parametrize(
    "written", ["", "Monday", "tomorrow", "20261123", "2026-W47-1", "2026-02-30", "23.11.2026", 5]
)
def test_what_is_no_day_is_refused_with_an_example(written: object):
    with pytest.raises(ValidationError, match="is not a day; write a day such as 2026-11-23"):
        DAYS.validate_python(written)


def test_a_model_is_told_that_a_day_is_a_date():
    assert DAYS.json_schema() == {"type": "string", "format": "date"}


def test_a_date_is_said_so_that_nobody_can_misread_it():
    assert in_words(date(2026, 11, 3)) == "Tuesday 3 November 2026"

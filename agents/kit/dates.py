"""Days as tools take them, 2026-11-23: what people call them is read before a tool is called."""

from contextlib import suppress
from datetime import date
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

HINT = "a day such as 2026-11-23"

TimeOfDay = Annotated[
    str, Field(description="a time such as 09:30", pattern=r"^(?:[01]\d|2[0-3]):[0-5]\d$")
]


def _read(written: Any) -> date:
    if isinstance(written, date):
        return written
    with suppress(TypeError, ValueError):
        day = date.fromisoformat(written)
        if day.isoformat() == written:
            return day
    raise ValueError(f"“{str(written)[:40]}” is not a day; write {HINT}")


Day = Annotated[date, BeforeValidator(_read)]
OptionalDay = Annotated[Day | None, Field(description=f"only if named: {HINT}")]


def in_words(day: date) -> str:
    """Write a date so that nobody can misread it: Monday 23 November 2026."""
    return f"{day:%A} {day.day} {day:%B} {day.year}"

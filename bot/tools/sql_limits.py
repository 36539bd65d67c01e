"""What is the same for questions to any database: their bounds, and what is said of them."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from pydantic import JsonValue

from agents.kit.ports.sql import Database, Found
from agents.kit.values.errors import ToolFailed

LONGEST = 4_000  # characters of a question
MOST_ROWS = 100
SECONDS = 3.0
LONGEST_CELL = 2_000

_BEGINS = re.compile(r"\s*(?:select|with|values)\b", re.IGNORECASE)
_END = re.compile(r"[\s;]+$")


class QuestionRefused(ToolFailed):
    """A question is wrong or reaches too far; says why, and what there is to read."""

    def __init__(self, why: str, database: Database) -> None:
        super().__init__(f"{why} There is {database.shown}; write one SELECT.")


def plain(question: str, database: Database) -> str:
    """The question without what follows it.

    Raises:
        QuestionRefused: it cannot be a question; what may be one is for the database to judge.
    """
    if len(question) > LONGEST:
        raise QuestionRefused(f"A question has at most {LONGEST} characters.", database)
    if "\x00" in question or any("\ud800" <= letter <= "\udfff" for letter in question):
        raise QuestionRefused("The question holds letters that are none.", database)
    if not _BEGINS.match(question):
        raise QuestionRefused("That is not a question to a database.", database)
    return _END.sub("", question)


def found(columns: Iterable[str], rows: Sequence[Sequence[Any]]) -> Found:
    """Write down what came back; one row more than may be read shows that there are more."""
    values = tuple(tuple(map(_value, row)) for row in rows[:MOST_ROWS])
    return Found(tuple(columns), values, is_cut=len(rows) > MOST_ROWS)


def too_slow(database: Database) -> QuestionRefused:
    """Say that the time was up."""
    return QuestionRefused(f"It took longer than {SECONDS:.0f} seconds; ask for less.", database)


def too_large(database: Database) -> QuestionRefused:
    """Say that it takes too much memory, or that too much came back."""
    return QuestionRefused("That is more than can be read at once; ask for less.", database)


def said(words: object, database: Database) -> QuestionRefused:
    """Pass on what the database says of a question."""
    first = str(words).strip().partition("\n")[0]
    return QuestionRefused(f"The database says: {first[:300]}.", database)


def unknown_table(name: str, database: Database) -> QuestionRefused:
    """Say the same of a table that is not there and of one that is nobody's business."""
    return QuestionRefused(f"There is no table “{name[:60]}”.", database)


def _value(value: Any) -> JsonValue:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Decimal) and value == value.to_integral_value():
        return int(value)
    text = "(bytes)" if isinstance(value, bytes | memoryview) else str(value)
    return text if len(text) <= LONGEST_CELL else f"{text[:LONGEST_CELL]}…"

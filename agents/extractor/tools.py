"""How a record is checked, and handed over once nothing is wrong with it."""

from typing import Annotated

from pydantic import Field

from agents.extractor.record import Record, found_in, objections
from agents.kit import ToolFailed, Turn, tool

Values = Annotated[list[str], Field(max_length=200)]


@tool(ends_task=True)
def check_record(
    turn: Turn,
    names: Values | None = None,
    dates: Values | None = None,
    amounts: Values | None = None,
    emails: Values | None = None,
) -> str:
    """Compare a record with the text, and hand it over if all is right; without one, make it."""
    text = "\n".join([*turn.quoted, *turn.said])
    given = [names, dates, amounts, emails]
    record = found_in(text)
    if any(values is not None for values in given):
        record = Record(*(tuple(values or ()) for values in given))
    turn.progress(f"Checking a record: {record.counted}")
    if wrong := objections(record, text):
        message = f"The record is wrong; {'; '.join(wrong)}."
        raise ToolFailed(message)
    if record.is_empty:
        message = "I found no name, date, amount or address in the text."
        raise ToolFailed(message)
    turn.deliver(record.as_json(turn.now))
    return f"The record is right and was handed over: {record.counted}."

"""How a record is checked, and handed over once nothing is wrong with it."""

from typing import Annotated

from pydantic import Field

from agents.extractor.record import Record, objections
from agents.kit import Day, ToolFailed, Turn, tool

Values = Annotated[list[str], Field(max_length=200)]
Dates = Annotated[
    dict[str, Day],
    Field(max_length=200, description="each date as it is written, and the day it means"),
]


@tool(ends_task=True)
def check_record(turn: Turn, names: Values, dates: Dates, amounts: Values, emails: Values) -> str:
    """Compare a record with the text, and hand it over if all is right."""
    record = Record(names, dates, amounts, emails)
    turn.progress(f"Checking a record: {record.counted or 'nothing'}")
    if wrong := objections(record, "\n".join([*turn.quoted, *turn.said])):
        raise ToolFailed(f"The record is wrong; {'; '.join(wrong)}.")
    if not record.counted:
        raise ToolFailed("I found no name, date, amount or address in the text.")
    turn.deliver(record.as_json())
    return f"The record is right and was handed over: {record.counted}."

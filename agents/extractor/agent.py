"""The agent that takes fields out of a text, with a sub-task that checks what it took."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from typing import Annotated

from pydantic import Field

from agents.kit import Agent, Day, ToolFailed, Turn, tool
from agents.kit.tasks import TaskLoop
from agents.kit.values.texts import text_beside

MOST_SHOWN = 5

_SIGN, _CODE = r"[$¢£¤¥\u20a0-\u20cf]", "(?:USD|EUR|GBP|CHF|JPY)"
_NUMBER = r"\d(?:[\d.,]{0,40}\d)?"
_AMOUNT = re.compile(rf"(?:{_SIGN}|\b{_CODE})\s?{_NUMBER}|{_NUMBER}\s?(?:{_SIGN}|{_CODE}\b)")
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


@dataclass(frozen=True, slots=True)
class Record:
    """What stands in a text, each thing as it is written there; dates with the day they mean."""

    names: Sequence[str] = ()
    dates: Mapping[str, date] = field(default_factory=dict)
    amounts: Sequence[str] = ()
    emails: Sequence[str] = ()

    @property
    def held(self) -> dict[str, list[str]]:
        """All of it, by what it is."""
        return {kind.name: [*getattr(self, kind.name)] for kind in fields(self)}

    @property
    def counted(self) -> str:
        """How much of each there is: “2 names, 1 date”; empty for a record of nothing."""
        held = ((len(found), kind) for kind, found in self.held.items() if found)
        return ", ".join(f"{n} {kind if n != 1 else kind[:-1]}" for n, kind in held)

    def as_json(self) -> str:
        """Write it for programs."""
        read = [{"written": text, "date": day.isoformat()} for text, day in self.dates.items()]
        return json.dumps({**self.held, "dates": read}, indent=2, ensure_ascii=False)


def objections(record: Record, text: str) -> list[str]:
    """What is wrong with a record of a text: made up, unreadable, or plainly left out."""
    plain, wrong = _plain(text), []
    for kind, found in record.held.items():
        if made_up := [value for value in found if _plain(value) not in plain]:
            wrong.append(f"not in the text: {kind} {_shown(made_up)}")
    if odd := [amount for amount in record.amounts if not any(map(str.isdecimal, amount))]:
        wrong.append(f"no amounts: {_shown(odd)}")
    return [*wrong, *_left_out(record, text)]


def _left_out(record: Record, text: str) -> Iterator[str]:
    """What has a shape that nothing else has: amounts with a currency, and e-mail addresses."""
    for kind, shape in (("amounts", _AMOUNT), ("emails", _EMAIL)):
        held = " ".join(map(_plain, record.held[kind]))
        if missing := [one[0] for one in shape.finditer(text) if _plain(one[0]) not in held]:
            yield f"left out: {kind} {_shown([*dict.fromkeys(missing)])}"


def _shown(values: Sequence[str]) -> str:
    return ", ".join(f"“{value[:60]}”" for value in values[:MOST_SHOWN])


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


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


validator = Agent(
    name="validator",
    description="Compares a record with the text, and hands it over if all is right.",
    prompt=text_beside(__file__, "validator.md"),
    tools=(check_record,),
)
reader = Agent(
    name="extractor",
    description="Takes names, dates, amounts and addresses out of a text.",
    prompt=text_beside(__file__, "prompt.md"),
)
extractor = Agent(
    name="extractor",
    description="Takes names, dates, amounts and e-mail addresses out of a text.",
    introduction="Taking names, dates and amounts out of a text (needs a language model)",
    script=TaskLoop(agent=reader, sub_tasks=(TaskLoop(agent=validator),)),
    opening="Which text shall I take it from? Please paste it, or attach it as a file.",
    examples=(
        "extract the names and dates from this text",
        "which amounts are in this letter?",
        "take the fields out of this document",
        "pull the e-mail addresses out of this",
    ),
)

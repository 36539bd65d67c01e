"""What every prompt but a reading's ends with: which day it is, and the language of the answer."""

from dataclasses import replace
from datetime import date, datetime
from functools import lru_cache

from agents.kit.values.model import ChatMessage, ModelCall, Purpose
from bot.core.turn.prompting import fill

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_READINGS = (Purpose.READ, Purpose.CONTINUE)


def with_present(call: ModelCall, now: datetime) -> ModelCall:
    """Add it to a call; `now` is in the time zone of the people.

    It stands at the end of the system message, and holds nothing smaller than a day: what is
    before it stays the same for a server that keeps the beginnings of prompts.
    """
    if call.purpose in _READINGS:
        return call
    present = _present(now.date(), _name(now))
    first, rest = call.messages[:1], call.messages[1:]
    if first and first[0].role == "system":
        system = replace(first[0], content=f"{first[0].content}\n\n{present}")
        return replace(call, messages=(system, *rest))
    return replace(call, messages=(ChatMessage("system", present), *call.messages))


@lru_cache(maxsize=64)
def _present(day: date, zone: str) -> str:
    return fill("present", day=f"{_WEEKDAYS[day.weekday()]}, {day.isoformat()}", zone=zone)


def _name(now: datetime) -> str:
    return str(getattr(now.tzinfo, "key", "")) or str(now.tzname())

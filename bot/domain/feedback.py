"""Feedback: what a person thinks of something the bot said."""

from dataclasses import dataclass
from datetime import datetime

from agents.kit.values.person import Person
from bot.domain.ids import ReplyId

VERDICTS = frozenset({"good", "bad"})


@dataclass(frozen=True, slots=True)
class Feedback:
    """One person's verdict on one reply; a later one takes the place of an earlier one."""

    reply: ReplyId
    person: Person
    verdict: str
    at: datetime
    comment: str = ""

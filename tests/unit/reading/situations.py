"""Situations to decide in: small builders with what matters said at the call."""

from datetime import UTC, date, datetime
from typing import Any

from agents.kit import Person
from agents.kit.values.model import Card
from bot.core.reading.decide import Situation
from bot.domain.ids import RequestId, SessionId, TaskId
from bot.domain.participant import ToolForm
from bot.domain.requests import Request, RequestKind, Subject
from bot.domain.tasks import Task

TODAY = date(2026, 11, 23)
BANK = Card("bank", "moves money")
STOCKS = Card("stocks", "tells prices")
ANA = Person("console", "local", "ana")
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)


def a_task(agent: str = "bank", **details: Any) -> Task:
    """An open task."""
    return Task(TaskId(f"t-{agent}"), agent, started=True, **details)


def a_situation(**details: Any) -> Situation:
    """Nothing open, two agents."""
    return Situation(today=TODAY, agents=(BANK, STOCKS), plans=True, **details)


def in_a_form(**details: Any) -> Situation:
    """The bank's form is open."""
    return a_situation(top=a_task(), question="How much?", form=ToolForm("pay"), **details)


def beside_a_card(**details: Any) -> Situation:
    """The bank's card waits."""
    return in_a_form(card=a_card(), **details)


def a_card() -> Request:
    """An approval that waits."""
    return Request(
        id=RequestId("r-1"),
        kind=RequestKind.APPROVAL,
        session=SessionId("console/local/chat/main"),
        task=TaskId("t-bank"),
        asked=ANA,
        text="bank wants to pay",
        subject=Subject("bank", "pay"),
        created_at=NOON,
        expires_at=NOON,
    )

"""What the store in memory keeps, and how a change of it is undone."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Any

from pydantic import JsonValue

from agents.kit.values.person import Person
from bot.core.ports.environment import Clock, Ids
from bot.domain.accounts import LinkOffer
from bot.domain.audit_log import AuditLink
from bot.domain.budget import DailyUsage
from bot.domain.decisions import DecisionNote
from bot.domain.errors import Fenced
from bot.domain.ids import (
    AgentMessageId,
    LinkId,
    PlanId,
    ReplyId,
    RequestId,
    SessionId,
    TaskId,
    TurnId,
)
from bot.domain.memory import Embedding, Passage, Summary
from bot.domain.messages import Feedback, Incoming, Reply, TranscriptLine
from bot.domain.operations import ChannelMode, Paused
from bot.domain.participant import Participant
from bot.domain.plans.plan import Plan, PlanMessage
from bot.domain.requests import Request, RequestStatus


@dataclass(slots=True)
class Event:
    """A row of the inbox."""

    turn: TurnId
    incoming: Incoming
    received_at: datetime
    status: str = "waiting"
    attempts: int = 0
    reason: str = ""
    done_at: datetime | None = None

    @property
    def session(self) -> SessionId:
        """The session it belongs to."""
        return self.incoming.thread.session


@dataclass(frozen=True, slots=True)
class Membership:
    """Somebody in a group of linked identities; who left stays there."""

    group: LinkId
    person: Person
    joined_at: datetime
    left_at: datetime | None = None


Books = dict[str, dict[int, JsonValue]]
"""The lines of a diary by their books and numbers."""


@dataclass(frozen=True, slots=True)
class Vector:
    """What a line means to the model that has read it; None if it does not take the text."""

    model: str = ""
    meaning: Embedding | None = None
    claimed_until: datetime | None = None


@dataclass(slots=True)
class Tables:
    """Everything that is kept; replaced as a whole when a change fails."""

    events: dict[str, Event] = field(default_factory=dict)
    epochs: dict[SessionId, tuple[int, datetime]] = field(default_factory=dict)
    participants: dict[tuple[SessionId, Person], Participant] = field(default_factory=dict)
    said: dict[SessionId, list[TranscriptLine]] = field(default_factory=dict)
    journal: dict[TurnId, dict[str, JsonValue]] = field(default_factory=dict)
    requests: dict[RequestId, Request] = field(default_factory=dict)
    decisions: dict[tuple[SessionId, Person], tuple[DecisionNote, ...]] = field(
        default_factory=dict
    )
    replies: dict[ReplyId, Reply] = field(default_factory=dict)
    sent: set[ReplyId] = field(default_factory=set)
    plans: dict[PlanId, Plan] = field(default_factory=dict)
    agent_messages: dict[AgentMessageId, PlanMessage] = field(default_factory=dict)
    audit: list[AuditLink] = field(default_factory=list)
    pauses: dict[str, Paused] = field(default_factory=dict)
    quiet: set[SessionId] = field(default_factory=set)
    modes: dict[SessionId, ChannelMode] = field(default_factory=dict)
    usage: dict[tuple[Person, str, str], DailyUsage] = field(default_factory=dict)
    feedback: dict[tuple[ReplyId, Person], Feedback] = field(default_factory=dict)
    summaries: dict[tuple[SessionId, Person], tuple[Summary, datetime | None]] = field(
        default_factory=dict
    )
    vectors: dict[Passage, Vector] = field(default_factory=dict)
    offers: dict[LinkId, LinkOffer] = field(default_factory=dict)
    members: list[Membership] = field(default_factory=list)
    attempts: list[tuple[Person, datetime]] = field(default_factory=list)
    diaries: dict[tuple[SessionId, Person], dict[TaskId, Books]] = field(default_factory=dict)

    def event(self, turn: TurnId) -> Event | None:
        """The event of a turn, or None."""
        return next((event for event in self.events.values() if event.turn == turn), None)

    def waiting(self) -> list[Event]:
        """The unfinished events, oldest first."""
        return [event for event in self.events.values() if event.status == "waiting"]


class InMemory:
    """Keeps the tables for the ports that share them."""

    def __init__(self, clock: Clock, ids: Ids) -> None:
        self._clock = clock
        self._ids = ids
        self.tables = Tables()

    @property
    def now(self) -> datetime:
        """The moment it is in here."""
        return self._clock.now()

    @contextmanager
    def _changing(self) -> Iterator[Tables]:
        before = Tables(
            **{one.name: _spread(getattr(self.tables, one.name)) for one in fields(Tables)}
        )
        try:
            yield self.tables
        except BaseException:
            self.tables = before
            raise

    def _fence(self, session: SessionId, epoch: int) -> None:
        if self.tables.epochs.get(session, (0, None))[0] != epoch:
            raise Fenced

    def _post(self, reply: Reply) -> None:
        if reply.id in self.tables.replies:
            message = f"there is a reply {reply.id} already"
            raise ValueError(message)
        self.tables.replies[reply.id] = reply.kept

    def _pending(self) -> Iterator[Request]:
        return (r for r in self.tables.requests.values() if r.status is RequestStatus.PENDING)

    def _unsent(self) -> Iterator[Reply]:
        return (r for id_, r in self.tables.replies.items() if id_ not in self.tables.sent)


def _spread(kept: Any) -> Any:
    """A copy of all that a change may alter in place; whatever else is kept is only replaced."""
    if isinstance(kept, dict):
        return {key: _spread(value) for key, value in kept.items()}
    if isinstance(kept, list):
        return [_spread(value) for value in kept]
    if isinstance(kept, set):
        return set(kept)
    return replace(kept) if isinstance(kept, Event) else kept

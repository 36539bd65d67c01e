"""The same ports in memory, with the same promises: for tests and for trying things out."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import datetime

from pydantic import JsonValue
from typing_extensions import override

from agents.kit.identity import Person
from bot.core.ports import (
    DECIDED,
    Beginning,
    Clock,
    Ending,
    Ids,
    Inbox,
    Outbox,
    ParkedEvent,
    Requests,
    Sessions,
    Turns,
)
from bot.domain.decisions import Decision
from bot.domain.errors import Fenced
from bot.domain.ids import ReplyId, RequestId, SessionId, TurnId
from bot.domain.messages import Incoming, Reply, Said
from bot.domain.participant import Participant
from bot.domain.requests import Request, Status
from bot.storage.inbox import dedupe_key
from bot.storage.requests import settled_before
from bot.storage.turns import RECENT_LINES


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


@dataclass(slots=True)
class Tables:
    """Everything that is kept; replaced as a whole when a change fails."""

    events: dict[str, Event] = field(default_factory=dict)
    epochs: dict[SessionId, tuple[int, datetime]] = field(default_factory=dict)
    participants: dict[tuple[SessionId, Person], Participant] = field(default_factory=dict)
    said: dict[SessionId, list[Said]] = field(default_factory=dict)
    journal: dict[TurnId, dict[str, JsonValue]] = field(default_factory=dict)
    requests: dict[RequestId, Request] = field(default_factory=dict)
    decisions: dict[tuple[SessionId, Person], tuple[Decision, ...]] = field(default_factory=dict)
    replies: dict[ReplyId, Reply] = field(default_factory=dict)
    sent: set[ReplyId] = field(default_factory=set)

    def event(self, turn: TurnId) -> Event | None:
        """The event of a turn, or None."""
        return next((event for event in self.events.values() if event.turn == turn), None)

    def waiting(self) -> list[Event]:
        """The unfinished events, oldest first."""
        return [event for event in self.events.values() if event.status == "waiting"]


class MemoryStore(Inbox, Turns, Sessions, Requests, Outbox):
    """All ports over plain dicts; nothing survives the process."""

    def __init__(self, clock: Clock, ids: Ids) -> None:
        self._clock = clock
        self._ids = ids
        self.tables = Tables()

    @contextmanager
    def _changing(self) -> Iterator[Tables]:
        before = deepcopy(self.tables)
        try:
            yield self.tables
        except BaseException:
            self.tables = before
            raise

    @override
    async def accept(self, incoming: Incoming) -> TurnId | None:
        key = dedupe_key(incoming)
        if key in self.tables.events:
            return None
        event = Event(TurnId(self._ids.new()), incoming, self._clock.now())
        self.tables.events[key] = event
        return event.turn

    @override
    async def waiting(self) -> list[SessionId]:
        return list(dict.fromkeys(event.session for event in self.tables.waiting()))

    @override
    async def park(self, turn: TurnId, epoch: int, reason: str, reply: Reply) -> None:
        with self._changing() as tables:
            self._fence(reply.thread.session, epoch)
            event = tables.event(turn)
            if event and event.status == "waiting":
                event.status, event.reason = "parked", reason
                self._post(reply)

    @override
    async def begin(self, session: SessionId) -> Beginning | None:
        event = next((e for e in self.tables.waiting() if e.session == session), None)
        if event is None:
            return None
        epoch = self.tables.epochs.get(session, (0, None))[0] + 1
        self.tables.epochs[session] = (epoch, self._clock.now())
        event.attempts += 1
        person = event.incoming.person
        return Beginning(
            turn=event.turn,
            epoch=epoch,
            incoming=event.incoming,
            participant=await self.participant(session, person),
            received_at=event.received_at,
            attempt=event.attempts,
            recent=tuple(self.tables.said.get(session, [])[-RECENT_LINES:]),
            pending=tuple(r for r in self._pending() if r.session == session),
            journal=deepcopy(self.tables.journal.get(event.turn, {})),
        )

    @override
    async def record(self, turn: TurnId, epoch: int, step: str, entry: JsonValue) -> None:
        event = self.tables.event(turn)
        if event is None:
            raise Fenced
        self._fence(event.session, epoch)
        self.tables.journal.setdefault(turn, {})[step] = deepcopy(entry)

    @override
    async def commit(self, ending: Ending) -> None:
        with self._changing() as tables:
            self._fence(ending.session, ending.epoch)
            event = tables.event(ending.turn)
            if event and event.status == "waiting":
                event.status, event.done_at = "done", self._clock.now()
                self._apply(ending, event.incoming.person)

    @override
    async def participant(self, session: SessionId, person: Person) -> Participant:
        known = self.tables.participants.get((session, person))
        return deepcopy(known) or Participant.new(person)

    @override
    async def decisions(self, session: SessionId, person: Person) -> list[Decision]:
        return list(self.tables.decisions.get((session, person), ()))

    @override
    async def find(self, request: RequestId) -> Request | None:
        return deepcopy(self.tables.requests.get(request))

    @override
    async def decide(self, decided: Request, turn: TurnId) -> Request:
        stored = self.tables.requests.get(decided.id)
        if stored is None or stored.status is not Status.PENDING:
            return settled_before(stored, turn)
        settled = replace(decided, decided_in=turn)
        self.tables.requests[decided.id] = settled
        self.tables.journal.setdefault(turn, {})[DECIDED] = decided.id
        return settled

    @override
    async def unsent(self, session: SessionId) -> list[Reply]:
        return [reply for reply in self._unsent() if reply.thread.session == session]

    @override
    async def sent(self, replies: list[ReplyId]) -> None:
        self.tables.sent.update(replies)

    @override
    async def owing(self, platform: str) -> list[SessionId]:
        owed = (r.thread.session for r in self._unsent() if r.thread.platform == platform)
        return list(dict.fromkeys(owed))

    async def settle(self, session: SessionId, replies: list[ReplyId]) -> bool:
        """Note replies as taken, and say whether the session has another event waiting."""
        await self.sent(replies)
        return any(event.session == session for event in self.tables.waiting())

    async def stalled(self, since: datetime) -> list[SessionId]:
        """List sessions with unfinished events, or unsent replies, and no turn begun since."""
        waiting = [e.session for e in self.tables.waiting() if e.received_at < since]
        unfinished = dict.fromkeys([*waiting, *(r.thread.session for r in self._unsent())])
        begun = {session for session, (_, at) in self.tables.epochs.items() if at >= since}
        return [session for session in unfinished if session not in begun]

    async def overdue(self, now: datetime) -> list[Request]:
        """List pending requests whose time is over."""
        return [request for request in self._pending() if request.expires_at <= now]

    async def forgive(self, turn: TurnId) -> None:
        """Take back the attempt that just ended, for it was not the event's fault."""
        event = self.tables.event(turn)
        if event and event.status == "waiting" and event.attempts:
            event.attempts -= 1

    async def forget(self, before: datetime) -> int:
        """Delete events done before a moment, and their journal; say how many."""
        events = self.tables.events
        old = [key for key, event in events.items() if event.done_at and event.done_at < before]
        for key in old:
            self.tables.journal.pop(events.pop(key).turn, None)
        return len(old)

    async def parked(self) -> list[ParkedEvent]:
        """List the events set aside, oldest first."""
        return [
            ParkedEvent(e.turn, e.session, e.incoming.person.key, e.received_at, e.reason)
            for e in self.tables.events.values()
            if e.status == "parked"
        ]

    async def replay(self, turn: TurnId) -> SessionId | None:
        """Let a parked event try again; None when it is not parked."""
        event = self.tables.event(turn)
        if event is None or event.status != "parked":
            return None
        event.status, event.attempts, event.reason = "waiting", 0, ""
        return event.session

    def _fence(self, session: SessionId, epoch: int) -> None:
        if self.tables.epochs.get(session, (0, None))[0] != epoch:
            raise Fenced

    def _apply(self, ending: Ending, person: Person) -> None:
        tables = self.tables
        for participant in ending.participants:
            tables.participants[ending.session, participant.person] = deepcopy(participant)
        tables.said.setdefault(ending.session, []).extend(ending.said)
        for reply in ending.replies:
            self._post(reply)
        for request in ending.opened:
            tables.requests[request.id] = request
        for request in ending.closed:
            if tables.requests[request.id].status is Status.PENDING:
                tables.requests[request.id] = request
        if ending.decisions:
            tables.decisions[ending.session, person] = ending.decisions

    def _post(self, reply: Reply) -> None:
        if reply.id in self.tables.replies:
            message = f"there is a reply {reply.id} already"
            raise ValueError(message)
        self.tables.replies[reply.id] = reply

    def _pending(self) -> Iterator[Request]:
        return (r for r in self.tables.requests.values() if r.status is Status.PENDING)

    def _unsent(self) -> Iterator[Reply]:
        return (r for id_, r in self.tables.replies.items() if id_ not in self.tables.sent)

"""Inbox, outbox, sessions and requests in memory."""

from copy import deepcopy
from datetime import datetime

from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.inbox import Inbox, Outbox
from bot.core.ports.plans import Requests
from bot.core.ports.sessions import Sessions
from bot.core.ports.turns import DECIDED
from bot.domain.decisions import DecisionNote
from bot.domain.ids import ReplyId, RequestId, SessionId, TurnId
from bot.domain.messages import Incoming, Reply, Thread
from bot.domain.operations import Attention, ChannelMode, name_channel
from bot.domain.participant import Participant
from bot.domain.requests import Request, Verdict
from bot.storage.turns.inbox import describe_parked, make_dedupe_key
from bot.storage.turns.requests import WAITING, TurnOver, apply_verdict
from tests.fakes.store.admin import tell
from tests.fakes.store.maintenance import MemoryUpkeep
from tests.fakes.store.state import Event, InMemory
from tests.fakes.store.turns import MemoryTurns


class MemoryRequests(InMemory, Requests):
    """Requests in a plain dict."""

    @override
    async def find(self, request: RequestId) -> Request | None:
        return deepcopy(self.tables.requests.get(request))

    @override
    async def decide(self, request: RequestId, verdict: Verdict, now: datetime) -> Request:
        stored = self.tables.requests.get(request)
        changed = apply_verdict(stored, verdict, now)
        if changed is not stored:
            event = self.tables.event(TurnId(verdict.turn))
            if event is not None and event.status != WAITING:
                raise TurnOver
            self.tables.requests[request] = changed
            self.tables.journal.setdefault(TurnId(verdict.turn), {})[DECIDED] = request
        return changed


class MemoryStore(MemoryTurns, MemoryRequests, MemoryUpkeep, Inbox, Sessions, Outbox):
    """All ports over plain dicts; nothing survives the process."""

    @override
    async def accept(self, incoming: Incoming) -> TurnId | None:
        key = make_dedupe_key(incoming)
        if key in self.tables.events:
            return None
        event = Event(TurnId(self._ids.new()), incoming, self._clock.now())
        self.tables.events[key] = event
        return event.turn

    @override
    async def waiting(self) -> list[SessionId]:
        return list(dict.fromkeys(event.session for event in self.tables.waiting()))

    @override
    async def waiting_event(self, turn: TurnId) -> Incoming | None:
        event = self.tables.event(turn)
        return event.incoming if event and event.status == "waiting" else None

    @override
    async def park(self, turn: TurnId, epoch: int, reason: str, reply: Reply) -> None:
        with self._changing() as tables:
            self._fence(reply.thread.session, epoch)
            event = tables.event(turn)
            if event and event.status == "waiting":
                event.status, event.reason = "parked", reason
                self._post(reply)
                steps, now = tables.journal.get(turn, {}), self._clock.now()
                tell(tables, describe_parked(turn, event.incoming.person.key, steps, reply, now))

    @override
    async def answer_aside(self, turn: TurnId, reply: Reply) -> bool:
        event = self.tables.event(turn)
        if event is None or event.status != "waiting" or event.attempts:
            return False
        event.status, event.done_at = "done", self._clock.now()
        self._post(reply)
        return True

    @override
    async def participant(self, session: SessionId, person: Person) -> Participant:
        return self._known(session, person)

    @override
    async def decisions(self, session: SessionId, person: Person) -> list[DecisionNote]:
        return list(self.tables.decisions.get((session, person), ()))

    @override
    async def attention(self, thread: Thread) -> Attention:
        tables, session = self.tables, thread.session
        mode = tables.modes.get(name_channel(thread), ChannelMode.THREAD)
        return Attention(session in tables.epochs, session in tables.quiet, mode)

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

    @override
    async def settle(self, session: SessionId, replies: list[ReplyId]) -> bool:
        await self.sent(replies)
        return any(event.session == session for event in self.tables.waiting())

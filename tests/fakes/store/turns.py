"""Turns in memory: begun, journalled and committed under the session's epoch."""

from collections.abc import Collection, Iterator
from copy import deepcopy

from pydantic import JsonValue
from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.turns import RECENT_LINES, Beginning, Ending, Turns
from bot.domain.errors import Fenced
from bot.domain.ids import SessionId, TaskId, TurnId
from bot.domain.memory import Summary
from bot.domain.messages import TranscriptLine
from bot.domain.participant import Participant
from bot.domain.requests import Request, RequestStatus
from bot.storage.databases.codec import PARTICIPANT
from bot.storage.turns.inbox import list_left_events, make_dedupe_key
from tests.fakes.store.admin import carry_out, clear
from tests.fakes.store.plans import save_plans
from tests.fakes.store.revisions import MemoryLater
from tests.fakes.store.state import Books, Event, Tables


def _stored(participant: Participant) -> Participant:
    """What is left of a value that was written down: no more than can be read again."""
    return PARTICIPANT.decode(PARTICIPANT.encode(participant))


class MemoryTurns(MemoryLater, Turns):
    """Turns over plain dicts."""

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
            participant=self._known(session, person),
            received_at=event.received_at,
            attempt=event.attempts,
            recent=tuple(self.tables.said.get(session, [])[-RECENT_LINES:]),
            memory=self.tables.summaries.get((session, person), (Summary(), None))[0],
            pending=tuple(self._open_for(session, event.turn)),
            journal=deepcopy(self.tables.journal.get(event.turn, {})),
            behind=await self.behind(event.turn),
            original=self._original(event),
            is_gone=self._is_gone(event.incoming),
            owes=any(reply.thread.session == session for reply in self._unsent()),
        )

    @override
    async def record(self, turn: TurnId, epoch: int, step: str, entry: JsonValue) -> None:
        event = self.tables.event(turn)
        if event is None:
            raise Fenced
        self._fence(event.session, epoch)
        self.tables.journal.setdefault(turn, {})[step] = deepcopy(entry)

    @override
    async def lines(
        self, session: SessionId, turns: Collection[TurnId]
    ) -> tuple[TranscriptLine, ...]:
        kept = self.tables.said.get(session, [])
        return tuple(line for line in kept if line.turn in turns and not line.by_bot)

    @override
    async def diary(
        self, task: TaskId, book: str, since: int, until: int
    ) -> tuple[JsonValue, ...]:
        kept: Books = {}
        for diaries in self.tables.diaries.values():
            kept = diaries.get(task, kept)
        lines = sorted(kept.get(book, {}).items())
        return tuple(deepcopy(body) for number, body in lines if since <= number < until)

    @override
    async def commit(self, ending: Ending) -> None:
        with self._changing() as tables:
            self._fence(ending.session, ending.epoch)
            event = tables.event(ending.turn)
            if event and event.status == "waiting":
                event.status, event.done_at = "done", self._clock.now()
                save_plans(tables, ending)
                clear(tables, ending)
                self._apply(ending, event.incoming.person)
                self._apply_later(ending)
                _keep_diary(tables, ending)
                self._accept_next(ending)
                carry_out(tables, ending, event.incoming.person, self._clock.now())

    def _open_for(self, session: SessionId, turn: TurnId) -> Iterator[Request]:
        """What is open for a turn; a verdict of a later one does not count yet."""
        later = {event.turn for event in self.tables.waiting() if event.turn != turn}
        for request in self.tables.requests.values():
            if request.session != session:
                continue
            if request.status is RequestStatus.PENDING:
                yield request
            elif request.decided_in in later:
                yield request.undecided()

    def _note_timers(self, ending: Ending) -> None:
        requests, now = self.tables.requests, self._clock.now()
        for id_ in ending.reminded:
            if requests[id_].status is RequestStatus.PENDING:
                requests[id_] = requests[id_].reminded(now)
        for id_ in ending.escalated:
            if requests[id_].status is RequestStatus.PENDING:
                requests[id_] = requests[id_].escalated(now)

    def _known(self, session: SessionId, person: Person) -> Participant:
        known = self.tables.participants.get((session, person))
        return deepcopy(known) or Participant.new(person)

    def _accept_next(self, ending: Ending) -> None:
        for turn, incoming in list_left_events(ending):
            event = Event(turn, incoming, self._clock.now())
            self.tables.events.setdefault(make_dedupe_key(incoming), event)

    def _apply(self, ending: Ending, person: Person) -> None:
        tables = self.tables
        for participant in ending.participants:
            tables.participants[ending.session, participant.person] = _stored(participant)
        tables.said.setdefault(ending.session, []).extend(ending.said)
        for reply in ending.replies:
            self._post(reply)
        for request in ending.opened:
            tables.requests[request.id] = request
        undone = {event.turn for event in tables.waiting()}
        for request in ending.closed:
            stored = tables.requests[request.id]
            if stored.status is RequestStatus.PENDING or stored.decided_in in undone:
                tables.requests[request.id] = request
        self._note_timers(ending)
        if ending.decisions:
            tables.decisions[ending.session, person] = ending.decisions


def _keep_diary(tables: Tables, ending: Ending) -> None:
    for one in ending.diary.written:
        diaries = tables.diaries.setdefault((ending.session, one.person), {})
        lines = diaries.setdefault(one.task, {}).setdefault(one.line.book, {})
        lines[one.line.number] = deepcopy(one.line.body)
    for diaries in tables.diaries.values():
        for task in ending.diary.ended:
            diaries.pop(task, None)

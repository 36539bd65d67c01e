"""Turns in SQL: begun, journalled and committed under the epoch of their session."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import structlog
from pydantic import JsonValue
from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.environment import Cipher, Clock
from bot.core.ports.turns import Beginning, Ending, Turns, WaitingEvent
from bot.domain.errors import Fenced, PlatformFailed
from bot.domain.ids import SessionId, TaskId, TurnId
from bot.domain.messages import Incoming, Kind, Thread, TranscriptLine
from bot.domain.operations import Forgotten, Unremembered
from bot.domain.participant import Participant
from bot.storage.databases.codec import (
    ENTRY,
    INCOMING,
    NAMES,
    PARTICIPANT,
    SAY,
    clean,
    make_storable,
    read_lines,
    write_line,
    write_moment,
)
from bot.storage.databases.transactions import Repository, SqlTransaction
from bot.storage.memory.search_index import read_summary
from bot.storage.tables.sessions import decisions, diaries, participants
from bot.storage.tables.statements import delete, insert, upsert
from bot.storage.turns import admin, inbox
from bot.storage.turns.job_queue import JobQueue
from bot.storage.turns.plans import save_plans
from bot.storage.turns.requests import CLOSE, OPEN, note_timers, read_open_requests, write_request
from bot.storage.turns.revisions import BEHIND, read_next, read_waiting, write_revisions
from bot.storage.turns.turn_start import (
    BegunTurn,
    KnownLines,
    NothingWaitsError,
    RecentLines,
    TakenEvent,
    begin,
)

WRITE = upsert(diaries, "body")
END = delete(diaries, "task = :task")
READ = """
    SELECT body FROM diaries
    WHERE task = :task AND book = :book AND number >= :since AND number < :until
    ORDER BY number"""

Row = dict[str, Any]


def read_diary(
    sql: SqlTransaction, task: TaskId, book: str, span: tuple[int, int]
) -> tuple[JsonValue, ...]:
    """The lines of a book whose numbers lie in a span."""
    since, until = span
    rows = sql.rows(READ, task=task, book=clean(book), since=since, until=until)
    return tuple(ENTRY.each(rows))


def write_diary(ending: Ending) -> list[tuple[str, list[Row]]]:
    """What a turn changes about diaries, as statements and rows."""
    written = [
        {
            "task": one.task,
            "book": clean(one.line.book),
            "number": one.line.number,
            "session": ending.session,
            "person": one.person.key,
            "body": ENTRY.encode(one.line.body),
        }
        for one in ending.diary.written
    ]
    return [(WRITE, written), (END, [{"task": task} for task in ending.diary.ended])]


# The lock keeps the next turn from reading the journal before this row is in it.
RECORD = """
    INSERT INTO journal (turn, step, epoch, entry)
    SELECT :turn, :step, :epoch, :entry FROM inbox, sessions
    WHERE inbox.id = :turn AND sessions.id = inbox.session AND sessions.epoch = :epoch
    FOR SHARE OF sessions
    ON CONFLICT (turn, step) DO UPDATE SET entry = excluded.entry"""
# The lock stays until the commit: who would take the session over has to wait.
FINISH = """
    UPDATE inbox SET status = 'done', done_at = :now, body = ''
    WHERE id = :turn AND status = 'waiting' AND EXISTS (
        SELECT 1 FROM sessions WHERE id = :session AND epoch = :epoch FOR UPDATE)
    RETURNING person"""
REMEMBER = upsert(participants, "body")
DECIDE = insert(decisions)

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class SqlTurns(Repository, Turns):
    """One transaction each to begin, to record and to commit."""

    cipher: Cipher
    clock: Clock
    jobs: JobQueue = field(default_factory=JobQueue)
    latest: RecentLines = field(default_factory=RecentLines)

    @override
    async def begin(self, session: SessionId) -> Beginning | None:
        now = write_moment(self.clock.now())
        try:
            begun = await self.database.write(lambda sql: begin(sql, session, now, self.latest))
        except NothingWaitsError:
            return None
        self.latest.keep(session, KnownLines(begun.made, begun.epoch, begun.recent))
        return self._read(session, begun)

    @override
    async def record(self, turn: TurnId, epoch: int, step: str, entry: JsonValue) -> None:
        row = {"turn": turn, "epoch": epoch, "step": step, "entry": ENTRY.encode(entry)}
        if not await self.database.put(lambda sql: sql.change(RECORD, **row)):
            raise Fenced

    @override
    async def behind(self, turn: TurnId) -> tuple[WaitingEvent, ...]:
        return read_waiting(await self.database.rows(BEHIND, turn=turn), self.cipher)

    @override
    async def lines(
        self, session: SessionId, turns: Collection[TurnId]
    ) -> tuple[TranscriptLine, ...]:
        return await self.database.read(lambda sql: read_lines(sql, session, sorted(turns)))

    @override
    async def next_messages(self, turn: TurnId, most: int) -> tuple[WaitingEvent, ...]:
        rows = await self.database.read(lambda sql: read_next(sql, turn, most))
        return read_waiting(rows, self.cipher)

    @override
    async def diary(
        self, task: TaskId, book: str, since: int, until: int
    ) -> tuple[JsonValue, ...]:
        return await self.database.read(lambda sql: read_diary(sql, task, book, (since, until)))

    @override
    async def commit(self, ending: Ending) -> None:
        at = self.clock.now()
        now = write_moment(at)
        lines = tuple(map(make_storable, ending.said))
        said = [write_line(ending.session, line) for line in lines]
        left = [
            inbox.write_event(event, turn, self.cipher, at)
            for turn, event in inbox.list_left_events(ending)
        ]
        added = [(SAY, said), *_added(ending), (inbox.ACCEPT, left)]
        changed = [(CLOSE, [write_request(request) for request in ending.closed])]
        changed += [*write_revisions(ending, now), *write_diary(ending)]

        def work(sql: SqlTransaction) -> bool:
            person = _finish(sql, ending, now)
            if person is None:
                return False
            save_plans(sql, ending)
            admin.erase_first(sql, ending)
            for statement, many in (*added, (DECIDE, _decision_rows(ending, person))):
                sql.add(statement, many)
            for statement, many in changed:
                sql.change_each(statement, many)
            note_timers(sql, ending, at)
            for errand in ending.besides.errands:
                self.jobs.work(sql, errand.thread.session, errand.person.key)
            admin.write_effects(sql, ending, person, (self.cipher, self.clock))
            return True

        before = self.latest.take(ending.session, ending.epoch)
        if await self.database.write(work) and before is not None and not _rewrites(ending):
            newest = KnownLines(before.made, before.epoch, (*before.lines, *lines))
            self.latest.keep(ending.session, newest)

    def _read(self, session: SessionId, begun: BegunTurn) -> Beginning:
        event, beside = begun.event, begun.beside
        incoming, is_unreadable = self._unseal(session, event)
        known = [PARTICIPANT.decode(row[-1]) for row in beside["participant"]]
        return Beginning(
            turn=event.turn,
            epoch=begun.epoch,
            incoming=incoming,
            participant=known[0] if known else Participant.new(incoming.person),
            received_at=datetime.fromisoformat(event.received_at),
            attempt=event.attempts,
            recent=begun.recent,
            memory=read_summary(*(row[-1] for row in beside["summary"])),
            pending=read_open_requests(row[-1] for row in beside["request"]),
            journal={step: ENTRY.decode(entry) for step, *_others, entry in beside["step"]},
            behind=read_waiting(beside["behind"], self.cipher),
            original=begun.original,
            is_gone=event.kind == Kind.MESSAGE and bool(beside["gone"]),
            is_unreadable=is_unreadable,
            owes=bool(beside["owed"]),
        )

    def _unseal(self, session: SessionId, event: TakenEvent) -> tuple[Incoming, bool]:
        """Read what came in; one sealed with a lost key keeps its place, but not its words."""
        try:
            return INCOMING.decode(self.cipher.open(event.body)), False
        except (PlatformFailed, ValueError) as error:
            log.error("event_unreadable", turn=event.turn, error=type(error).__name__)  # noqa: TRY400 - the traceback of a decoding error quotes what was said
            person = Person.of(event.person)
            kind = Kind.MESSAGE if event.kind == inbox.HALT else Kind(event.kind)
            id_ = inbox.parse_event_name(event.key) or event.turn
            return Incoming(id_, Thread.of(session), person, kind), True


def _rewrites(ending: Ending) -> bool:
    """Say whether lines of earlier turns are no longer what they were."""
    forgets = any(isinstance(deed, Forgotten | Unremembered) for deed in ending.besides.deeds)
    return forgets or bool(ending.rewritten)


def _finish(sql: SqlTransaction, ending: Ending, now: str) -> str | None:
    """End the turn's event, and say whose it is; None if this very commit was made before.

    Raises:
        Fenced: a later epoch has begun.
    """
    own = {"turn": ending.turn, "session": ending.session, "epoch": ending.epoch}
    if finished := sql.rows(FINISH, now=now, **own):
        person: str = finished[0][0]
        return person
    inbox.fence(sql, ending.session, ending.epoch)
    return None


def _added(ending: Ending) -> list[tuple[str, list[Row]]]:
    """Rows of what was done besides talking, each with the statement that writes them."""
    return [
        (REMEMBER, [_participant_row(ending, participant) for participant in ending.participants]),
        (inbox.POST, [dict(inbox.write_reply(reply)) for reply in ending.replies]),
        (OPEN, [write_request(request) for request in ending.opened]),
    ]


def _participant_row(ending: Ending, participant: Participant) -> Row:
    return {
        "session": ending.session,
        "person": participant.person.key,
        "body": PARTICIPANT.encode(participant),
    }


def _decision_rows(ending: Ending, person: str) -> list[Row]:
    return [
        {
            "session": ending.session,
            "person": person,
            "turn": ending.turn,
            "gate": decision.gate,
            "chosen": clean(decision.chosen),
            "reason": clean(decision.reason),
            "rejected": NAMES.encode(decision.rejected),
        }
        for decision in ending.decisions
    ]

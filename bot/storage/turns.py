"""Turns in SQL: begun, journalled and committed under the session's epoch."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from pydantic import JsonValue
from typing_extensions import override

from agents.kit.identity import Person
from bot.core.ports import Beginning, Cipher, Clock, Ending, Turns
from bot.core.ports.later import Original, Waiting
from bot.domain.deeds import Forgotten
from bot.domain.errors import Fenced, PlatformFailed
from bot.domain.ids import SessionId, TurnId
from bot.domain.messages import Incoming, Kind, Thread
from bot.domain.participant import Participant
from bot.domain.requests import Request
from bot.storage import deeds
from bot.storage.codec import ENTRY, INCOMING, NAMES, PARTICIPANT, clean, moment
from bot.storage.database import Database, Sql
from bot.storage.inbox import ACCEPT, POST, fence, inbox_row, left_by, outbox_row
from bot.storage.later import is_gone, original_of, rows_behind, rows_next, rows_of, unsealed
from bot.storage.latest import Latest, Lines
from bot.storage.lines import LINE, SAY, said, said_row
from bot.storage.plans import save_plans
from bot.storage.requests import CLOSE, OPEN, note_timers, open_for, request_row

RECENT_LINES = 40
REVISIONS = {Kind.EDIT, Kind.DELETION}

# More tries than anybody allows: what cannot be read is set aside without being tried.
UNREADABLE = 1_000_000

RAISE_EPOCH = """
    INSERT INTO sessions (id, epoch, created_at, updated_at) VALUES (:session, 1, :now, :now)
    ON CONFLICT (id) DO UPDATE SET epoch = sessions.epoch + 1, updated_at = excluded.updated_at
    RETURNING epoch"""
TAKE = """
    UPDATE inbox SET attempts = attempts + 1
    WHERE seq = (SELECT MIN(seq) FROM inbox WHERE session = :session AND status = 'waiting')
    RETURNING id, person, body, received_at, attempts, kind, message"""
WHO = "SELECT body FROM participants WHERE session = :session AND person = :person"
RECENT = f"""
    SELECT {", ".join(LINE)} FROM messages
    WHERE session = :session ORDER BY seq DESC LIMIT {RECENT_LINES}"""  # noqa: S608 - a number
JOURNAL = "SELECT step, entry FROM journal WHERE turn = :turn"
# The lock keeps the next turn from reading the journal before this row is in it.
RECORD = """
    INSERT INTO journal (turn, step, epoch, entry)
    SELECT :turn, :step, :epoch, :entry FROM inbox, sessions
    WHERE inbox.id = :turn AND sessions.id = inbox.session AND sessions.epoch = :epoch
    FOR SHARE OF sessions
    ON CONFLICT (turn, step) DO UPDATE SET entry = excluded.entry"""
FINISH = """
    UPDATE inbox SET status = 'done', done_at = :now, body = ''
    WHERE id = :turn AND status = 'waiting' RETURNING person"""
REMEMBER = """
    INSERT INTO participants (session, person, body) VALUES (:session, :person, :body)
    ON CONFLICT (session, person) DO UPDATE SET body = excluded.body"""
DECIDE = """
    INSERT INTO decisions (session, person, turn, gate, chosen, reason, rejected)
    VALUES (:session, :person, :turn, :gate, :chosen, :reason, :rejected)"""

log = structlog.get_logger()

Row = dict[str, Any]


class SqlTurns(Turns):
    """One transaction each to begin, to record and to commit."""

    def __init__(self, database: Database, cipher: Cipher, clock: Clock) -> None:
        self._database = database
        self._cipher = cipher
        self._clock = clock
        self._latest = Latest(RECENT_LINES)

    @override
    async def begin(self, session: SessionId) -> Beginning | None:
        now = moment(self._clock.now())
        try:
            begun = await self._database.write(lambda sql: self._begin(sql, session, now))
        except _NothingWaitsError:
            return None
        self._latest.keep(session, begun.epoch, begun.recent)
        return self._read(session, begun)

    @override
    async def record(self, turn: TurnId, epoch: int, step: str, entry: JsonValue) -> None:
        row = {"turn": turn, "epoch": epoch, "step": step, "entry": ENTRY.encode(entry)}
        if not await self._database.write(lambda sql: sql.change(RECORD, **row)):
            raise Fenced

    @override
    async def behind(self, turn: TurnId) -> tuple[Waiting, ...]:
        rows = await self._database.read(lambda sql: rows_behind(sql, turn))
        return unsealed(rows, self._cipher)

    @override
    async def next_messages(self, turn: TurnId, most: int) -> tuple[Waiting, ...]:
        rows = await self._database.read(lambda sql: rows_next(sql, turn, most))
        return unsealed(rows, self._cipher)

    @override
    async def commit(self, ending: Ending) -> None:
        at = self._clock.now()
        now = moment(at)
        lines = [said_row(ending.session, line) for line in ending.said]
        left = [inbox_row(event, turn, self._cipher, at) for turn, event in left_by(ending)]
        rows = [(SAY, lines), *_rows_of(ending), *rows_of(ending, now), (ACCEPT, left)]

        def work(sql: Sql) -> bool:
            fence(sql, ending.session, ending.epoch)
            finished = sql.rows(FINISH, turn=ending.turn, now=now)
            if finished:  # else this very commit was made before, and its answer lost
                person = finished[0][0]
                save_plans(sql, ending)
                deeds.clear(sql, ending)
                for statement, many in rows:
                    sql.change_each(statement, many)
                sql.change_each(DECIDE, _decision_rows(ending, person))
                note_timers(sql, ending, at)
                deeds.carry_out(sql, ending, person, (self._cipher, self._clock))
            return bool(finished)

        before = self._latest.take(ending.session, ending.epoch)
        if await self._database.write(work) and before is not None and not _rewrites(ending):
            newest = (said(tuple(row[name] for name in LINE)) for row in lines)
            self._latest.keep(ending.session, ending.epoch, (*before, *newest))

    def _begin(self, sql: Sql, session: SessionId, now: str) -> "_Begun":
        epoch = sql.rows(RAISE_EPOCH, session=session, now=now)[0][0]
        taken = sql.rows(TAKE, session=session)
        if not taken:
            raise _NothingWaitsError
        turn, person, body, received_at, attempts, kind, message = taken[0]
        recent = self._latest.before(session, epoch)
        return _Begun(
            epoch=epoch,
            turn=turn,
            person=person,
            body=body,
            received_at=received_at,
            attempts=attempts,
            participant=sql.rows(WHO, session=session, person=person),
            recent=_recent(sql, session) if recent is None else recent,
            pending=open_for(sql, session, turn),
            journal=sql.rows(JOURNAL, turn=turn),
            behind=rows_behind(sql, turn),
            original=original_of(sql, session, message, person) if kind in REVISIONS else None,
            is_gone=kind == Kind.MESSAGE and is_gone(sql, session, message, person),
        )

    def _read(self, session: SessionId, begun: "_Begun") -> Beginning:
        incoming, attempt = self._unseal(session, begun)
        known = [PARTICIPANT.decode(body) for (body,) in begun.participant]
        return Beginning(
            turn=begun.turn,
            epoch=begun.epoch,
            incoming=incoming,
            participant=known[0] if known else Participant.new(incoming.person),
            received_at=datetime.fromisoformat(begun.received_at),
            attempt=attempt,
            recent=begun.recent,
            pending=begun.pending,
            journal={step: ENTRY.decode(entry) for step, entry in begun.journal},
            behind=unsealed(begun.behind, self._cipher) if begun.behind else (),
            original=begun.original,
            is_gone=begun.is_gone,
        )

    def _unseal(self, session: SessionId, begun: "_Begun") -> tuple[Incoming, int]:
        """Read what came in; one sealed with a lost key keeps its place, but not its words."""
        try:
            return INCOMING.decode(self._cipher.open(begun.body)), begun.attempts
        except (PlatformFailed, ValueError) as error:
            log.error("event_unreadable", turn=begun.turn, error=type(error).__name__)  # noqa: TRY400 - the traceback of a decoding error quotes what was said
            person = _person(begun.person)
            return Incoming(begun.turn, Thread.of(session), person), UNREADABLE


@dataclass(frozen=True, slots=True)
class _Begun:
    """The rows a turn begins with."""

    epoch: int
    turn: TurnId
    person: str
    body: str
    received_at: str
    attempts: int
    participant: list[tuple[Any, ...]]
    recent: Lines
    pending: tuple[Request, ...]
    journal: list[tuple[Any, ...]]
    behind: list[tuple[Any, ...]]
    original: Original | None
    is_gone: bool


class _NothingWaitsError(Exception):
    """There is no event to begin with, so the epoch stays as it is."""


def _recent(sql: Sql, session: SessionId) -> Lines:
    return tuple(said(row) for row in reversed(sql.rows(RECENT, session=session)))


def _rewrites(ending: Ending) -> bool:
    """Say whether lines of earlier turns are no longer what they were."""
    forgets = any(isinstance(deed, Forgotten) for deed in ending.besides.deeds)
    return forgets or bool(ending.rewritten)


def _rows_of(ending: Ending) -> list[tuple[str, list[Row]]]:
    """Everything a turn changed but the transcript, as statements and their rows."""
    return [
        (REMEMBER, [_participant_row(ending, participant) for participant in ending.participants]),
        (POST, [dict(outbox_row(reply)) for reply in ending.replies]),
        (OPEN, [request_row(request) for request in ending.opened]),
        (CLOSE, [request_row(request) for request in ending.closed]),
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


def _person(key: str) -> Person:
    return Person(*(part.replace("%2F", "/").replace("%25", "%") for part in key.split("/")))

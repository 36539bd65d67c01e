"""The inbox in SQL: accepted events until their turns are over."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import JsonValue
from typing_extensions import override

from bot.core.ports.environment import Cipher, Clock, Ids
from bot.core.ports.inbox import Inbox
from bot.core.ports.turns import DECIDED, Ending, effects_in
from bot.domain.audit_log import AuditBatch, AuditEvent
from bot.domain.errors import Fenced
from bot.domain.ids import SessionId, TurnId
from bot.domain.messages import Incoming, Reply
from bot.domain.operations import name_workspace
from bot.storage.databases.codec import ENTRY, INCOMING, REPLY, clean, write_moment
from bot.storage.databases.transactions import Repository, SqlTransaction
from bot.storage.tables.sessions import inbox, outbox
from bot.storage.tables.statements import insert
from bot.storage.turns import audit_log
from bot.storage.turns.job_queue import JobNotification, JobQueue
from bot.storage.turns.revisions import read_event

LONGEST_KEY = 500  # Postgres refuses to index much more
HALT = "halt"

NEW = {"status": "'waiting'", "attempts": "0", "reason": "''"}
ACCEPT = f"{insert(inbox, 'done_at', **NEW)} ON CONFLICT (dedupe) DO NOTHING"
AND_TELL = f"WITH kept AS ({ACCEPT} RETURNING id) SELECT {{}} FROM kept"  # noqa: S608 - no value
COPY = "SELECT id FROM inbox WHERE dedupe = :dedupe"
WAITING = """
    SELECT session FROM inbox WHERE status = 'waiting' GROUP BY session ORDER BY MIN(seq)"""
EVENT = "SELECT body FROM inbox WHERE id = :turn AND status = 'waiting'"
EPOCH = "SELECT epoch FROM sessions WHERE id = :session FOR UPDATE"
PARK = """
    UPDATE inbox SET status = 'parked', reason = :reason
    WHERE id = :turn AND status = 'waiting' RETURNING person"""
STEPS = "SELECT step, entry FROM journal WHERE turn = :turn ORDER BY step"
END_ASIDE = """
    UPDATE inbox SET status = 'done', done_at = :now, body = ''
    WHERE id = :turn AND status = 'waiting' AND attempts = 0"""
POST = insert(outbox, "sent_at")


@dataclass(frozen=True)
class SqlInbox(Repository, Inbox):
    """Rows of the table `inbox`; what came in is sealed."""

    cipher: Cipher
    clock: Clock
    ids: Ids
    jobs: JobQueue = field(default_factory=JobQueue)

    @override
    async def accept(self, incoming: Incoming) -> TurnId | None:
        turn = TurnId(self.ids.new())
        row = write_event(incoming, turn, self.cipher, self.clock.now())
        telling = self.jobs.event(turn, incoming)

        def work(sql: SqlTransaction) -> TurnId | None:
            if _keep(sql, row, telling):
                return turn
            # One that is run again after a lost answer meets its own row.
            return turn if sql.rows(COPY, dedupe=row["dedupe"]) == [(turn,)] else None

        return await self.database.put(work)

    @override
    async def waiting(self) -> list[SessionId]:
        return await self.database.column(WAITING)

    @override
    async def waiting_event(self, turn: TurnId) -> Incoming | None:
        """The event of a turn that has not ended; None when there is none that can be read."""
        rows = await self.database.rows(EVENT, turn=turn)
        return read_event(turn, rows[0][0], self.cipher) if rows else None

    @override
    async def park(self, turn: TurnId, epoch: int, reason: str, reply: Reply) -> None:
        said, now = write_reply(reply), self.clock.now()

        def work(sql: SqlTransaction) -> None:
            fence(sql, reply.thread.session, epoch)
            if parked := sql.rows(PARK, turn=turn, reason=clean(reason)):
                sql.change(POST, **said)
                steps = {step: ENTRY.decode(noted) for step, noted in sql.rows(STEPS, turn=turn)}
                audit_log.write(
                    sql, describe_parked(turn, parked[0][0], steps, reply, now), self.cipher
                )

        await self.database.write(work)

    @override
    async def answer_aside(self, turn: TurnId, reply: Reply) -> bool:
        now, said = write_moment(self.clock.now()), write_reply(reply)

        def work(sql: SqlTransaction) -> bool:
            is_ours = bool(sql.change(END_ASIDE, turn=turn, now=now))
            if is_ours:
                sql.change(POST, **said)
            return is_ours

        return await self.database.write(work)


def _keep(sql: SqlTransaction, row: Mapping[str, str], telling: JobNotification | None) -> bool:
    """Keep an event and tell of it, all in one statement; say whether it is no copy."""
    if telling is None:
        return bool(sql.change(ACCEPT, **row))
    return bool(sql.rows(AND_TELL.format(telling.columns), **{**row, **telling.values}))


def describe_parked(
    turn: TurnId, person: str, journal: Mapping[str, JsonValue], reply: Reply, now: datetime
) -> AuditBatch:
    """Tell the audit what a turn did that will never tell it: effects, and the request decided."""
    keys: list[JsonValue] = [f"{turn}:{step}" for step in effects_in(journal)]
    thread = reply.thread
    entries = (AuditEvent("parked", {"keys": keys, "request": journal.get(DECIDED, "")}),)
    return AuditBatch(now, name_workspace(thread), thread.session, turn, person, entries)


def write_event(
    incoming: Incoming, turn: TurnId, cipher: Cipher, received_at: datetime
) -> dict[str, str]:
    """Write an event as a row, sealed."""
    return {
        "id": turn,
        "dedupe": make_dedupe_key(incoming),
        "session": incoming.thread.session,
        "person": incoming.person.key,
        "body": cipher.seal(INCOMING.encode(incoming)),
        "received_at": write_moment(received_at),
        "kind": name_kind(incoming),
        "message": clean(incoming.message),
    }


def list_left_events(ending: Ending) -> list[tuple[TurnId, Incoming]]:
    """The events a turn leaves for later, with ids that are the same for the same ending."""
    return [
        (TurnId(hashlib.sha256(f"{ending.turn}+{number}".encode()).hexdigest()[:32]), event)
        for number, event in enumerate(ending.next, start=1)
    ]


def name_kind(incoming: Incoming) -> str:
    """The kind of an event as its row tells it; a wish to stop is one of its own."""
    return HALT if incoming.halts else incoming.kind


def make_dedupe_key(incoming: Incoming) -> str:
    """Name an event as its platform does; the parts are escaped, so that it is unambiguous."""
    parts = (incoming.thread.platform, incoming.thread.workspace, incoming.id)
    key = clean("/".join(part.replace("%", "%25").replace("/", "%2F") for part in parts))
    if len(key) <= LONGEST_KEY:
        return key
    return key[:LONGEST_KEY] + "#" + hashlib.sha256(key.encode()).hexdigest()


def parse_event_name(key: str) -> str:
    """The platform's own name of an event, from how we name it; empty where that was cut."""
    if len(key) > LONGEST_KEY:
        return ""
    return key.rpartition("/")[2].replace("%2F", "/").replace("%25", "%")


def fence(sql: SqlTransaction, session: SessionId, epoch: int) -> None:
    """Stop a worker whose session was taken over; keep others from doing so until the end."""
    if sql.rows(EPOCH, session=session) != [(epoch,)]:
        raise Fenced


def write_reply(reply: Reply) -> dict[str, str]:
    """Write a reply as a row of the outbox."""
    return {
        "id": reply.id,
        "session": reply.thread.session,
        "platform": reply.thread.platform,
        "body": REPLY.encode(reply.kept),
    }

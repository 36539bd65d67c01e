"""Finds what stands still, is overdue, parked or done with, and counts what waits."""

from datetime import datetime
from functools import partial

from bot.core.ports.http_api import Figures
from bot.core.ports.inbox import ParkedEvent
from bot.core.ports.turns import LAST_TRY
from bot.domain.ids import SessionId, TurnId
from bot.domain.requests import Request
from bot.storage.databases.codec import REQUEST, read_moment, write_moment
from bot.storage.databases.transactions import Repository, SqlTransaction
from bot.storage.memory.retention import delete_all
from bot.storage.tables.columns import holding_of
from bot.storage.tables.schema import TABLES
from bot.storage.tables.sessions import inbox, journal
from bot.storage.tables.statements import BATCH, delete, delete_batch

STALLED = """
    SELECT session FROM (
        SELECT session FROM inbox WHERE status = 'waiting' AND received_at < :since
        UNION
        SELECT session FROM outbox WHERE sent_at IS NULL
    ) AS unfinished
    WHERE NOT EXISTS (
        SELECT 1 FROM sessions WHERE id = unfinished.session AND updated_at >= :since)"""
UNBEGUN = """
    SELECT session FROM inbox WHERE status = 'waiting'
    GROUP BY session HAVING MAX(attempts) = 0 AND MIN(received_at) < :since"""
OVERDUE = """
    SELECT body FROM requests WHERE status = 'pending' AND expires_at <= :now
    ORDER BY expires_at"""
REMINDABLE = """
    SELECT body FROM requests
    WHERE status = 'pending' AND remind_at <= :now AND expires_at > :now
    ORDER BY remind_at"""
ESCALATABLE = """
    SELECT body FROM requests
    WHERE status = 'pending' AND escalate_at <= :now AND expires_at > :now
    ORDER BY escalate_at"""
FORGIVE = """
    UPDATE inbox SET attempts = attempts - 1
    WHERE id = :turn AND status = 'waiting' AND attempts > 0"""
OLD = f"""
    SELECT id FROM inbox WHERE status = 'done' AND done_at < :before
    ORDER BY seq LIMIT {BATCH}"""  # noqa: S608 - a number
FORGET = delete(inbox, "id = :turn")
FORGET_STEPS = delete(journal, "turn = :turn")
DONE_WITH = [
    delete_batch(table, holding_of(table).done) for table in TABLES if holding_of(table).done
]
PARKED_EVENTS = """
    SELECT id, session, person, received_at, reason FROM inbox
    WHERE status = 'parked' ORDER BY seq"""
REPLAY = """
    UPDATE inbox SET status = 'waiting', attempts = 0, reason = ''
    WHERE id = :turn AND status = 'parked' RETURNING session"""
FORGET_TRY = """
    DELETE FROM journal WHERE turn = :turn AND step = :step
        AND EXISTS (SELECT 1 FROM inbox WHERE id = :turn AND status = 'parked')"""


class SqlMaintenance(Repository):
    """Looks after the tables as a whole."""

    async def stalled(self, since: datetime) -> list[SessionId]:
        """List sessions with unfinished events, or unsent replies, and no turn begun since."""
        at = write_moment(since)
        return await self.database.column(STALLED, since=at)

    async def unbegun(self, since: datetime) -> list[SessionId]:
        """List sessions in which nothing is going on, though events wait from before a moment."""
        at = write_moment(since)
        return await self.database.column(UNBEGUN, since=at)

    async def overdue(self, now: datetime) -> list[Request]:
        """List pending requests whose time is over."""
        return await self._requests(OVERDUE, now)

    async def remindable(self, now: datetime) -> list[Request]:
        """List pending requests of which those who may decide are to be reminded."""
        return await self._requests(REMINDABLE, now)

    async def escalatable(self, now: datetime) -> list[Request]:
        """List pending requests that the next ones may decide too."""
        return await self._requests(ESCALATABLE, now)

    async def forgive(self, turn: TurnId) -> None:
        """Take back the attempt that just ended, for it was not the event's fault."""
        await self.database.change(FORGIVE, turn=turn)

    async def forget(self, before: datetime) -> int:
        """Delete events done before a moment, with what was sent for them; say how many."""
        at = write_moment(before)
        forgotten = 0
        while batch := await self.database.write(lambda sql: _forget(sql, at)):
            forgotten += batch
        for statement in DONE_WITH:
            await delete_all(self.database, statement, at)
        return forgotten

    async def parked(self) -> list[ParkedEvent]:
        """List the events set aside, oldest first."""
        rows = await self.database.rows(PARKED_EVENTS)
        return [
            ParkedEvent(turn, session, person, datetime.fromisoformat(at), reason)
            for turn, session, person, at, reason in rows
        ]

    async def replay(self, turn: TurnId) -> SessionId | None:
        """Let a parked event try again; None when it is not parked."""
        rows = await self.database.write(partial(_replay, turn=turn))
        return SessionId(rows[0][0]) if rows else None

    async def _requests(self, which: str, now: datetime) -> list[Request]:
        at = write_moment(now)
        return REQUEST.each(await self.database.rows(which, now=at))


def _replay(sql: SqlTransaction, *, turn: TurnId) -> list[tuple[str]]:
    sql.change(FORGET_TRY, turn=turn, step=LAST_TRY)
    return sql.rows(REPLAY, turn=turn)


def _forget(sql: SqlTransaction, before: str) -> int:
    old = [{"turn": turn} for (turn,) in sql.rows(OLD, before=before)]
    sql.change_each(FORGET_STEPS, old)
    sql.change_each(FORGET, old)
    return len(old)


WAITING_COUNT = "SELECT COUNT(*), MIN(received_at) FROM inbox WHERE status = 'waiting'"
# What waits for the turn before it waits for no worker.
JOBS_COUNT = """
    SELECT COUNT(*), MIN(deferred.at) FROM procrastinate_jobs AS job
    LEFT JOIN procrastinate_events AS deferred
        ON deferred.job_id = job.id AND deferred.type = 'deferred'
    WHERE job.status = 'todo' AND job.args->>'session' IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM procrastinate_jobs WHERE lock = job.lock AND status = 'doing')"""
PARKED_COUNT = "SELECT COUNT(*) FROM inbox WHERE status = 'parked'"
# A reply is as old as the turn it comes from; that began when its session was used last.
UNSENT_COUNT = """
    SELECT COUNT(*), MIN(s.updated_at) FROM outbox o LEFT JOIN sessions s ON s.id = o.session
    WHERE o.sent_at IS NULL"""
APPROVALS_COUNT = """
    SELECT COUNT(*) FROM requests WHERE status = 'pending' AND kind IN ('approval', 'plan')"""


class SqlMetrics(Repository):
    """Counts rows."""

    async def figures(self) -> Figures:
        """Count it now."""
        return await self.database.read(_figures)


def _figures(sql: SqlTransaction) -> Figures:
    waiting, since = sql.rows(WAITING_COUNT)[0]
    unsent, unsent_since = sql.rows(UNSENT_COUNT)[0]
    jobs, jobs_since = _jobs(sql)
    return Figures(
        waiting=waiting,
        waiting_since=read_moment(since),
        jobs=jobs,
        jobs_since=jobs_since,
        parked=sql.rows(PARKED_COUNT)[0][0],
        unsent=unsent,
        unsent_since=read_moment(unsent_since),
        approvals=sql.rows(APPROVALS_COUNT)[0][0],
    )


def _jobs(sql: SqlTransaction) -> tuple[int, datetime | None]:
    if sql.connection.dialect.name == "sqlite":
        return 0, None
    ((jobs, since),) = sql.rows(JOBS_COUNT)
    return jobs, since

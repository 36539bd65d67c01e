"""What must be done from time to time: find what stands still, what is overdue, what is old."""

from datetime import datetime
from functools import partial

from bot.core.ports.boxes import ParkedEvent
from bot.core.ports.turns import LAST_TRY
from bot.domain.ids import SessionId, TurnId
from bot.domain.requests import Request
from bot.storage.codec import REQUEST, moment
from bot.storage.databases.database import Repository, Sql
from bot.storage.tables.columns import holding_of
from bot.storage.tables.schema import TABLES
from bot.storage.tables.sessions import inbox, journal
from bot.storage.tables.statements import BATCH, delete, delete_batch
from bot.storage.upkeep.retention import delete_all

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
PARKED = """
    SELECT id, session, person, received_at, reason FROM inbox
    WHERE status = 'parked' ORDER BY seq"""
REPLAY = """
    UPDATE inbox SET status = 'waiting', attempts = 0, reason = ''
    WHERE id = :turn AND status = 'parked' RETURNING session"""
FORGET_TRY = """
    DELETE FROM journal WHERE turn = :turn AND step = :step
        AND EXISTS (SELECT 1 FROM inbox WHERE id = :turn AND status = 'parked')"""


class SqlUpkeep(Repository):
    """Looks after the tables as a whole."""

    async def stalled(self, since: datetime) -> list[SessionId]:
        """List sessions with unfinished events, or unsent replies, and no turn begun since."""
        at = moment(since)
        return await self.database.column(STALLED, since=at)

    async def unbegun(self, since: datetime) -> list[SessionId]:
        """List sessions in which nothing is going on, though events wait from before a moment."""
        at = moment(since)
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
        at = moment(before)
        forgotten = 0
        while batch := await self.database.write(lambda sql: _forget(sql, at)):
            forgotten += batch
        for statement in DONE_WITH:
            await delete_all(self.database, statement, at)
        return forgotten

    async def parked(self) -> list[ParkedEvent]:
        """List the events set aside, oldest first."""
        rows = await self.database.rows(PARKED)
        return [
            ParkedEvent(turn, session, person, datetime.fromisoformat(at), reason)
            for turn, session, person, at, reason in rows
        ]

    async def replay(self, turn: TurnId) -> SessionId | None:
        """Let a parked event try again; None when it is not parked."""
        rows = await self.database.write(partial(_replay, turn=turn))
        return SessionId(rows[0][0]) if rows else None

    async def _requests(self, which: str, now: datetime) -> list[Request]:
        at = moment(now)
        return REQUEST.each(await self.database.rows(which, now=at))


def _replay(sql: Sql, *, turn: TurnId) -> list[tuple[str]]:
    sql.change(FORGET_TRY, turn=turn, step=LAST_TRY)
    return sql.rows(REPLAY, turn=turn)


def _forget(sql: Sql, before: str) -> int:
    old = [{"turn": turn} for (turn,) in sql.rows(OLD, before=before)]
    sql.change_each(FORGET_STEPS, old)
    sql.change_each(FORGET, old)
    return len(old)

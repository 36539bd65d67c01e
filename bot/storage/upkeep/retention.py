"""Deletes what was kept long enough, in SQL and in pieces that hold nobody up."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import inspect

from agents.kit.once import EFFECTS
from bot.core.ports.world import Clock
from bot.storage.codec import SUMMARY, moment
from bot.storage.databases.database import Database, Sql
from bot.storage.remembering.remembering import summary_of
from bot.storage.upkeep.forgetting import BLANK_NEWEST

BATCH = 500

# A turn that runs may know the lines by heart: its session is left to the next time.
QUIET = timedelta(minutes=10)

OLD = f"""
    SELECT seq, session, turn FROM messages WHERE at < :before AND EXISTS (
        SELECT 1 FROM sessions WHERE id = messages.session AND updated_at < :quiet)
    ORDER BY seq LIMIT {BATCH}"""  # noqa: S608 - a number
HOLD_QUIET = "SELECT 1 FROM sessions WHERE id = :session AND updated_at < :quiet FOR UPDATE"
DELETE_LINE = "DELETE FROM messages WHERE seq = :seq"
DELETE_DECISIONS = "DELETE FROM decisions WHERE session = :session AND turn = :turn"
# Processes that know a session's newest lines read them anew once its epoch has grown.
RAISE = "UPDATE sessions SET epoch = epoch + 1 WHERE id = :session"
# SQLite numbers from the beginning once no line is left: none of the next is summed up yet.
UNCOVER = """
    UPDATE summaries SET until = (SELECT COALESCE(MAX(seq), 0) FROM messages)
    WHERE until > (SELECT COALESCE(MAX(seq), 0) FROM messages)"""
SUMMARIES = """
    SELECT session, person, body FROM summaries
    WHERE body <> '' AND (session, person) > (:session, :person)
    ORDER BY session, person LIMIT 500"""
TRIM = """
    UPDATE summaries SET body = :body, version = version + 1
    WHERE session = :session AND person = :person AND body = :was"""
DATED = {
    "feedback": ("reply, person", "at < :before"),
    "http_events": ("seq", "at < :before AND seq < (SELECT MAX(seq) FROM http_events)"),
    "requests": ("seq", "status <> 'pending' AND expires_at < :before"),
    "outbox": ("seq", "sent_at < :before"),
    "inbox": ("seq", "status = 'parked' AND received_at < :before"),
}
STEPS_OF_PARKED = f"""
    DELETE FROM journal WHERE turn IN (SELECT id FROM inbox WHERE {DATED["inbox"][1]})"""  # noqa: S608 - written above
NUMBER_STAYS = f"{BLANK_NEWEST} AND at < :before"
EFFECTS_DONE = f"DELETE FROM {EFFECTS.name} WHERE at < :before"  # noqa: S608 - a name of ours


@dataclass(frozen=True, slots=True)
class SqlRetention:
    """Lines first: decisions and summaries go with what they came from."""

    database: Database
    clock: Clock

    async def expire(self, before: datetime) -> int:
        """Delete all that was said, decided and done before a moment; say how many lines."""
        quiet = moment(self.clock.now() - QUIET)
        return await self._expire(moment(before), quiet)

    async def _expire(self, before: str, quiet: str) -> int:
        deleted = 0
        delete = partial(_delete_lines, before=before, quiet=quiet)
        while count := await self.database.write(delete):
            deleted += count
        after: tuple[str, str] | None = ("", "")
        while after is not None:
            after = await self.database.write(partial(_trim, after=after, before=before))
        for statement in (STEPS_OF_PARKED, NUMBER_STAYS):
            await self.database.write(partial(_change, statement=statement, before=before))
        for table, (keys, where) in DATED.items():
            rows = f"SELECT {keys} FROM {table} WHERE {where} LIMIT {BATCH}"  # noqa: S608 - written above
            statement = f"DELETE FROM {table} WHERE ({keys}) IN ({rows})"  # noqa: S608 - written above
            while await self.database.write(partial(_change, statement=statement, before=before)):
                pass
        await self.database.write(partial(_delete_effects, before=before))
        return deleted


def _delete_lines(sql: Sql, before: str, quiet: str) -> int:
    found = sql.rows(OLD, before=before, quiet=quiet)
    # A session in which a turn began just now is left alone.
    sessions = sorted({session for _seq, session, _turn in found})
    held = {s for s in sessions if sql.rows(HOLD_QUIET, session=s, quiet=quiet)}
    rows = [row for row in found if row[1] in held]
    sql.change_each(DELETE_LINE, [{"seq": seq} for seq, *_others in rows])
    turns = {(session, turn) for _seq, session, turn in rows}
    sql.change_each(DELETE_DECISIONS, [{"session": s, "turn": t} for s, t in sorted(turns)])
    sql.change_each(RAISE, [{"session": session} for session in sorted(held)])
    if rows:
        sql.change(UNCOVER)
    return len(rows)


def _trim(sql: Sql, after: tuple[str, str], before: str) -> tuple[str, str] | None:
    """Take old lines out of some summaries; the last one that was looked at, or None."""
    rows = sql.rows(SUMMARIES, session=after[0], person=after[1])
    for session, person, body in rows:
        kept = summary_of(body)
        rest = kept.since(datetime.fromisoformat(before))
        if rest != kept:
            new = SUMMARY.encode(rest)
            sql.change(TRIM, session=session, person=person, body=new, was=body)
    return (rows[-1][0], rows[-1][1]) if rows else None


def _change(sql: Sql, *, statement: str, before: str) -> int:
    return sql.change(statement, before=before)


def _delete_effects(sql: Sql, before: str) -> None:
    """Delete what effects on agents' tables answered, where an agent has such a table."""
    if inspect(sql.connection).has_table(EFFECTS.name):
        sql.change(EFFECTS_DONE, before=before)

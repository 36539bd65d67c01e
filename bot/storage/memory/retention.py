"""Deletes what was kept long enough, in SQL and in pieces that hold nobody up."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import inspect

from agents.kit.once import EFFECTS
from bot.core.ports.environment import Clock
from bot.storage.databases.codec import SUMMARY, write_moment
from bot.storage.databases.transactions import SqlDatabase, SqlTransaction
from bot.storage.memory.erasure import BLANK_NEWEST, DECISIONS
from bot.storage.memory.search_index import read_summary
from bot.storage.tables.columns import holding_of
from bot.storage.tables.schema import TABLES
from bot.storage.tables.sessions import inbox, messages
from bot.storage.tables.statements import BATCH, delete, delete_batch

# A turn that runs may know the lines by heart: its session is left to the next time.
QUIET = timedelta(minutes=10)

OLD = f"""
    SELECT seq, session, turn FROM messages WHERE at < :before AND EXISTS (
        SELECT 1 FROM sessions WHERE id = messages.session AND updated_at < :quiet)
    ORDER BY seq LIMIT {BATCH}"""  # noqa: S608 - a number
HOLD_QUIET = "SELECT 1 FROM sessions WHERE id = :session AND updated_at < :quiet FOR UPDATE"
DELETE_LINE = delete(messages, "seq = :seq")
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
EXPIRED = {table: holding_of(table).expired for table in TABLES if holding_of(table).expired}
AT_ONCE = (
    f"DELETE FROM journal WHERE turn IN (SELECT id FROM inbox WHERE {EXPIRED[inbox]})",  # noqa: S608 - declared by the table
    f"{BLANK_NEWEST} AND at < :before",
)
IN_BATCHES = [delete_batch(table, expired) for table, expired in EXPIRED.items()]
EFFECTS_DONE = f"DELETE FROM {EFFECTS.name} WHERE at < :before"  # noqa: S608 - a name of ours


@dataclass(frozen=True, slots=True)
class SqlRetention:
    """Lines first: decisions and summaries go with what they came from."""

    database: SqlDatabase
    clock: Clock

    async def expire(self, before: datetime) -> int:
        """Delete all that was said, decided and done before a moment; say how many lines."""
        at, quiet = write_moment(before), write_moment(self.clock.now() - QUIET)
        deleted = 0
        while count := await self.database.write(partial(_delete_lines, before=at, quiet=quiet)):
            deleted += count
        after: tuple[str, str] | None = ("", "")
        while after is not None:
            after = await self.database.write(partial(_trim, after=after, before=at))
        for statement in AT_ONCE:
            await self.database.change(statement, before=at)
        for statement in IN_BATCHES:
            await delete_all(self.database, statement, at)
        await self.database.write(partial(_delete_effects, before=at))
        return deleted


async def delete_all(database: SqlDatabase, statement: str, before: str) -> None:
    """Run a deletion in batches until nothing is left to go."""
    while await database.change(statement, before=before):
        pass


def _delete_lines(sql: SqlTransaction, before: str, quiet: str) -> int:
    found = sql.rows(OLD, before=before, quiet=quiet)
    # A session in which a turn began just now is left alone.
    sessions = sorted({session for _seq, session, _turn in found})
    held = {s for s in sessions if sql.rows(HOLD_QUIET, session=s, quiet=quiet)}
    rows = [row for row in found if row[1] in held]
    sql.change_each(DELETE_LINE, [{"seq": seq} for seq, *_others in rows])
    turns = {(session, turn) for _seq, session, turn in rows}
    sql.change_each(DECISIONS, [{"session": s, "turn": t} for s, t in sorted(turns)])
    sql.change_each(RAISE, [{"session": session} for session in sorted(held)])
    if rows:
        sql.change(UNCOVER)
    return len(rows)


def _trim(sql: SqlTransaction, after: tuple[str, str], before: str) -> tuple[str, str] | None:
    """Take old lines out of some summaries; the last one that was looked at, or None."""
    rows = sql.rows(SUMMARIES, session=after[0], person=after[1])
    for session, person, body in rows:
        kept = read_summary(body)
        rest = kept.since(datetime.fromisoformat(before))
        if rest != kept:
            new = SUMMARY.encode(rest)
            sql.change(TRIM, session=session, person=person, body=new, was=body)
    return (rows[-1][0], rows[-1][1]) if rows else None


def _delete_effects(sql: SqlTransaction, before: str) -> None:
    """Delete what effects on agents' tables answered, where an agent has such a table."""
    if inspect(sql.connection).has_table(EFFECTS.name):
        sql.change(EFFECTS_DONE, before=before)

"""Which workspaces left, and the deletion of everything kept of them, piece by piece.

Tables of agents are theirs: what they keep of a workspace, the bot cannot know.
"""

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import Table

from bot.domain.messages import Thread
from bot.storage.codec import moment
from bot.storage.databases.database import Database, Sql
from bot.storage.tables.schema import TABLES, metadata

BATCH = 500

# What speaks of a workspace in each table: the first of these columns it has.
OWNERS = ("session", "person")
PLACES = {
    "sessions": "id",
    "joined_threads": "place",
    "attention": "place",
    "pauses": "workspace",
    "usage": "workspace",
}
# The index of words over `messages`: its rows go with theirs.
INDEX = frozenset(
    f"recall{part}" for part in ("", "_config", "_content", "_data", "_docsize", "_idx", "_stale")
)
# A job names a session while it has work, and is deleted with it.
JOBS = frozenset(
    f"procrastinate_{part}" for part in ("events", "jobs", "periodic_defers", "workers")
)
# Rows that speak of somebody else's workspace, too.
ALSO = {"link_offers": "redeemer"}
KEPT = frozenset(
    {
        "audit",  # ids and digests only, and a chain that would not hold without its links
        "audit_head",
        "departures",
        "slack_installations",  # deleted when it is forgotten
        "tickets",  # of nobody
        "vectors",  # each goes with its line
        *INDEX,
        *JOBS,
    }
)

LEFT = """
    INSERT INTO departures (platform, workspace, left_at)
    VALUES (:platform, :workspace, :left_at) ON CONFLICT (platform, workspace) DO NOTHING"""
BACK = "DELETE FROM departures WHERE platform = :platform AND workspace = :workspace"
LEAVERS = """
    SELECT platform, workspace FROM departures WHERE left_at < :before
    ORDER BY left_at, platform, workspace"""
NOTHING_LEFT = f"{BACK} AND left_at < :before"
STILL_GONE = """
    SELECT 1 FROM departures
    WHERE platform = :platform AND workspace = :workspace AND left_at < :before FOR UPDATE"""


class SqlDepartures:
    """Rows of the table `departures`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def leave(self, platform: str, workspace: str, at: datetime) -> None:
        """Note that a workspace left; once is enough."""
        row = {"platform": platform, "workspace": workspace, "left_at": moment(at)}
        await self._database.write(lambda sql: sql.change(LEFT, **row))

    async def come_back(self, platform: str, workspace: str) -> None:
        """Note that it is here again: nothing of it is to be purged."""
        row = {"platform": platform, "workspace": workspace}
        await self._database.write(lambda sql: sql.change(BACK, **row))

    async def purge(self, before: datetime) -> int:
        """Delete everything of the workspaces that left before a moment; say how many rows."""
        at = moment(before)
        leavers = await self._database.read(lambda sql: sql.rows(LEAVERS, before=at))
        return sum([await self._purge(platform, left, at) for platform, left in leavers])

    async def _purge(self, platform: str, workspace: str, before: str) -> int:
        """Delete in pieces that hold nobody up; one that comes back meanwhile keeps the rest."""
        row = {"platform": platform, "workspace": workspace}
        purged = 0
        for statement, prefix in _statements(platform, workspace):

            def _piece(sql: Sql, statement: str = statement, prefix: str = prefix) -> int:
                is_gone = sql.rows(STILL_GONE, **row, before=before)
                return sql.change(statement, prefix=prefix) if is_gone else 0

            while count := await self._database.write(_piece):
                purged += count
        # The mark goes when there is nothing left, so that stragglers are deleted next time.
        if not purged:
            await self._database.write(lambda sql: sql.change(NOTHING_LEFT, **row, before=before))
        return purged


def owner_of(table: Table) -> str | None:
    """The column that says to which session or person a row belongs."""
    if table.name in PLACES:
        return PLACES[table.name]
    return next((name for name in OWNERS if name in table.c), None)


def _statements(platform: str, workspace: str) -> Iterator[tuple[str, str]]:
    """What to delete, in an order in which nothing is left that nobody finds any more."""
    start = Thread(platform, workspace, "", "").session.removesuffix("/")
    ours = f"substr({{}}, 1, {len(start)}) = :prefix".format
    turns = f"turn IN (SELECT id FROM inbox WHERE {ours('session')})"  # noqa: S608 - no words of others
    yield _delete(metadata.tables["journal"], turns), start
    for table in TABLES:
        owner = owner_of(table)
        if owner is not None and table.name not in KEPT:
            yield _delete(table, ours(owner)), start
        if table.name in ALSO:
            yield _delete(table, ours(ALSO[table.name])), start


def _delete(table: Table, where: str) -> str:
    keys = ", ".join(column.name for column in table.primary_key)
    rows = f"SELECT {keys} FROM {table.name} WHERE {where} LIMIT {BATCH}"  # noqa: S608 - our own names
    return f"DELETE FROM {table.name} WHERE ({keys}) IN ({rows})"  # noqa: S608 - our own names

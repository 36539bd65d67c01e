"""Which workspaces left, and the deletion of everything kept of them, piece by piece.

Tables of agents are theirs: what they keep of a workspace, the bot cannot know.
"""

from collections.abc import Iterator
from datetime import datetime

from bot.domain.messages import Thread
from bot.storage.codec import moment
from bot.storage.databases.database import Repository, Sql
from bot.storage.tables.columns import holding_of
from bot.storage.tables.schema import TABLES
from bot.storage.tables.sessions import journal
from bot.storage.tables.statements import delete_batch
from bot.storage.workspaces.installs import BACK, LEFT

LEAVERS = """
    SELECT platform, workspace FROM departures WHERE left_at < :before
    ORDER BY left_at, platform, workspace"""
NOTHING_LEFT = f"{BACK} AND left_at < :before"
STILL_GONE = """
    SELECT 1 FROM departures
    WHERE platform = :platform AND workspace = :workspace AND left_at < :before FOR UPDATE"""


class SqlDepartures(Repository):
    """Rows of the table `departures`."""

    async def leave(self, platform: str, workspace: str, at: datetime) -> None:
        """Note that a workspace left; once is enough."""
        row = {"platform": platform, "workspace": workspace, "left_at": moment(at)}
        await self.database.change(LEFT, **row)

    async def come_back(self, platform: str, workspace: str) -> None:
        """Note that it is here again: nothing of it is to be purged."""
        row = {"platform": platform, "workspace": workspace}
        await self.database.change(BACK, **row)

    async def purge(self, before: datetime) -> int:
        """Delete everything of the workspaces that left before a moment; say how many rows."""
        at = moment(before)
        leavers = await self.database.rows(LEAVERS, before=at)
        return sum([await self._purge(platform, left, at) for platform, left in leavers])

    async def _purge(self, platform: str, workspace: str, before: str) -> int:
        """Delete in pieces that hold nobody up; one that comes back meanwhile keeps the rest."""
        row = {"platform": platform, "workspace": workspace}
        purged = 0
        for statement, prefix in _statements(platform, workspace):

            def _piece(sql: Sql, statement: str = statement, prefix: str = prefix) -> int:
                is_gone = sql.rows(STILL_GONE, **row, before=before)
                return sql.change(statement, prefix=prefix) if is_gone else 0

            while count := await self.database.write(_piece):
                purged += count
        # The mark goes when there is nothing left, so that stragglers are deleted next time.
        if not purged:
            await self.database.change(NOTHING_LEFT, **row, before=before)
        return purged


def _statements(platform: str, workspace: str) -> Iterator[tuple[str, str]]:
    """What to delete, in an order in which nothing is left that nobody finds any more."""
    start = Thread(platform, workspace, "", "").session.removesuffix("/")
    ours = f"substr({{}}, 1, {len(start)}) = :prefix".format
    turns = f"turn IN (SELECT id FROM inbox WHERE {ours('session')})"  # noqa: S608 - no words of others
    yield delete_batch(journal, turns), start
    for table in TABLES:
        for column in holding_of(table).places:
            yield delete_batch(table, ours(column)), start

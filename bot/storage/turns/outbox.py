"""The outbox in SQL: replies until the platform has taken them."""

from dataclasses import dataclass
from typing import Any

from typing_extensions import override

from bot.core.ports.boxes import Outbox
from bot.core.ports.world import Clock
from bot.domain.ids import ReplyId, SessionId
from bot.domain.messages import Reply
from bot.storage.codec import REPLY, moment
from bot.storage.databases.database import Repository, Sql, for_each

UNSENT = """
    SELECT body FROM outbox WHERE session = :session AND sent_at IS NULL ORDER BY seq"""
SENT = "UPDATE outbox SET sent_at = :now WHERE id = :id AND sent_at IS NULL"
OWING = """
    SELECT session FROM outbox WHERE sent_at IS NULL AND platform = :platform
    GROUP BY session ORDER BY MIN(seq)"""
SETTLE = """
    UPDATE outbox SET sent_at = :now WHERE id IN (VALUES (:id)) AND sent_at IS NULL
    RETURNING EXISTS (SELECT 1 FROM inbox WHERE session = :session AND status = 'waiting')"""
MORE = "SELECT 1 FROM inbox WHERE session = :session AND status = 'waiting' LIMIT 1"


@dataclass(frozen=True)
class SqlOutbox(Repository, Outbox):
    """Rows of the table `outbox`."""

    clock: Clock

    @override
    async def unsent(self, session: SessionId) -> list[Reply]:
        return REPLY.each(await self.database.rows(UNSENT, session=session))

    @override
    async def sent(self, replies: list[ReplyId]) -> None:
        await self.database.write(lambda sql: self._note(sql, replies))

    @override
    async def owing(self, platform: str) -> list[SessionId]:
        return await self.database.column(OWING, platform=platform)

    @override
    async def settle(self, session: SessionId, replies: list[ReplyId]) -> bool:
        """Note replies as taken, and say whether the session has another event waiting."""

        def work(sql: Sql) -> bool:
            noted = self._settle(sql, session, replies) if replies else []
            return bool(noted[0][0] if noted else sql.rows(MORE, session=session))

        run = self.database.put if replies else self.database.read
        return await run(work)

    def _settle(self, sql: Sql, session: SessionId, replies: list[ReplyId]) -> list[Any]:
        text, ids = for_each(SETTLE, [{"id": reply} for reply in replies])
        return sql.rows(text, session=session, now=moment(self.clock.now()), **ids)

    def _note(self, sql: Sql, replies: list[ReplyId]) -> None:
        now = moment(self.clock.now())
        sql.change_each(SENT, [{"id": reply, "now": now} for reply in replies])

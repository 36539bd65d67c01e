"""The outbox in SQL: replies until the platform has taken them, and where each was posted."""

from dataclasses import dataclass
from typing import Any

from typing_extensions import override

from bot.core.ports.environment import Clock
from bot.core.ports.inbox import Outbox
from bot.core.ports.sessions import PostedReply, Posts
from bot.domain.ids import ReplyId, RequestId, SessionId
from bot.domain.messages import Reply
from bot.storage.databases.codec import REPLY, write_moment
from bot.storage.databases.transactions import Repository, SqlTransaction, repeat_values
from bot.storage.tables.platforms import joined_threads, posts
from bot.storage.tables.statements import insert, select, upsert

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

        def work(sql: SqlTransaction) -> bool:
            noted = self._settle(sql, session, replies) if replies else []
            return bool(noted[0][0] if noted else sql.rows(MORE, session=session))

        run = self.database.put if replies else self.database.read
        return await run(work)

    def _settle(
        self, sql: SqlTransaction, session: SessionId, replies: list[ReplyId]
    ) -> list[Any]:
        text, ids = repeat_values(SETTLE, [{"id": reply} for reply in replies])
        return sql.rows(text, session=session, now=write_moment(self.clock.now()), **ids)

    def _note(self, sql: SqlTransaction, replies: list[ReplyId]) -> None:
        now = write_moment(self.clock.now())
        sql.change_each(SENT, [{"id": reply, "now": now} for reply in replies])


FIND = select(posts, "WHERE key = :key", "at")
OF_REQUEST = select(posts, "WHERE request = :request ORDER BY at, key", "at")
STANDING = select(posts, "WHERE message = :message AND channel = :channel ORDER BY at, key", "at")
NOTE = upsert(posts, "channel", "message")
JOIN = f"{insert(joined_threads)} ON CONFLICT (place) DO NOTHING"
JOINED = "SELECT session FROM joined_threads WHERE place = :place"


@dataclass(frozen=True)
class SqlPosts(Repository, Posts):
    """Rows of the tables `posts` and `joined_threads`."""

    clock: Clock

    @override
    async def find(self, key: str) -> PostedReply | None:
        rows = await self.database.rows(FIND, key=key)
        return _post(rows[0]) if rows else None

    @override
    async def note(self, post: PostedReply) -> None:
        row = {
            "key": post.key,
            "session": post.session,
            "channel": post.channel,
            "message": post.message,
            "request": post.request or "",
            "at": write_moment(self.clock.now()),
        }
        await self.database.change(NOTE, **row)

    @override
    async def of_request(self, request: RequestId) -> list[PostedReply]:
        rows = await self.database.rows(OF_REQUEST, request=request)
        return [_post(row) for row in rows]

    @override
    async def standing(self, channel: str, message: str) -> PostedReply | None:
        place = {"channel": channel, "message": message}
        rows = await self.database.rows(STANDING, **place)
        return _post(rows[0]) if rows else None

    @override
    async def join(self, place: SessionId, session: SessionId) -> None:
        row = {"place": place, "session": session, "at": write_moment(self.clock.now())}
        await self.database.change(JOIN, **row)

    @override
    async def session_at(self, place: SessionId) -> SessionId:
        rows = await self.database.rows(JOINED, place=place)
        return SessionId(rows[0][0]) if rows else place


def _post(row: tuple[Any, ...]) -> PostedReply:
    key, session, channel, message, request = row
    return PostedReply(
        key, SessionId(session), channel, message, RequestId(request) if request else None
    )

"""What stands on platforms, in SQL: posted once, found again after a restart."""

from dataclasses import dataclass
from typing import Any

from typing_extensions import override

from bot.core.ports.places import Post, Posts
from bot.core.ports.world import Clock
from bot.domain.ids import RequestId, SessionId
from bot.storage.codec import moment
from bot.storage.databases.database import Repository
from bot.storage.tables.platforms import joined_threads, posts
from bot.storage.tables.statements import insert, select, upsert

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
    async def find(self, key: str) -> Post | None:
        rows = await self.database.rows(FIND, key=key)
        return _post(rows[0]) if rows else None

    @override
    async def note(self, post: Post) -> None:
        row = {
            "key": post.key,
            "session": post.session,
            "channel": post.channel,
            "message": post.message,
            "request": post.request or "",
            "at": moment(self.clock.now()),
        }
        await self.database.change(NOTE, **row)

    @override
    async def of_request(self, request: RequestId) -> list[Post]:
        rows = await self.database.rows(OF_REQUEST, request=request)
        return [_post(row) for row in rows]

    @override
    async def standing(self, channel: str, message: str) -> Post | None:
        place = {"channel": channel, "message": message}
        rows = await self.database.rows(STANDING, **place)
        return _post(rows[0]) if rows else None

    @override
    async def join(self, place: SessionId, session: SessionId) -> None:
        row = {"place": place, "session": session, "at": moment(self.clock.now())}
        await self.database.change(JOIN, **row)

    @override
    async def session_at(self, place: SessionId) -> SessionId:
        rows = await self.database.rows(JOINED, place=place)
        return SessionId(rows[0][0]) if rows else place


def _post(row: tuple[Any, ...]) -> Post:
    key, session, channel, message, request = row
    return Post(key, SessionId(session), channel, message, RequestId(request) if request else None)

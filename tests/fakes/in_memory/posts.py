"""What stands on platforms, in memory."""

from dataclasses import replace

from typing_extensions import override

from bot.core.ports.places import Post, Posts
from bot.domain.ids import RequestId, SessionId


class MemoryPosts(Posts):
    """Plain dicts; nothing survives the process."""

    def __init__(self) -> None:
        self._posts: dict[str, Post] = {}
        self._joined: dict[SessionId, SessionId] = {}

    @override
    async def find(self, key: str) -> Post | None:
        return self._posts.get(key)

    @override
    async def note(self, post: Post) -> None:
        known = self._posts.get(post.key)
        new = replace(known, channel=post.channel, message=post.message) if known else post
        self._posts[post.key] = new

    @override
    async def of_request(self, request: RequestId) -> list[Post]:
        return [post for post in self._posts.values() if post.request == request]

    @override
    async def standing(self, channel: str, message: str) -> Post | None:
        posts = self._posts.values()
        here = (post for post in posts if (post.channel, post.message) == (channel, message))
        return next(here, None)

    @override
    async def join(self, place: SessionId, session: SessionId) -> None:
        self._joined.setdefault(place, session)

    @override
    async def session_at(self, place: SessionId) -> SessionId:
        return self._joined.get(place, place)

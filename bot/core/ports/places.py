"""The port of what stands on a platform: where a reply was posted, which threads are one."""

from dataclasses import dataclass
from typing import Protocol

from bot.domain.ids import RequestId, SessionId


@dataclass(frozen=True, slots=True)
class Post:
    """A message, file or stream of the bot as its platform knows it.

    `key` names what must not be posted twice, such as a reply's id; `request` is the one its
    buttons resolve.
    """

    key: str
    session: SessionId
    channel: str
    message: str
    request: RequestId | None = None


class Posts(Protocol):
    """Keeps what was posted, so that it is updated instead of repeated.

    Raises:
        StoreAway: by every method, when the store does not answer.
    """

    async def find(self, key: str) -> Post | None:
        """The post of this key, or None."""
        ...

    async def note(self, post: Post) -> None:
        """Keep a post; a later one of the same key replaces it."""
        ...

    async def of_request(self, request: RequestId) -> list[Post]:
        """The posts that show a request, oldest first."""
        ...

    async def standing(self, channel: str, message: str) -> Post | None:
        """The post that stands as a message of a channel, or None."""
        ...

    async def join(self, place: SessionId, session: SessionId) -> None:
        """Let a thread go on with the session of another one."""
        ...

    async def session_at(self, place: SessionId) -> SessionId:
        """The session of a thread: its own, or the one it was joined to."""
        ...

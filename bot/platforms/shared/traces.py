"""Remembers the messages that show the progress of turns, for whoever goes on after us."""

from dataclasses import dataclass, replace

import structlog

from bot.core.ports.places import Post, Posts
from bot.domain.errors import FrontdeskError
from bot.domain.ids import SessionId

log = structlog.get_logger(__name__)


@dataclass
class Traces:
    """Where the message stands that shows an event's progress, until something took its place.

    Nothing here is worth failing a turn for: without a trace a message may be left standing.
    """

    posts: Posts

    async def leave(self, event: str, session: SessionId, channel: str, message: str) -> None:
        """Note a message before anything else is done with it.

        Raises:
            StoreAway: it is not known whether it was noted.
        """
        await self.posts.note(Post(key_of(event), session, channel, message))

    async def find(self, event: str) -> Post | None:
        """The message an earlier attempt at the turn showed its progress with, if any."""
        try:
            post = await self.posts.find(key_of(event))
        except FrontdeskError as error:
            log.info("progress_not_found", error=type(error).__name__)
            return None
        return post if post is not None and post.message else None

    async def taken(self, event: str) -> None:
        """Note that a reply stands there now; nothing else may take its place."""
        found = await self.find(event)
        if found is None:
            return
        try:
            await self.posts.note(replace(found, message=""))
        except FrontdeskError as error:
            log.info("progress_not_noted", error=type(error).__name__)


def key_of(event: str) -> str:
    """What the message that shows a turn's progress is kept under."""
    return f"live/{event}"

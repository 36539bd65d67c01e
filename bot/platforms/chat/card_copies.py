"""Brings a card to those who may decide it, where it stands in somebody else's private talk."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import structlog

from bot.core.ports.directory import Directory
from bot.domain.errors import PlatformFailed
from bot.domain.messages import Reply
from bot.domain.requests import Request
from bot.platforms.chat.deduplication import Poster
from bot.platforms.chat.render.cards import find_mentioned
from bot.platforms.chat.wire import PlatformRefused, Posting, Renderer

MOST_COPIES = 20
# A card that is told again to those who have one would only be noise; what a timer says is not.
_TIMERS = ("remind:", "escalate:")

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class CardCopies:
    """Posts copies of cards; each is as good as the card, and changes with it."""

    platform: str
    poster: Poster
    renderer: Renderer
    directory: Directory

    async def show(self, reply: Reply, request: Request, there: Collection[str] = ()) -> set[str]:
        """Let everybody who may decide have the card, once; whom it cannot reach is left out.

        Return who has it, with those who are `there`, where the card stands, and need no other.

        Raises:
            PlatformFailed: it is not known whom it has reached; the next try goes on.
        """
        deciders = await self.deciders(reply)
        away = [user for user in deciders if user not in there][:MOST_COPIES]
        brought = {user for user in away if await self._has_copy(user, reply, request)}
        return brought.union(user for user in deciders if user in there)

    async def _has_copy(self, user: str, reply: Reply, request: Request) -> bool:
        try:
            await self._copy(user, reply, request)
        except PlatformRefused as refused:
            if refused.is_dead:
                raise
            log.info("card_not_brought", platform=self.platform, why=refused.why)
            return False
        return True

    async def _copy(self, user: str, reply: Reply, request: Request) -> None:
        thread, key = reply.thread, f"{reply.id}@{user}"
        place = await self.poster.wire.direct(thread.workspace, user, thread.session)
        posts = await self.poster.posts.of_request(request.id)
        has_one = any(post.channel == place.channel for post in posts)
        is_timer = reply.reply_to.startswith(_TIMERS)
        if (is_timer or not has_one) and all(post.key != key for post in posts):
            # Others get the card alone, or with why it comes again: what else was said before
            # it was said to whoever asked.
            card = reply if is_timer else replace(reply, text=request.text)
            shown = self.renderer.card(card, request)
            posting = Posting(key, shown, request.id, notify=(user,))
            await self.poster.post(place, posting, reply.reply_to)

    @staticmethod
    def are_enough(seeing: Collection[str], request: Request) -> bool:
        """Say whether as many as are needed to decide see a card where it stands."""
        return len(seeing) >= request.quorum - len(request.approvals)

    async def deciders(self, reply: Reply) -> Sequence[str]:
        """Who may decide, by their ids; whoever asked never does, and sees the card anyway."""
        found: dict[str, None] = {}
        for id_, is_group in find_mentioned(reply, self.platform):
            members = await self._members(reply.thread.workspace, id_) if is_group else [id_]
            found |= dict.fromkeys(members)
        found.pop(reply.to.user if reply.to is not None else "", None)
        return list(found)

    async def _members(self, workspace: str, group: str) -> list[str]:
        try:
            return sorted(await self.directory.members(self.platform, workspace, group))
        except PlatformFailed as error:
            log.info("group_not_read", platform=self.platform, error=type(error).__name__)
            return []

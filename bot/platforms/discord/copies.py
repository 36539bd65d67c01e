"""Brings a card to those who may decide it, where it stands in somebody else's private talk."""

from collections.abc import Sequence
from dataclasses import dataclass

import structlog

from bot.domain.errors import PlatformFailed
from bot.domain.messages import Reply
from bot.domain.requests import Request
from bot.domain.rights import GROUP
from bot.platforms.discord.calls import DiscordRefused
from bot.platforms.discord.directory import DiscordDirectory
from bot.platforms.discord.places import PLATFORM, Spot
from bot.platforms.discord.posting import Posting
from bot.platforms.discord.rendering import Rendering
from bot.platforms.discord.whispers import Whispers

MOST_COPIES = 20
# A card that is told again to those who have one would only be noise; what a timer says is not.
_TIMERS = ("remind:", "escalate:")

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Copies:
    """Posts copies of cards; each is as good as the card, and changes with it."""

    whispers: Whispers
    directory: DiscordDirectory
    rendering: Rendering

    async def show(self, spot: Spot, reply: Reply, request: Request) -> None:
        """Let everybody who may decide have the card, once; whom it cannot reach is left out.

        Raises:
            DiscordAway: it is not known whom it has reached; the next try goes on.
        """
        shown = self.rendering.card(reply, request)
        for user in await self._users(spot.guild, reply):
            posting = Posting(f"{reply.id}@{user}", shown, request.id, notify=(user,))
            try:
                await self._copy(spot, user, posting, reply.reply_to)
            except DiscordRefused as refused:
                if refused.is_dead:
                    raise
                log.info("discord_card_not_brought", code=refused.code)

    async def _copy(self, spot: Spot, user: str, posting: Posting, event: str) -> None:
        channel = await self.whispers.in_person(user)
        assert posting.request is not None, "copies are of cards"
        poster = self.whispers.poster
        posts = await poster.posts.of_request(posting.request)
        has_one = any(post.channel == channel for post in posts)
        is_told_again = has_one and not event.startswith(_TIMERS)
        if is_told_again or any(post.key == posting.key for post in posts):
            return
        await poster.post(Spot(spot.guild, channel, channel, spot.session), posting, event)

    async def _users(self, guild: str, reply: Reply) -> Sequence[str]:
        """Who may decide, by their ids; whoever asked sees the card already."""
        found: dict[str, None] = {}
        for entry in reply.mentions:
            *place, id_ = entry.removeprefix(GROUP).split("/")
            if place not in ([], [PLATFORM, guild]):
                continue
            members = await self._members(guild, id_) if entry.startswith(GROUP) else [id_]
            found |= dict.fromkeys(members)
        if reply.to is not None:
            found.pop(reply.to.user, None)
        return list(found)[:MOST_COPIES]

    async def _members(self, guild: str, group: str) -> list[str]:
        try:
            return sorted(await self.directory.members(PLATFORM, guild, group))
        except PlatformFailed as error:
            log.info("discord_role_not_read", error=str(error))
            return []

"""Where the messages of plans hang in Discord."""

from collections.abc import Mapping
from dataclasses import dataclass

from typing_extensions import override

from bot.core.ports.places import Post
from bot.domain.messages import Reply
from bot.domain.plans.view import PlanView
from bot.platforms.discord.inbound.places import Spot
from bot.platforms.discord.outbound.components import Message
from bot.platforms.discord.outbound.plans import drawn
from bot.platforms.discord.sending.live import Lives
from bot.platforms.discord.sending.posting import Poster, Posting
from bot.platforms.shared.boards import At, Wall, key_of


@dataclass
class DiscordWall(Wall[Spot, Message]):
    """Posts and updates the messages of plans; `titles` are the agents as people know them."""

    poster: Poster
    lives: Lives
    titles: Mapping[str, str]
    between_seconds: float = 1.5

    @override
    def spot_of(self, post: Post, spot: Spot) -> Spot:
        return Spot(spot.guild, spot.channel, spot.thread, post.session)

    @override
    def drawn(self, spot: Spot, view: PlanView) -> Message:
        return drawn(view, self.titles)

    @override
    async def put(self, spot: Spot, at: At | None, view: PlanView, reply: Reply | None) -> At:
        posting = Posting(key_of(view), self.drawn(spot, view))
        event = reply.reply_to if reply is not None else ""
        if at is not None:
            await self.poster.update(spot, at, posting)
            return at
        at = await self.lives.settle(event, posting.key)
        if at is None:
            return await self.poster.post(spot, posting, event)
        await self.poster.update(spot, at, posting)
        await self.lives.taken(event)
        return at

"""Where the messages of plans hang in Slack: task cards, or sections where none are taken."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from typing_extensions import override

from bot.core.ports.places import Post
from bot.domain.messages import Reply
from bot.domain.plans.view import PlanView
from bot.platforms.shared.boards import At, Wall, key_of
from bot.platforms.slack.calls.calls import SlackRefused
from bot.platforms.slack.outbound.blocks import Message
from bot.platforms.slack.outbound.plans import drawn, listed
from bot.platforms.slack.sending.live import Lives
from bot.platforms.slack.sending.posting import Poster, Posting, Spot


@dataclass
class SlackWall(Wall[Spot, Message]):
    """Posts and updates the messages of plans; `titles` are the agents as people know them."""

    poster: Poster
    lives: Lives
    titles: Mapping[str, str]
    between_seconds: float = 1.0
    _plain: set[str] = field(default_factory=set)

    @override
    def spot_of(self, post: Post, spot: Spot) -> Spot:
        return Spot(spot.team, post.channel, "", post.session)

    @override
    def drawn(self, spot: Spot, view: PlanView) -> Message:
        return (listed if spot.team in self._plain else drawn)(view, self.titles)

    @override
    async def put(self, spot: Spot, at: At | None, view: PlanView, reply: Reply | None) -> At:
        event = reply.reply_to if reply is not None else ""
        ts = at[1] if at is not None else await self.lives.settle(event, key_of(view))
        stood = await self._put_somehow(spot, ts, view, event)
        if ts and at is None:
            await self.lives.taken(event)
        return stood

    async def _put_somehow(self, spot: Spot, ts: str, view: PlanView, event: str) -> At:
        try:
            return await self._put(spot, ts, view, event)
        except SlackRefused as refused:
            if spot.team in self._plain or "block" not in refused.error:
                raise
            self._plain.add(spot.team)
            return await self._put(spot, ts, view, event)

    async def _put(self, spot: Spot, ts: str, view: PlanView, event: str) -> At:
        shown = self.drawn(spot, view)
        posting = Posting(key_of(view), shown.text, shown.blocks)
        if not ts:
            return spot.channel, await self.poster.post(spot, posting, event)
        await self.poster.update(spot, ts, posting)
        return spot.channel, ts

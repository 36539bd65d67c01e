"""Brings a card to those who may decide it, where it stands in somebody else's private talk."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import structlog

from bot.domain.errors import PlatformFailed
from bot.domain.messages import Reply
from bot.domain.requests import Request
from bot.domain.rights import GROUP
from bot.platforms.slack.calls import DEAD, SlackRefused
from bot.platforms.slack.directory import SlackDirectory
from bot.platforms.slack.inbound import PLATFORM
from bot.platforms.slack.posting import Poster, Posting, Spot
from bot.platforms.slack.reading import word
from bot.platforms.slack.rendering import Rendering

MOST_COPIES = 20
# A card that is told again to those who have one would only be noise; what a timer says is not.
_TIMERS = ("remind:", "escalate:")

log = structlog.get_logger()


@dataclass
class Copies:
    """Posts copies of cards; each is as good as the card, and changes with it."""

    poster: Poster
    directory: SlackDirectory
    rendering: Rendering
    _direct: dict[tuple[str, str], str] = field(default_factory=dict)

    async def show(self, spot: Spot, reply: Reply, request: Request) -> None:
        """Let everybody who may decide have the card, once; whom it cannot reach is left out.

        Raises:
            SlackAway: it is not known whom it has reached; the next try goes on.
        """
        shown = self.rendering.card(reply, request)
        for user in await self._users(spot.team, reply):
            posting = Posting(f"{reply.id}@{user}", shown.text, shown.blocks, request.id)
            try:
                await self._copy(spot, user, posting, reply.reply_to)
            except SlackRefused as refused:
                if refused.error in DEAD:
                    raise
                log.info("slack_card_not_brought", error=refused.error)

    async def _copy(self, spot: Spot, user: str, posting: Posting, event: str) -> None:
        channel = await self._channel(spot.team, user)
        assert posting.request is not None, "copies are of cards"
        posts = await self.poster.posts.of_request(posting.request)
        has_one = any(post.channel == channel for post in posts)
        is_told_again = has_one and not event.startswith(_TIMERS)
        if is_told_again or any(post.key == posting.key for post in posts):
            return
        place = Spot(spot.team, channel, "", spot.session)
        await self.poster.post(place, posting, event)

    async def _users(self, team: str, reply: Reply) -> Sequence[str]:
        """Who may decide, by their ids; whoever asked sees the card already."""
        found: dict[str, None] = {}
        for entry in reply.mentions:
            *place, id_ = entry.removeprefix(GROUP).split("/")
            if place not in ([], [PLATFORM, team]):
                continue
            members = await self._members(team, id_) if entry.startswith(GROUP) else [id_]
            found |= dict.fromkeys(members)
        if reply.to is not None:
            found.pop(reply.to.user, None)
        return list(found)[:MOST_COPIES]

    async def _members(self, team: str, group: str) -> list[str]:
        try:
            return sorted(await self.directory.members(PLATFORM, team, group))
        except PlatformFailed as error:
            log.info("slack_group_not_read", error=type(error).__name__)
            return []

    async def _channel(self, team: str, user: str) -> str:
        known = self._direct.get((team, user))
        if known is None:
            web = await self.poster.workspaces.web(team)
            known = word(await web.call("conversations.open", users=user), "channel", "id")
            self._direct[team, user] = known
        return known

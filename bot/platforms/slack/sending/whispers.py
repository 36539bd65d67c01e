"""What only one person may see: as the answer to their command, or as an ephemeral message."""

from collections import OrderedDict
from dataclasses import dataclass, field, replace

import structlog
from slack_sdk.errors import SlackClientError
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.domain.messages import Reply
from bot.platforms.shared.recent import keep
from bot.platforms.slack.calls.calls import SlackRefused
from bot.platforms.slack.inbound.interactions import Asker, Way, asker_of
from bot.platforms.slack.inbound.reading import word
from bot.platforms.slack.outbound.blocks import MOST_BLOCKS, context, section
from bot.platforms.slack.sending.posting import GONE, Poster, Posting, Spot

_OK = 200

log = structlog.get_logger(__name__)


@dataclass
class Whispers:
    """Knows the way back of commands and presses for as long as this process lives.

    A message of unknown fate is shown again: nobody can ask Slack whether it was shown, and
    an answer seen twice does less harm than one that was never seen.
    """

    poster: Poster
    _ways: OrderedDict[str, Way] = field(default_factory=OrderedDict)
    _said: OrderedDict[str, None] = field(default_factory=OrderedDict)

    def way_back(self, event: str, way: Way) -> None:
        """Remember where an event may be answered; Slack takes five answers in half an hour."""
        if not way.url:
            return
        keep(self._ways, event, way)

    async def say(self, spot: Spot, reply: Reply, posting: Posting) -> None:
        """Show a message of a reply to its person alone, where they asked if it was they who did.

        One that was shown before is not shown again.
        """
        if posting.key not in self._said:
            await self._say(spot, reply, posting)
            keep(self._said, posting.key, None)

    async def _say(self, spot: Spot, reply: Reply, posting: Posting) -> None:
        assert reply.to is not None, "a private reply says whom it is for"
        asker = asker_of(reply.reply_to)
        if asker is None or asker.user != reply.to.user:
            # What one person decides may be answered to another, who must read it elsewhere.
            await self._show(spot, reply, posting)
        elif not await self._by_way_back(reply.reply_to, posting):
            await self._show(_place(spot, asker), reply, posting)

    async def _show(self, place: Spot, reply: Reply, posting: Posting) -> None:
        assert reply.to is not None, "a private reply says whom it is for"
        if not place.channel:
            await self._in_person(place, reply, posting)
            return
        if place.channel.startswith("D"):
            await self.poster.post(place, posting, reply.reply_to)
            return
        try:
            await self.poster.whisper(place, reply.to.user, posting)
        except SlackRefused as refused:
            if refused.error not in GONE:
                raise
            await self._in_person(place, reply, posting)

    async def from_elsewhere(self, spot: Spot, reply: Reply, posting: Posting) -> None:
        """Write directly to somebody what its place takes no more, and where that was."""
        where = f"<#{spot.channel}>"
        blocks = posting.blocks or (section(posting.text),)
        if len(blocks) < MOST_BLOCKS:
            blocks = (context(where), *blocks)
        told = replace(posting, text=f"{where} {posting.text}", blocks=blocks, persona="")
        await self._in_person(spot, reply, told)

    async def tell(self, spot: Spot, user: str, way: Way, text: str) -> None:
        """Tell somebody something at once; nothing is lost if it does not reach them."""
        if way.url and await self._send(way, Posting("", text)):
            return
        if spot.channel:
            await self.poster.whisper(spot, user, Posting("", text))
            return
        await self.poster.post(await self.in_person(spot, user), Posting("", text), "")

    async def _by_way_back(self, event: str, posting: Posting) -> bool:
        way = self._ways.get(event)
        return way is not None and await self._send(way, posting)

    async def _send(self, way: Way, posting: Posting) -> bool:
        client = AsyncWebhookClient(way.url, session=self.poster.workspaces.session)
        body = {
            "text": posting.text,
            "blocks": list(posting.blocks) or None,
            "response_type": "ephemeral",
            "replace_original": False,
            "thread_ts": way.root or None,
            "unfurl_links": False,
            "unfurl_media": False,
        }
        try:
            answer = await client.send_dict(body)
        except (SlackClientError, OSError, TimeoutError) as error:
            log.info("slack_way_back_closed", error=type(error).__name__)
            return False
        return answer.status_code == _OK

    async def _in_person(self, spot: Spot, reply: Reply, posting: Posting) -> None:
        """Write to somebody directly, because the bot is not where they are."""
        assert reply.to is not None, "a private reply says whom it is for"
        place = await self.in_person(spot, reply.to.user)
        await self.poster.post(place, posting, reply.reply_to)

    async def in_person(self, spot: Spot, user: str) -> Spot:
        """The direct messages with somebody."""
        web = await self.poster.workspaces.web(spot.team)
        opened = await web.call("conversations.open", users=user)
        return replace(spot, channel=word(opened, "channel", "id"), root="")


def _place(spot: Spot, asker: Asker) -> Spot:
    """Where somebody asked: in the thread itself, at a copy of a card, or on their home."""
    if asker.channel == spot.channel:
        return spot
    return replace(spot, channel=asker.channel, root=asker.message)

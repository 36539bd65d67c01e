"""What only one person may see: as the answer to their command, or as an ephemeral message."""

from collections import OrderedDict
from dataclasses import dataclass, field, replace

import structlog
from slack_sdk.errors import SlackClientError
from slack_sdk.webhook.async_client import AsyncWebhookClient
from typing_extensions import override

from bot.domain.messages import Reply
from bot.platforms.shared.ephemeral import Ephemeral
from bot.platforms.shared.recent import keep
from bot.platforms.shared.wire import Asker, ChatPlace, PlatformMessage, Posting
from bot.platforms.slack.calls.calls import SlackRefused
from bot.platforms.slack.outbound.blocks import MOST_BLOCKS, context, section
from bot.platforms.slack.sending.posting import SlackWire

_OK = 200

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Way:
    """How whoever pressed or commanded is answered: a response URL, and their thread, if any."""

    url: str
    root: str = ""


@dataclass(kw_only=True)
class SlackEphemeral(Ephemeral):
    """Knows the way back of commands and presses for as long as this process lives."""

    wire: SlackWire
    _ways: OrderedDict[str, Way] = field(default_factory=OrderedDict)

    def way_back(self, event: str, way: Way) -> None:
        """Remember where an event may be answered; Slack takes five answers in half an hour."""
        if way.url:
            keep(self._ways, event, way)

    @override
    async def _show(
        self, place: ChatPlace, reply: Reply, posting: Posting, asker: Asker | None
    ) -> None:
        assert reply.to is not None, "a private reply says whom it is for"
        if asker is not None:
            way = self._ways.get(reply.reply_to)
            if way is not None and await self._send(way, posting):
                return
            place = _place(place, asker)
        if not place.channel:
            await self._in_person(place, reply, posting)
        elif place.is_direct:
            await self.poster.post(place, posting, reply.reply_to)
        else:
            try:
                await self.wire.send_ephemeral(place, reply.to.user, posting)
            except SlackRefused as refused:
                if refused.error not in self.wire.closed:
                    raise
                await self._in_person(place, reply, posting)

    async def from_elsewhere(self, place: ChatPlace, reply: Reply, posting: Posting) -> None:
        """Write directly to somebody what its place takes no more, and where that was."""
        where, shown = f"<#{place.channel}>", posting.shown
        blocks = shown.parts or (section(shown.text),)
        if len(blocks) < MOST_BLOCKS:
            blocks = (context(where), *blocks)
        told = replace(shown, text=f"{where} {shown.text}", parts=blocks)
        await self._in_person(place, reply, replace(posting, shown=told, persona=""))

    async def tell(self, place: ChatPlace, user: str, way: Way, text: str) -> None:
        """Tell somebody something at once; nothing is lost if it does not reach them."""
        posting = Posting("", PlatformMessage(text))
        if way.url and await self._send(way, posting):
            return
        if place.channel:
            await self.wire.send_ephemeral(place, user, posting)
            return
        await self.poster.post(await self.in_person(place, user), posting, "")

    async def _send(self, way: Way, posting: Posting) -> bool:
        client = AsyncWebhookClient(way.url, session=self.wire.workspaces.session)
        body = {
            "text": posting.shown.text,
            "blocks": list(posting.shown.parts) or None,
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

    async def _in_person(self, place: ChatPlace, reply: Reply, posting: Posting) -> None:
        """Write to somebody directly, because the bot is not where they are."""
        assert reply.to is not None, "a private reply says whom it is for"
        there = await self.in_person(place, reply.to.user)
        await self.poster.post(there, posting, reply.reply_to)

    async def in_person(self, place: ChatPlace, user: str) -> ChatPlace:
        """The direct messages with somebody."""
        return await self.wire.direct(place.workspace, user, place.session)


def _place(place: ChatPlace, asker: Asker) -> ChatPlace:
    """Where somebody asked: in the thread itself, at a copy of a card, or on their home."""
    if asker.channel == place.channel:
        return place
    return replace(place, channel=asker.channel, thread=asker.message)

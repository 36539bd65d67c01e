"""What only one person may see: by a response URL, as an ephemeral message, or directly."""

import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

import aiohttp
import structlog
from slack_sdk.errors import SlackClientError
from slack_sdk.webhook.async_client import AsyncWebhookClient
from typing_extensions import override

from bot.domain.messages import Reply
from bot.platforms.chat.deduplication import keep
from bot.platforms.chat.delivery import Ephemeral
from bot.platforms.chat.wire import Asker, ChatPlace, PlatformMessage, Posting
from bot.platforms.slack.render.blocks import MOST_BLOCKS, context, section
from bot.platforms.slack.wire.slack_wire import SlackWire
from bot.platforms.slack.wire.web_client import SlackRefused

HOOK_SECONDS = 5.0

log = structlog.get_logger(__name__)

Whisper = Callable[[str, str], Awaitable[None]]
"""Tells a text to whoever a response URL belongs to; never fails."""


class Hooks:
    """Posts to response URLs of the Slack we talk to, and to no other address."""

    def __init__(self, api_url: str, session: Callable[[], aiohttp.ClientSession]) -> None:
        api = urlsplit(api_url)
        self._origins = {(api.scheme, api.netloc), (api.scheme, f"hooks.{api.netloc}")}
        self._session = session

    async def whisper(self, url: str, text: str) -> None:
        """Tell a text in private; a failure is only logged, for nothing depends on it."""
        try:
            parts = urlsplit(url)
            if (parts.scheme, parts.netloc) not in self._origins:
                log.warning("slack_hook_refused", reason="not an address of Slack")
                return
            await self._post(url, text)
        except (aiohttp.ClientError, OSError, ValueError) as error:
            log.info("slack_hook_failed", error=type(error).__name__)

    async def _post(self, url: str, text: str) -> None:
        body = {"response_type": "ephemeral", "replace_original": False, "text": text}
        response = await self._session().post(
            url,
            data=json.dumps(body),
            headers={"content-type": "application/json"},
            timeout=aiohttp.ClientTimeout(total=HOOK_SECONDS),
            allow_redirects=False,
        )
        response.release()


_OK = 200


@dataclass(frozen=True, slots=True)
class ResponseUrl:
    """How whoever pressed or commanded is answered: a response URL, and their thread, if any."""

    url: str
    root: str = ""


@dataclass(kw_only=True)
class SlackEphemeral(Ephemeral):
    """Knows the way back of commands and presses for as long as this process lives."""

    wire: SlackWire
    _ways: OrderedDict[str, ResponseUrl] = field(default_factory=OrderedDict)

    def way_back(self, event: str, way: ResponseUrl) -> None:
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

    async def tell(self, place: ChatPlace, user: str, way: ResponseUrl, text: str) -> None:
        """Tell somebody something at once; nothing is lost if it does not reach them."""
        posting = Posting("", PlatformMessage(text))
        if way.url and await self._send(way, posting):
            return
        if place.channel:
            await self.wire.send_ephemeral(place, user, posting)
            return
        await self.poster.post(await self.in_person(place, user), posting, "")

    async def _send(self, way: ResponseUrl, posting: Posting) -> bool:
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

"""Personas: words that are said under a name of their own, through a webhook of the channel.

A webhook takes no nonce, so what is said by it is looked for before it is repeated; a line that
is known to stand for another one, in the same words, is not taken for it. Where there can be no
webhook, the bot says it itself, with the name before the words.
"""

import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import structlog

from bot.core.ports.sessions import PostedReply
from bot.platforms.chat.deduplication import Poster, keep
from bot.platforms.chat.wire import ChatPlace, PlatformMessage, Posting
from bot.platforms.discord.render.markdown import LONGEST, LONGEST_NAME, before, plain
from bot.platforms.discord.wire.discord_wire import PAGE, DiscordWire, body_of, is_same, since
from bot.platforms.discord.wire.rest_client import CHANNEL, MESSAGES, DiscordAway, DiscordRefused

HOOKS = f"{CHANNEL}/webhooks"
SAY = "/webhooks/{webhook_id}/{webhook_token}"
NAME = "Frontdesk"
UNKNOWN_HOOK, BAD_TOKEN = 10015, 50027
_FORBIDDEN = re.compile(r"clyde|discord", re.IGNORECASE)

log = structlog.get_logger(__name__)

Hook = tuple[str, str]
"""The id and the token of a webhook; the token is kept nowhere but here."""


@dataclass
class Personas:
    """Speaks for personas; knows which channels have a webhook of ours, or can have none."""

    wire: DiscordWire
    poster: Poster
    _hooks: OrderedDict[str, Hook | None] = field(default_factory=OrderedDict)
    _doubtful: OrderedDict[str, None] = field(default_factory=OrderedDict)
    _said: OrderedDict[str, str] = field(default_factory=OrderedDict)

    async def say(self, place: ChatPlace, name: str, posting: Posting, event: str) -> None:
        """Say something under a name, once.

        Raises:
            DiscordAway: its fate is not known; the next try looks for it.
            DiscordRefused: Discord will not take it.
        """
        channel = await self.wire.threads.place(place)
        hook = None if place.is_direct else await self._hook(place.channel)
        if hook is None:
            words = fallback(name, posting.shown)
            await self.poster.post(place, replace(posting, shown=words), event)
            return
        message = (
            self._said.get(posting.key)
            or await self._standing(channel, name, posting, event)
            or await self._sent(place, channel, hook, (name, posting))
        )
        if not message:
            await self.say(place, name, posting, event)
            return
        keep(self._said, posting.key, message)  # noted again, should noting fail now
        self._doubtful.pop(posting.key, None)
        await self.poster.posts.note(PostedReply(posting.key, place.session, channel, message))

    async def _sent(
        self, place: ChatPlace, channel: str, hook: Hook, said: tuple[str, Posting]
    ) -> str:
        """Say it, for its id; none if the webhook is gone, so that another one must be made."""
        name, posting = said
        query: dict[str, Any] = {"wait": "true"}
        if channel != place.channel:
            query["thread_id"] = channel
        body = body_of(posting) | {"username": shown_name(name)}
        try:
            row = await self.wire.line.call(
                "POST", SAY, webhook_id=hook[0], webhook_token=hook[1], params=query, json=body
            )
        except DiscordAway:
            keep(self._doubtful, posting.key, None)
            raise
        except DiscordRefused as refused:
            if refused.code not in {UNKNOWN_HOOK, BAD_TOKEN}:
                raise
            self._hooks.pop(place.channel, None)  # another line may have found out too
            return ""
        return str(row["id"])

    async def _hook(self, channel: str) -> Hook | None:
        """Our webhook of a channel, made if there is none."""
        if channel not in self._hooks:
            try:
                hook = await self._found(channel) or await self._made(channel)
            except DiscordRefused as refused:  # not allowed, or too many
                log.info("discord_no_webhook", code=refused.code)
                hook = None
            keep(self._hooks, channel, hook)
            return hook
        return self._hooks[channel]

    async def _found(self, channel: str) -> Hook | None:
        me = await self.wire.line.application()
        rows = await self.wire.line.call("GET", HOOKS, channel_id=channel)
        mine = (row for row in rows if row.get("application_id") == me and row.get("token"))
        return next(((str(row["id"]), str(row["token"])) for row in mine), None)

    async def _made(self, channel: str) -> Hook:
        row = await self.wire.line.call("POST", HOOKS, channel_id=channel, json={"name": NAME})
        return str(row["id"]), str(row["token"])

    async def _standing(self, channel: str, name: str, posting: Posting, event: str) -> str:
        """The id of what a try of unknown fate, or another process, has said already."""
        if posting.key not in self._doubtful and event in self.poster.trusted:
            return ""
        noted = await self.poster.posts.find(posting.key)
        if noted is not None:
            return noted.message
        after = since(event)
        query = {"limit": PAGE} | ({"after": after} if after else {})
        rows = await self.wire.line.call("GET", MESSAGES, channel_id=channel, params=query)
        for row in sorted(rows, key=lambda row: int(row["id"])):
            if _is_of(row, name) and is_same(row, posting):
                other = await self.poster.posts.standing(channel, str(row["id"]))
                if other is None:
                    return str(row["id"])
        return ""


def shown_name(name: str) -> str:
    """A name as Discord takes it for a webhook."""
    says = _FORBIDDEN.sub("…", plain(" ".join(name.split()), LONGEST_NAME)).strip()
    return says or NAME


def fallback(name: str, shown: PlatformMessage) -> PlatformMessage:
    """The words with the name before them."""
    return replace(shown, text=f"{before(name)}{shown.text}"[:LONGEST])


def _is_of(row: Mapping[str, Any], name: str) -> bool:
    return bool(row.get("webhook_id")) and row["author"]["username"] == shown_name(name)

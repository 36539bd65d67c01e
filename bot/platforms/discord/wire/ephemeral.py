"""What only one person may see: in answer to their command or press, or in a direct message."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import structlog
from typing_extensions import override

from bot.core.ports.environment import Cipher
from bot.core.ports.sessions import PostedReply
from bot.domain.errors import StoreAway
from bot.domain.ids import SessionId
from bot.domain.messages import Reply
from bot.engine.retries import Pause
from bot.platforms.chat.deduplication import keep
from bot.platforms.chat.delivery import Ephemeral
from bot.platforms.chat.render.forms import COMMAND
from bot.platforms.chat.wire import Asker, ChatPlace, Json, PlatformMessage, Posting
from bot.platforms.discord.render.components import EPHEMERAL, person
from bot.platforms.discord.render.markdown import LONGEST
from bot.platforms.discord.wire.discord_wire import DiscordWire, body_of, with_file
from bot.platforms.discord.wire.messages import is_bare
from bot.platforms.discord.wire.rest_client import DiscordAway, DiscordRefused

# A token lives for 15 minutes; near its end nothing is begun with it.
TOKEN_LIVES = timedelta(minutes=14)
# An answer may be ready before Discord has our acknowledgement, and knows no way back till then.
UNACKNOWLEDGED = 10015
WAITS_SECONDS = (0.1, 0.2, 0.5, 1.0, 1.5)
FOLLOW_UP = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = f"{FOLLOW_UP}/messages/@original"
ANSWER = "by the button or in a reply to this"
TOLD = "-# 🔒 I told {person} in private."
CLOSED = (
    "{person}, there is something I may tell you alone, but you take no direct messages from me. "
    "Please allow them, and ask again."
)
# Its channel is opened for anybody; only what is written into it is refused.
TAKES_NONE = 403
NOWHERE = SessionId("discord/way/back/0")  # what belongs to no conversation

log = structlog.get_logger(__name__)


@dataclass(kw_only=True)
class DiscordEphemeral(Ephemeral):
    """Knows the way back of commands and presses, also after a restart and on other machines."""

    wire: DiscordWire
    cipher: Cipher
    now: Callable[[], datetime]
    pause: Pause = asyncio.sleep
    _ways: OrderedDict[str, tuple[str, datetime]] = field(default_factory=OrderedDict)
    _answered: OrderedDict[str, None] = field(default_factory=OrderedDict)

    async def way_back(self, event: str, token: str) -> None:
        """Keep where an event may be answered.

        Raises:
            StoreAway: it could not be kept.
        """
        until = self.now() + TOKEN_LIVES
        keep(self._ways, event, (token, until))
        sealed = self.cipher.seal(json.dumps([token, until.isoformat()]))
        await self.poster.posts.note(PostedReply(_key(event), NOWHERE, "", sealed))

    async def end(self, event: str) -> None:
        """Take away what says that a command is being thought about, if nothing came of it."""
        if not event.startswith(COMMAND) or event in self._answered:
            return
        token = await self._token(event)
        if token:
            await self._quietly("DELETE", ORIGINAL, token, {})

    async def tell(self, key: str, user: str, text: str) -> None:
        """Tell somebody something by direct message, outside of any turn, if they take any."""
        there = await self._reachable("", user, NOWHERE)
        if there is None:
            return
        try:
            await self.poster.post(there, Posting(key, PlatformMessage(text)), key)
        except DiscordRefused as refused:
            if refused.status != TAKES_NONE:
                raise
            log.info("discord_no_direct_message", code=refused.code)

    async def by_direct_message(self, place: ChatPlace, reply: Reply, posting: Posting) -> bool:
        """Tell it in private, and where it came from; False if they take no such messages.

        Raises:
            DiscordAway, DiscordRefused: it could not be told for another reason.
        """
        assert reply.to is not None, "a private reply says whom it is for"
        there = await self._reachable(place.workspace, reply.to.user, place.session)
        if there is None:
            return False
        from_there = f"-# <#{await self._standing(place)}>{_how(place, reply, posting)}"
        where = "" if place.is_direct else from_there
        try:
            for told in _below(where, posting):
                await self.poster.post(there, told, reply.reply_to)
        except DiscordRefused as refused:
            if refused.status != TAKES_NONE:
                raise
            log.info("discord_no_direct_message", code=refused.code)
            return False
        return True

    async def _standing(self, place: ChatPlace) -> str:
        """The channel or thread that can be linked to; a thread that was not opened cannot."""
        try:
            return await self.wire.threads.place(place)
        except DiscordRefused:
            return place.thread or place.channel

    @override
    async def _show(
        self, place: ChatPlace, reply: Reply, posting: Posting, asker: Asker | None
    ) -> None:
        assert reply.to is not None, "a private reply says whom it is for"
        if asker is not None:
            token = await self._token(reply.reply_to)
            if token and await self._follow_up(reply.reply_to, token, posting):
                return
        is_told = await self.by_direct_message(place, reply, posting)
        is_quiet = is_bare(place) or reply.reply_to.startswith(COMMAND)
        if place.is_direct or (is_told and is_quiet):
            return
        user, what = reply.to.user, "told" if is_told else "closed"
        notice = PlatformMessage((TOLD if is_told else CLOSED).format(person=person(user)))
        called = () if is_told else (user,)
        told = Posting(f"{reply.reply_to}/{what}/{user}", notice, notify=called)
        try:
            await self.poster.post(place, told, reply.reply_to)
        except DiscordRefused as refused:
            if not is_told or refused.is_dead:
                raise
            log.info("discord_notice_refused", code=refused.code)

    async def _reachable(self, guild: str, user: str, session: SessionId) -> ChatPlace | None:
        try:
            return await self.wire.direct(guild, user, session)
        except DiscordRefused as refused:
            log.info("discord_no_direct_message", code=refused.code)
            return None

    async def _follow_up(self, event: str, token: str, posting: Posting) -> bool:
        body = body_of(posting)
        body["flags"] |= EPHEMERAL
        if await self._quietly("POST", FOLLOW_UP, token, with_file(body, posting.file)):
            keep(self._answered, event, None)
            return True
        return False

    async def _quietly(self, method: str, path: str, token: str, details: Json) -> bool:
        line = self.wire.line
        where = {"webhook_id": await line.application(), "webhook_token": token}
        for seconds in (*WAITS_SECONDS, None):
            try:
                await line.call(method, path, **where, **details)
            except (DiscordRefused, DiscordAway) as error:
                is_early = isinstance(error, DiscordRefused) and error.code == UNACKNOWLEDGED
                if not is_early or seconds is None:
                    log.info("discord_way_back_closed", error=str(error))
                    return False
                await self.pause(seconds)
            else:
                return True
        return False

    async def _token(self, event: str) -> str:
        """The token of an event while it lives; empty when there is none."""
        way = self._ways.get(event)
        if way is None:
            way = await self._kept(event)
        return way[0] if way is not None and self.now() < way[1] else ""

    async def _kept(self, event: str) -> tuple[str, datetime] | None:
        try:
            post = await self.poster.posts.find(_key(event))
        except StoreAway:
            return None
        if post is None:
            return None
        token, until = json.loads(self.cipher.open(post.message))
        return token, datetime.fromisoformat(until)


def _below(where: str, posting: Posting) -> Sequence[Posting]:
    """Say below where it came from; a message of its own does that where there is no room."""
    text = f"{where}\n{posting.shown.text}"
    if not where or not posting.shown.text:
        return (posting,)
    if len(text) > LONGEST:
        return (Posting(f"{posting.key}/where", PlatformMessage(where)), posting)
    return (replace(posting, shown=replace(posting.shown, text=text)),)


def _how(place: ChatPlace, reply: Reply, posting: Posting) -> str:
    """How a question is answered that came from elsewhere: what is said here is another talk."""
    if not posting.request or reply.fields or reply.mentions:
        return ""
    return f" · answer {'' if is_bare(place) else 'there, or here '}{ANSWER}"


def _key(event: str) -> str:
    return f"way/{event}"

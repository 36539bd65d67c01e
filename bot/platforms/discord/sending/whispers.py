"""What only one person may see: in answer to their command or press, or in a direct message."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import structlog

from bot.core.ports.places import Post
from bot.core.ports.world import Cipher
from bot.domain.errors import StoreAway
from bot.domain.ids import SessionId
from bot.domain.messages import Reply
from bot.engine.patience import Pause
from bot.platforms.discord.calls.calls import DiscordAway, DiscordRefused
from bot.platforms.discord.inbound.places import Spot, asker_of
from bot.platforms.discord.outbound.components import Json, Message, person
from bot.platforms.discord.outbound.split import LONGEST
from bot.platforms.discord.sending.posting import EPHEMERAL, Poster, Posting, with_file
from bot.platforms.shared.asking import COMMAND
from bot.platforms.shared.recent import keep

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


@dataclass
class Whispers:
    """Knows the way back of commands and presses, also after a restart and on other machines.

    A message of unknown fate is shown again: nobody can ask Discord whether it was shown, and
    an answer seen twice does less harm than one that was never seen.
    """

    poster: Poster
    cipher: Cipher
    now: Callable[[], datetime]
    pause: Pause = asyncio.sleep
    _ways: OrderedDict[str, tuple[str, datetime]] = field(default_factory=OrderedDict)
    _said: OrderedDict[str, None] = field(default_factory=OrderedDict)
    _answered: OrderedDict[str, None] = field(default_factory=OrderedDict)
    _direct: OrderedDict[str, str] = field(default_factory=OrderedDict)

    async def way_back(self, event: str, token: str) -> None:
        """Keep where an event may be answered.

        Raises:
            StoreAway: it could not be kept.
        """
        until = self.now() + TOKEN_LIVES
        keep(self._ways, event, (token, until))
        sealed = self.cipher.seal(json.dumps([token, until.isoformat()]))
        await self.poster.posts.note(Post(_key(event), NOWHERE, "", sealed))

    async def say(self, spot: Spot, reply: Reply, posting: Posting) -> None:
        """Show a message to the reply's person alone, where they asked if it was they who did.

        One that was shown before is not shown again.
        """
        if posting.key not in self._said:
            await self._say(spot, reply, posting)
            keep(self._said, posting.key, None)

    async def end(self, event: str) -> None:
        """Take away what says that a command is being thought about, if nothing came of it."""
        if not event.startswith(COMMAND) or event in self._answered:
            return
        token = await self._token(event)
        if token:
            await self._quietly("DELETE", ORIGINAL, token, {})

    async def in_person(self, user: str) -> str:
        """The channel of direct messages with somebody."""
        known = self._direct.get(user)
        if known is None:
            opened = await self.poster.line.call(
                "POST", "/users/@me/channels", json={"recipient_id": user}
            )
            known = str(opened["id"])
            keep(self._direct, user, known)
        return known

    async def tell(self, key: str, user: str, text: str) -> None:
        """Tell somebody something by direct message, outside of any turn, if they take any."""
        channel = await self._reachable(user)
        if not channel:
            return
        try:
            await self.poster.post(
                Spot("", channel, channel, NOWHERE), Posting(key, Message(text)), key
            )
        except DiscordRefused as refused:
            if refused.status != TAKES_NONE:
                raise
            log.info("discord_no_direct_message", code=refused.code)

    async def by_direct_message(self, spot: Spot, reply: Reply, posting: Posting) -> bool:
        """Tell it in private, and where it came from; False if they take no such messages.

        Raises:
            DiscordAway, DiscordRefused: it could not be told for another reason.
        """
        assert reply.to is not None, "a private reply says whom it is for"
        channel = await self._reachable(reply.to.user)
        if not channel:
            return False
        place = Spot(spot.guild, channel, channel, spot.session)
        from_there = f"-# <#{await self._standing(spot)}>{_how(spot, reply, posting)}"
        where = "" if spot.is_direct else from_there
        try:
            for told in _below(where, posting):
                await self.poster.post(place, told, reply.reply_to)
        except DiscordRefused as refused:
            if refused.status != TAKES_NONE:
                raise
            log.info("discord_no_direct_message", code=refused.code)
            return False
        return True

    async def _standing(self, spot: Spot) -> str:
        """The channel or thread that can be linked to; a thread that was not opened cannot."""
        try:
            return await self.poster.threads.place(spot)
        except DiscordRefused:
            return spot.place

    async def _say(self, spot: Spot, reply: Reply, posting: Posting) -> None:
        assert reply.to is not None, "a private reply says whom it is for"
        asker = asker_of(reply.reply_to)
        if asker is not None and asker.user == reply.to.user:
            token = await self._token(reply.reply_to)
            if token and await self._follow_up(reply.reply_to, token, posting):
                return
        is_told = await self.by_direct_message(spot, reply, posting)
        is_quiet = spot.is_bare or reply.reply_to.startswith(COMMAND)
        if spot.is_direct or (is_told and is_quiet):
            return
        user, what = reply.to.user, "told" if is_told else "closed"
        notice = Message((TOLD if is_told else CLOSED).format(person=person(user)))
        called = () if is_told else (user,)
        told = Posting(f"{reply.reply_to}/{what}/{user}", notice, notify=called)
        try:
            await self.poster.post(spot, told, reply.reply_to)
        except DiscordRefused as refused:
            if not is_told or refused.is_dead:
                raise
            log.info("discord_notice_refused", code=refused.code)

    async def _reachable(self, user: str) -> str:
        try:
            return await self.in_person(user)
        except DiscordRefused as refused:
            log.info("discord_no_direct_message", code=refused.code)
            return ""

    async def _follow_up(self, event: str, token: str, posting: Posting) -> bool:
        body = posting.body
        body["flags"] |= EPHEMERAL
        if await self._quietly("POST", FOLLOW_UP, token, with_file(body, posting.file)):
            keep(self._answered, event, None)
            return True
        return False

    async def _quietly(self, method: str, path: str, token: str, details: Json) -> bool:
        line = self.poster.line
        place = {"webhook_id": await line.application(), "webhook_token": token}
        for seconds in (*WAITS_SECONDS, None):
            try:
                await line.call(method, path, **place, **details)
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
        return (Posting(f"{posting.key}/where", Message(where)), posting)
    return (replace(posting, shown=replace(posting.shown, text=text)),)


def _how(spot: Spot, reply: Reply, posting: Posting) -> str:
    """How a question is answered that came from elsewhere: what is said here is another talk."""
    if not posting.request or reply.fields or reply.mentions:
        return ""
    return f" · answer {'' if spot.is_bare else 'there, or here '}{ANSWER}"


def _key(event: str) -> str:
    return f"way/{event}"

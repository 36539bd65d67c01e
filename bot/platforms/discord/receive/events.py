"""Takes in what is said on Discord, which tells it once: each is tried until it is kept."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

import discord
import structlog
from discord.utils import snowflake_time

from agents.kit.values.person import Person
from bot.core.ports.admin import Scope
from bot.domain.errors import PlatformFailed
from bot.domain.messages import Incoming, Kind, Thread
from bot.domain.requests import RequestKind, RequestStatus
from bot.engine.retries import Pause
from bot.platforms.chat.conversations import CardDeletions, Conversations, Lanes, ReceiverPorts
from bot.platforms.chat.deduplication import keep
from bot.platforms.discord import PLATFORM
from bot.platforms.discord.wire.directory import HomeGuilds
from bot.platforms.discord.wire.messages import (
    DiscordEvent,
    is_direct,
    message_key,
    read_edit,
    read_message,
)
from bot.platforms.discord.wire.rest_client import DiscordClient
from bot.platforms.discord.wire.threads import ThreadParents

REMEMBERED = 20_000
MOST_AUTHORS = 20
FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 0.5, 30.0

Read = Callable[[discord.Message, str, str], DiscordEvent | None]

log = structlog.get_logger(__name__)


@dataclass(kw_only=True)
class DiscordPorts(ReceiverPorts):
    """The way back to Discord besides."""

    line: DiscordClient
    homes: HomeGuilds


@dataclass(frozen=True, slots=True)
class DeletedMessage:
    """A deleted message; Discord says where it was, but not whose.

    `parent` is the channel of the thread it stood in, empty outside of threads, and None where
    that must be learnt first.
    """

    channel: str
    message: str
    guild: str = ""
    parent: str | None = ""
    writer: str = ""

    def place(self, home: str) -> Thread:
        """The thread it stood in."""
        if not self.guild:
            return Thread(PLATFORM, home, self.channel, self.channel)
        if self.parent:
            return Thread(PLATFORM, self.guild, self.parent, self.channel)
        return Thread(PLATFORM, self.guild, self.channel, self.message)


@dataclass
class DiscordEvents:
    """Messages, edits and deletions, in the order of each channel."""

    desk: DiscordPorts
    conversations: Conversations
    parents: ThreadParents
    pause: Pause = asyncio.sleep
    _heard: OrderedDict[str, DiscordEvent] = field(default_factory=OrderedDict)
    _lanes: Lanes = field(default_factory=Lanes)

    async def said(self, message: discord.Message) -> None:
        """Take in a message."""
        await self._kept(str(message.channel.id), lambda: self._said(message))

    async def again(self, message: discord.Message) -> None:
        """Take in a message that may have been heard, and changed since."""
        await self._kept(str(message.channel.id), lambda: self._again(message))

    async def edited(self, message: discord.Message) -> None:
        """Take in what a message says by now."""
        await self._kept(str(message.channel.id), lambda: self._edited(message))

    async def deleted(self, gone: DeletedMessage) -> None:
        """Take in that a message is gone."""
        await self._kept(gone.channel, lambda: self._deleted(gone))

    async def closed(self, under: Scope) -> None:
        """Take in that places may be gone: of each message in them nobody tells."""
        await self._kept(under.prefix, lambda: self._closed(under))

    async def missed(self, gone: DeletedMessage, thread: Thread, author: Person) -> None:
        """Take in that a message of a thread is gone, which nobody told."""
        event = _deletion(gone, thread, author)
        await self._kept(gone.channel, lambda: self._accept(event))

    async def _kept(self, channel: str, work: Callable[[], Awaitable[object]]) -> None:
        """Try until it is kept: Discord will not tell again, and nobody acknowledges to it."""
        wait = FIRST_WAIT_SECONDS
        async with self._lanes.lane(channel):
            while True:
                try:
                    await work()
                except PlatformFailed as error:
                    log.warning("discord_not_kept", error=type(error).__name__)
                    await self.pause(wait)
                    wait = min(2 * wait, LONGEST_WAIT_SECONDS)
                else:
                    return

    async def _said(self, message: discord.Message) -> bool:
        """Take it in; False for a copy, and for what is not for us."""
        heard = await self._read(message, read_message)
        if heard is None:
            return False
        heard = await self._as_decision(heard)
        thread = await self._thread_of(heard)
        if thread is None:
            return False
        self._remember(heard)
        return await self._accept(heard.event(thread))

    async def _again(self, message: discord.Message) -> None:
        if not await self._said(message):
            await self._edited(message)

    async def _edited(self, message: discord.Message) -> None:
        heard = await self._read(message, read_edit)
        if heard is None:
            return
        thread = await self._thread_of(heard)
        if thread is None:
            return
        said_at = snowflake_time(int(heard.message))
        if await self.conversations.calls_only_now(heard, heard.event(thread), said_at):
            heard = replace(heard, kind=Kind.MESSAGE, version="")
            self._remember(heard)
        await self.desk.accept(heard.event(thread))

    async def _read(self, message: discord.Message, read: Read) -> DiscordEvent | None:
        """Read what was told; of a place that discord.py does not know, Discord is asked.

        Without its channel a message in a thread would look like one of a plain channel.
        """
        heard = read(message, await self.desk.line.me(), await self._home(message))
        if heard is None or not isinstance(message.channel, discord.PartialMessageable):
            return heard
        parent = await self.parents.of(heard.channel)
        return heard.under(parent) if parent else heard

    async def _deleted(self, gone: DeletedMessage) -> None:
        known = self._heard.pop(gone.message, None)
        if known is not None:
            thread = await self._thread_of(known.deleted())
            if thread is not None:
                await self.desk.accept(known.deleted().event(thread))
            return
        if await self._was_ours(gone):
            return
        home = "" if gone.guild else await self.desk.homes.of(gone.writer)
        if gone.parent is None:
            gone = replace(gone, parent=await self.parents.of(gone.channel))
        place = gone.place(home)
        for person in await self._who_were_at(place):
            await self.desk.accept(_deletion(gone, place, person))

    async def _closed(self, under: Scope) -> None:
        """Withdraw what waits in places that are gone; what is only hidden from us stands."""
        known: dict[str, bool] = {}
        for request in await self.desk.services.admin_views.open_requests(under):
            thread = Thread.of(request.session)
            places = () if is_direct(thread) else (thread.channel, thread.thread)
            for place in filter(str.isdigit, places):
                if place not in known:
                    known[place] = await self.parents.is_gone(place)
            event = await self._cards.closing(request, [p for p in places if known.get(p)])
            if event is not None:
                await self._accept(event)

    async def _was_ours(self, gone: DeletedMessage) -> bool:
        """Say whether a message of the bot is gone; with a card, its request is withdrawn."""
        post = await self.desk.posts.standing(gone.channel, gone.message)
        if post is None:
            return False
        if post.request is not None:
            event = await self._cards.event(post.request, gone.channel, gone.message)
            if event is not None:
                await self.desk.accept(event)
        return True

    async def _accept(self, event: Incoming) -> bool:
        return await self.desk.accept(event) is not None

    async def _who_were_at(self, place: Thread) -> list[Person]:
        """Those whose message it may have been; only its author's deletion changes anything."""
        overseen = self.desk.services.admin_views
        scope = Scope(place.platform, place.workspace, session=place.session)
        return [seen.participant.person for seen in await overseen.seen(scope, MOST_AUTHORS)]

    async def _thread_of(self, heard: DiscordEvent) -> Thread | None:
        """The thread whose session takes it; a reply goes on with what it is to."""
        if heard.answers and heard.direct:
            asked = await self._asked_elsewhere(heard)
            return asked or await self.conversations.thread_of(heard)
        if heard.answers and not (heard.threaded or heard.direct):
            answered = replace(heard.place, thread=heard.answers)
            joined = await self.desk.posts.session_at(answered.session)
            if joined != answered.session:
                return Thread.of(joined)
        return await self.conversations.thread_of(heard)

    async def _as_decision(self, heard: DiscordEvent) -> DiscordEvent:
        if not (heard.direct and heard.answers):
            return heard
        text = await self.desk.answering.as_decision(
            heard, heard.place.session, channel=heard.channel, answered=heard.answers
        )
        return replace(heard, text=text)

    @property
    def _cards(self) -> CardDeletions:
        return self.desk.withdrawing(is_direct)

    async def _asked_elsewhere(self, heard: DiscordEvent) -> Thread | None:
        """The thread whose question stands in a private channel, while it waits for its person."""
        found = await self.desk.answering.request_at(heard.channel, heard.answers)
        if found is None or (found.kind, found.asked) != (RequestKind.QUESTION, heard.person):
            return None
        # What is changed later is most likely the answer itself.
        waits = found.status is RequestStatus.PENDING or heard.kind is not Kind.MESSAGE
        return Thread.of(found.session) if waits else None

    async def _home(self, message: discord.Message) -> str:
        is_private = message.guild is None and not message.author.bot
        return await self.desk.homes.of(str(message.author.id)) if is_private else ""

    def _remember(self, heard: DiscordEvent) -> None:
        """Know whose a message is, without its words."""
        keep(self._heard, heard.message, replace(heard, text="", files=()), most=REMEMBERED)


def _deletion(gone: DeletedMessage, place: Thread, person: Person) -> Incoming:
    message = message_key(gone.channel, gone.message)
    return Incoming(
        id=f"{message}.{Kind.DELETION}.{person.user}",
        thread=place,
        person=person,
        kind=Kind.DELETION,
        message=message,
        shared=not is_direct(place),
    )

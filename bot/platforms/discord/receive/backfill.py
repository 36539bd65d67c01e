"""What was said, edited and deleted while nobody listened: read, and compared with what is known.

Discord tells of it once, and a new session of the gateway tells nothing of it. So what the bot
heard within a day is read again where it was said; a message that is not there any more was
deleted meanwhile, one with another moment of editing was changed. Both are taken in as if they
had been told.
"""

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import aiohttp
import discord
import structlog

from agents.kit.values.person import Person
from bot.core.accounts.overview import Overviews, TakenMessage
from bot.core.ports.admin import AdminViews, Scope
from bot.domain.errors import PlatformFailed
from bot.domain.ids import SessionId
from bot.domain.messages import Thread
from bot.platforms.discord import ALONE, PLATFORM
from bot.platforms.discord.receive.events import DeletedMessage, DiscordEvents
from bot.platforms.discord.wire.messages import is_direct, message_of
from bot.platforms.discord.wire.rest_client import UNKNOWN_MESSAGE

MOST_COMPARED = 1_000  # of one thread; what stands behind them is looked for one by one
AWAY = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
# What a message of a shape that it does not know does to discord.py.
UNREADABLE = (AttributeError, LookupError, TypeError, ValueError)

log = structlog.get_logger(__name__)

# A channel for talking can be written in too.
Room = discord.TextChannel | discord.VoiceChannel | discord.StageChannel
Readable = Room | discord.Thread | discord.DMChannel


@dataclass
class GapComparison:
    """Takes in again what changed of sessions while nobody listened."""

    hearing: DiscordEvents
    overviews: Overviews
    ear: discord.Client
    _places: dict[str, Readable | None] = field(default_factory=dict)

    async def compare(self, session: SessionId, since: datetime) -> None:
        """Look at the messages of a session that were taken in since a moment.

        Raises:
            StoreAway: it is not known what was taken in.
        """
        channels: dict[str, dict[str, TakenMessage]] = {}
        for one in await self.overviews.taken(session, since):
            channel, message = message_of(one.message)
            channels.setdefault(channel, {})[message] = one
        thread = Thread.of(session)
        for channel, known in channels.items():
            try:
                await self._in_channel(thread, channel, known)
            except (*AWAY, *UNREADABLE) as error:
                log.warning(
                    "discord_gap_not_compared", channel=channel, error=type(error).__name__
                )

    async def _in_channel(
        self, thread: Thread, channel: str, known: Mapping[str, TakenMessage]
    ) -> None:
        place = await self._place(channel)
        if place is None:
            return
        # In a channel others talk as well; of a conversation there only its beginning stands.
        is_own = not isinstance(place, Room)
        standing = await self._read(place, known) if is_own else set()
        for message, one in known.items():
            if message not in standing and not await self._stands(place, message):
                author = Person(thread.platform, thread.workspace, one.person.rpartition("/")[2])
                await self.hearing.missed(DeletedMessage(channel, message), thread, author)

    async def _place(self, channel: str) -> Readable | None:
        """A channel that can be read; None for one that is gone as a whole, or hidden."""
        if channel not in self._places:
            found = self.ear.get_channel(int(channel))
            try:
                found = found or await self.ear.fetch_channel(int(channel))
            except (discord.NotFound, discord.Forbidden):
                found = None
            self._places[channel] = found if isinstance(found, Readable) else None
        return self._places[channel]

    async def _read(self, place: Readable, known: Mapping[str, TakenMessage]) -> set[str]:
        """Read all since the oldest of what is known; return what stands there."""
        before_it = discord.Object(min(map(int, known)) - 1)
        standing = set[str]()
        async for message in place.history(
            after=before_it, limit=MOST_COMPARED, oldest_first=True
        ):
            standing.add(str(message.id))
            await self.hearing.again(message)
        return standing

    async def _stands(self, place: Readable, message: str) -> bool:
        try:
            await self.hearing.again(await place.fetch_message(int(message)))
        except discord.NotFound as error:
            return error.code != UNKNOWN_MESSAGE
        return True


# A break is noticed late, and clocks differ; what was heard already is known as a copy.
MARGIN = timedelta(seconds=90)
LONGEST_GAP = timedelta(hours=23)  # copies are known for a day
MOST_MESSAGES = 2_000  # of one channel
MOST_SESSIONS = 200


@dataclass
class Backfill:
    """Knows since when nobody listened, and hears what was said since then."""

    hearing: DiscordEvents
    overseen: AdminViews
    now: Callable[[], datetime]
    _since: datetime | None = None
    _has_heard: bool = False

    def lost(self) -> None:
        """Note that nobody listens any more."""
        if self._since is None and self._has_heard:
            self._since = self.now() - MARGIN

    def resumed(self) -> None:
        """Note that the session went on, so that Discord has told all of it."""
        self._since = None

    async def catch_up(self, ear: discord.Client) -> None:
        """Hear what was said since; what cannot be read is left out."""
        since, self._since = self._since, None
        try:
            since = since or (None if self._has_heard else await self._last_used(ear))
            self._has_heard = True
            if since is None:
                return
            after = max(since, self.now() - LONGEST_GAP)
            async for channel in self._channels(ear, after):
                await self._read(channel, after)
            await self._compare(ear)
            for guild in ear.guilds:
                await self.hearing.closed(Scope(PLATFORM, str(guild.id)))
        except PlatformFailed as error:
            log.warning("discord_gap_not_read", error=type(error).__name__)

    async def _read(self, channel: Readable, after: datetime) -> None:
        count = 0
        try:
            history = channel.history(after=after, limit=MOST_MESSAGES, oldest_first=True)
            async for message in history:
                await self.hearing.again(message)
                count += 1
        except (*AWAY, *UNREADABLE) as error:
            log.warning("discord_gap_not_read", channel=channel.id, error=type(error).__name__)
            return
        log.info("discord_gap_read", channel=channel.id, messages=count)

    async def _compare(self, ear: discord.Client) -> None:
        """Look for edits and deletions in the conversations of the last day."""
        since = self.now() - LONGEST_GAP
        comparing = GapComparison(self.hearing, self.hearing.desk.overviews, ear)
        sessions = {session: at for session, at in await self._sessions(ear) if at >= since}
        for session in sessions:
            await comparing.compare(session, since)

    async def _channels(self, ear: discord.Client, after: datetime) -> AsyncIterator[Readable]:
        """Where something was said since: channels and open threads, and private talks."""
        newest = discord.utils.time_snowflake(after)
        for guild in ear.guilds:
            rooms: list[Room] = [*guild.text_channels, *guild.voice_channels]
            for channel in (*rooms, *guild.stage_channels, *guild.threads):
                may_read = channel.permissions_for(guild.me).read_message_history
                if may_read and (channel.last_message_id or 0) > newest:
                    yield channel
        for thread in await self._private(ear):
            try:
                found = await ear.fetch_channel(int(thread.channel))
            except discord.DiscordException:
                continue
            if isinstance(found, discord.DMChannel):
                yield found

    async def _private(self, ear: discord.Client) -> list[Thread]:
        threads = [Thread.of(session) for session, _at in await self._sessions(ear)]
        return list(dict.fromkeys(thread for thread in threads if is_direct(thread)))

    async def _last_used(self, ear: discord.Client) -> datetime | None:
        """When the bot was last used before it was started; None if it never was."""
        moments = [at for _session, at in await self._sessions(ear)]
        return max(moments) - MARGIN if moments else None

    async def _sessions(self, ear: discord.Client) -> list[tuple[SessionId, datetime]]:
        found = []
        for workspace in (ALONE, *(str(guild.id) for guild in ear.guilds)):
            seen = await self.overseen.seen(Scope(PLATFORM, workspace), MOST_SESSIONS)
            found += [(one.session, one.at) for one in seen]
        return found

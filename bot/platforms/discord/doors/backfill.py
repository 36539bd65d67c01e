"""Reads what was said while nobody listened: a new session of the gateway tells nothing of it."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import discord
import structlog

from bot.core.ports.oversight import Overseen, Scope
from bot.domain.errors import PlatformFailed
from bot.domain.ids import SessionId
from bot.domain.messages import Thread
from bot.platforms.discord import ALONE, PLATFORM
from bot.platforms.discord.doors.comparing import AWAY, UNREADABLE, Comparing, Readable, Room
from bot.platforms.discord.doors.hearing import Hearing
from bot.platforms.discord.inbound.places import is_direct

# A break is noticed late, and clocks differ; what was heard already is known as a copy.
MARGIN = timedelta(seconds=90)
LONGEST_GAP = timedelta(hours=23)  # copies are known for a day
MOST_MESSAGES = 2_000  # of one channel
MOST_SESSIONS = 200

log = structlog.get_logger(__name__)


@dataclass
class Backfill:
    """Knows since when nobody listened, and hears what was said since then."""

    hearing: Hearing
    overseen: Overseen
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
        comparing = Comparing(self.hearing, self.hearing.desk.overviews, ear)
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

"""Compares what was taken in with what stands on Discord by now: edits and deletions of a gap.

Discord tells of them once, like of everything. So what the bot heard within a day is read
again where it was said; a message that is not there any more was deleted meanwhile, one with
another moment of editing was changed. Both are taken in as if they had been told.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

import aiohttp
import discord
import structlog

from agents.kit.values.person import Person
from bot.core.requests.overview import Overviews, Taken
from bot.domain.ids import SessionId
from bot.domain.messages import Thread
from bot.platforms.discord.calls.calls import UNKNOWN_MESSAGE
from bot.platforms.discord.doors.hearing import Gone, Hearing
from bot.platforms.discord.inbound.places import message_of

MOST_MESSAGES = 1_000  # of one thread; what stands behind them is looked for one by one
AWAY = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
# What a message of a shape that it does not know does to discord.py.
UNREADABLE = (AttributeError, LookupError, TypeError, ValueError)

log = structlog.get_logger(__name__)

# A channel for talking can be written in too.
Room = discord.TextChannel | discord.VoiceChannel | discord.StageChannel
Readable = Room | discord.Thread | discord.DMChannel


@dataclass
class Comparing:
    """Takes in again what changed of sessions while nobody listened."""

    hearing: Hearing
    overviews: Overviews
    ear: discord.Client
    _places: dict[str, Readable | None] = field(default_factory=dict)

    async def compare(self, session: SessionId, since: datetime) -> None:
        """Look at the messages of a session that were taken in since a moment.

        Raises:
            StoreAway: it is not known what was taken in.
        """
        channels: dict[str, dict[str, Taken]] = {}
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

    async def _in_channel(self, thread: Thread, channel: str, known: Mapping[str, Taken]) -> None:
        place = await self._place(channel)
        if place is None:
            return
        # In a channel others talk as well; of a conversation there only its beginning stands.
        is_own = not isinstance(place, Room)
        standing = await self._read(place, known) if is_own else set()
        for message, one in known.items():
            if message not in standing and not await self._stands(place, message):
                author = Person(thread.platform, thread.workspace, one.person.rpartition("/")[2])
                await self.hearing.missed(Gone(channel, message), thread, author)

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

    async def _read(self, place: Readable, known: Mapping[str, Taken]) -> set[str]:
        """Read all since the oldest of what is known; return what stands there."""
        before_it = discord.Object(min(map(int, known)) - 1)
        standing = set[str]()
        async for message in place.history(
            after=before_it, limit=MOST_MESSAGES, oldest_first=True
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

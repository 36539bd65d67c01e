"""The gateway: a client of discord.py that hears, and is replaced as a whole when it is lost.

connect ─▶ ready ─▶ hearing ─┬─ broken ─▶ resumed ─▶ hearing          discord.py does this
   ▲                         └─ broken ─▶ not resumed ─▶ ready ─▶ what was missed is read
   └──────── waited ◀──────────── given up by discord.py
"""

import asyncio
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import discord
import structlog
from typing_extensions import override

from bot.core.ports.admin import Scope
from bot.engine.retries import Pause, cancel_tasks
from bot.platforms.discord import PLATFORM
from bot.platforms.discord.receive.backfill import Backfill
from bot.platforms.discord.receive.events import DeletedMessage, DiscordEvents
from bot.platforms.discord.receive.interaction_payloads import asked_of
from bot.platforms.discord.receive.interactions import InteractionDeadline

HEARTBEAT_SECONDS = 20.0  # any frame counts as life, so that silence is noticed only by this
GUILD_WAIT_SECONDS = 2.0
IDENTIFY_SECONDS = 5.0
FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 1.0, 60.0
SHORTEST_TALK_SECONDS = 30.0

log = structlog.get_logger(__name__)


class GatewayClient(discord.AutoShardedClient):
    """Hands on what it hears; it keeps no members, and says nothing."""

    def __init__(
        self,
        hearing: DiscordEvents,
        answering: InteractionDeadline,
        backfill: Backfill,
        intents: discord.Intents,
    ) -> None:
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            heartbeat_timeout=HEARTBEAT_SECONDS,
            guild_ready_timeout=GUILD_WAIT_SECONDS,
            max_messages=None,
        )
        self._hearing = hearing
        self._answering = answering
        self._backfill = backfill

    @override
    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        if not initial:
            await asyncio.sleep(IDENTIFY_SECONDS)

    async def on_message(self, message: discord.Message) -> None:
        """Hear a message."""
        await self._hearing.said(message)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Hear what a message says by now."""
        await self._hearing.edited(payload.message)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Hear that a message is gone."""
        await self._gone(payload.channel_id, payload.guild_id, [payload.message_id])

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Hear that many are gone."""
        await self._gone(payload.channel_id, payload.guild_id, sorted(payload.message_ids))

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Forget a thread that may be another now."""
        self._hearing.parents.forget(payload.thread_id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Forget a thread that is gone, and hear that its cards are gone with it."""
        self._hearing.parents.forget(payload.thread_id)
        under = Scope(PLATFORM, str(payload.guild_id), str(payload.parent_id))
        await self._hearing.closed(under)

    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Forget the threads of a channel that we may see no more."""
        self._hearing.parents.forget(after.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Forget the threads of a channel that is gone, and hear that its cards are, too."""
        self._hearing.parents.forget(channel.id)
        await self._hearing.closed(Scope(PLATFORM, str(channel.guild.id), str(channel.id)))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Forget the threads of a guild that we are not in any more."""
        self._hearing.parents.forget(guild.id)

    async def on_interaction(self, interaction: "discord.Interaction[Any]") -> None:
        """Answer what somebody pressed, filled in or commanded."""
        await self._answering.by_gateway(asked_of(interaction))

    async def on_shard_resumed(self, _shard_id: int) -> None:
        """Note that nothing was missed."""
        self._backfill.resumed()

    async def on_shard_ready(self, shard_id: int) -> None:
        """Read what was missed: a session that begins anew is told of nothing before it."""
        log.info("discord_connected", shard=shard_id)
        await self._backfill.catch_up(self)

    async def on_disconnect(self) -> None:
        """Note the break; if it is not resumed, what was said meanwhile must be read."""
        self._backfill.lost()

    @override
    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        if self.is_closed():
            return  # what was under way when it was stopped is read at the next start
        log.error("discord_event_failed", event_method=event_method, error=_now_raised())

    async def _gone(self, channel_id: int, guild_id: int | None, messages: list[int]) -> None:
        parent = self._parent(channel_id) if guild_id is not None else ""
        writer = await self._writer(channel_id) if guild_id is None else ""
        for message in messages:
            gone = DeletedMessage(
                str(channel_id), str(message), str(guild_id or ""), parent, writer
            )
            await self._hearing.deleted(gone)

    def _parent(self, channel_id: int) -> str | None:
        channel = self.get_channel(channel_id)
        if channel is None:
            return None
        return str(channel.parent_id) if isinstance(channel, discord.Thread) else ""

    async def _writer(self, channel_id: int) -> str:
        """The other side of a direct message; empty where Discord does not say."""
        try:
            channel = self.get_channel(channel_id) or await self.fetch_channel(channel_id)
        except discord.DiscordException:
            return ""
        recipient = channel.recipient if isinstance(channel, discord.DMChannel) else None
        return str(recipient.id) if recipient is not None else ""


@dataclass
class Gateway:
    """Keeps one client connected until it is stopped."""

    token: str
    hearing: DiscordEvents
    answering: InteractionDeadline
    backfill: Backfill
    elapsed: Callable[[], float]
    pause: Pause = asyncio.sleep
    reads_messages: bool = True
    _running: asyncio.Task[None] | None = None
    _ear: GatewayClient | None = None
    _wait: float = field(default=FIRST_WAIT_SECONDS)

    @property
    def ear(self) -> GatewayClient | None:
        """The client that hears now."""
        return self._ear

    def start(self) -> None:
        """Begin to listen."""
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Listen no more; what is said from now on is read at the next start."""
        if self._running is not None:
            await cancel_tasks(self._running)

    async def _run(self) -> None:
        while True:
            began = self.elapsed()
            await self._listen()
            if self.elapsed() - began > SHORTEST_TALK_SECONDS:
                self._wait = FIRST_WAIT_SECONDS
            log.warning("discord_client_replaced", seconds=self._wait)
            await self.pause(self._wait)
            self._wait = min(2 * self._wait, LONGEST_WAIT_SECONDS)

    async def _listen(self) -> None:
        """Listen until discord.py gives up, for whatever reason it does."""
        self._ear = GatewayClient(self.hearing, self.answering, self.backfill, self._intents())
        try:
            await self._ear.start(self.token)
        except discord.PrivilegedIntentsRequired:
            self.reads_messages = False
            log.error(  # noqa: TRY400 - nothing to trace
                "discord_messages_not_readable",
                advice="Switch on “Message Content Intent” of the bot, and start it again; "
                "until then it reads only what mentions it.",
            )
        except Exception as error:  # noqa: BLE001 - discord.py lets out errors of many kinds
            log.warning("discord_connection_lost", error=type(error).__name__)
        finally:
            self.backfill.lost()
            ear, self._ear = self._ear, None
            if ear is not None:
                await ear.close()

    def _intents(self) -> discord.Intents:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = intents.dm_messages = True
        intents.message_content = self.reads_messages
        return intents


def _now_raised() -> str:
    """The kind of what was raised just now; what it says may quote what people wrote."""
    kind = sys.exc_info()[0]
    return kind.__name__ if kind is not None else ""

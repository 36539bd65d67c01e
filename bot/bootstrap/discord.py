"""Puts Discord together: its directory early, its doors once there is an engine."""

import asyncio
from dataclasses import dataclass, field
from functools import partial

import structlog
from starlette.routing import BaseRoute

from bot.bootstrap.application import App, titles_of
from bot.core.redaction.typed_secrets import hide_known_secrets
from bot.domain.errors import PlatformFailed
from bot.engine.engine import Engine
from bot.engine.retries import cancel_tasks
from bot.platforms.chat.card_copies import CardCopies
from bot.platforms.chat.conversations import Conversations
from bot.platforms.chat.deduplication import Poster
from bot.platforms.chat.progress_messages import ProgressTraces
from bot.platforms.discord import PLATFORM
from bot.platforms.discord.receive.backfill import Backfill
from bot.platforms.discord.receive.events import DiscordEvents, DiscordPorts
from bot.platforms.discord.receive.gateway import Gateway
from bot.platforms.discord.receive.interactions import DiscordInteractions, InteractionDeadline
from bot.platforms.discord.receive.slash_commands import CommandSuggestions, sync
from bot.platforms.discord.receive.webhook import DiscordSignatures, DiscordWebhook
from bot.platforms.discord.render.cards import DiscordRenderer
from bot.platforms.discord.render.modals import Drafts
from bot.platforms.discord.wire.directory import ChannelPermissions, DiscordDirectory, HomeGuilds
from bot.platforms.discord.wire.discord_wire import DiscordWire
from bot.platforms.discord.wire.ephemeral import DiscordEphemeral
from bot.platforms.discord.wire.personas import Personas
from bot.platforms.discord.wire.platform import DiscordPlanMessages, DiscordPlatform
from bot.platforms.discord.wire.rest_client import DiscordClient, DiscordRefused
from bot.platforms.discord.wire.thread_history import DiscordFiles, DiscordThreadHistory
from bot.platforms.discord.wire.threads import OpenThreads, ThreadParents
from bot.platforms.discord.wire.typing_indicator import DiscordProgress
from bot.storage.accounts.installations import SqlTickets

SYNC_WAIT_SECONDS = 60.0

log = structlog.get_logger(__name__)


@dataclass
class DiscordParts:
    """Everything of Discord that runs; `gateway` is opened last and closed first."""

    app: App
    line: DiscordClient
    platform: DiscordPlatform
    gateway: Gateway | None = None
    answering: InteractionDeadline | None = None
    _syncing: list[asyncio.Task[None]] = field(default_factory=list)

    def connect(self, engine: Engine) -> list[BaseRoute]:
        """Let events into an engine; the address Discord may post to, if it may."""
        ports, settings = self.app.ports, self.app.settings
        homes = HomeGuilds(self.line, settings.discord_guild, ports.clock.elapsed)
        desk = DiscordPorts(
            accept=engine.accept,
            services=ports,
            overviews=ports.overviews,
            posts=ports.posts,
            line=self.line,
            homes=homes,
        )
        conversations = Conversations(
            ports.sessions,
            ports.overviews,
            ports.posts,
            ports.admin_views,
            ports.clock,
        )
        hearing = DiscordEvents(desk, conversations, ThreadParents(self.line), ports.pause)
        offering = CommandSuggestions(ports, ports.overviews, homes)
        pressing = DiscordInteractions(
            desk, self.platform.ephemeral, offering, Drafts(ports.posts, ports.cipher)
        )
        self.answering = InteractionDeadline(
            self.line, pressing, SqlTickets(ports.database), ports.clock.now
        )
        self.gateway = Gateway(
            token=self.line.token,
            hearing=hearing,
            answering=self.answering,
            backfill=Backfill(hearing, ports.admin_views, ports.clock.now),
            elapsed=ports.clock.elapsed,
            pause=ports.pause,
            reads_messages=settings.discord_reads_messages,
        )
        key = settings.discord_public_key
        signatures = DiscordSignatures(ports.clock.now, key)
        return DiscordWebhook(signatures, self.answering).routes() if key else []

    @property
    def needs_web(self) -> bool:
        """Say whether what comes in is posted to us, too."""
        return bool(self.app.settings.discord_public_key)

    async def start(self) -> None:
        """Open the gateway, and register the commands beside it.

        Raises:
            DiscordRefused: the token is worth nothing.
        """
        try:
            await self.line.me()
        except DiscordRefused:
            raise
        except PlatformFailed as error:
            log.warning("discord_away", error=str(error))
        assert self.gateway is not None, "connected first"
        self.gateway.start()
        self._syncing.append(asyncio.create_task(self._sync()))

    async def stop(self) -> None:
        """Take in nothing more."""
        await cancel_tasks(*self._syncing)
        if self.gateway is not None:
            await self.gateway.stop()

    async def close(self) -> None:
        """Let go of everything, once no turn runs any more."""
        if self.answering is not None:
            await self.answering.close()
        await self.platform.close()
        await self.line.close()

    async def _sync(self) -> None:
        """Register the commands, as often as it takes; one of several processes is enough."""
        while True:
            try:
                await sync(self.line, self.app.settings.discord_guild)
            except DiscordRefused as refused:
                log.error("discord_commands_refused", error=str(refused))  # noqa: TRY400 - nothing to trace
                return
            except PlatformFailed as error:
                log.warning("discord_commands_not_registered", error=str(error))
                await self.app.ports.pause(SYNC_WAIT_SECONDS)
            else:
                return


def parts(app: App) -> DiscordParts:
    """Make the platform; its doors follow when there is an engine."""
    directory = app.ports.directories[PLATFORM]
    assert isinstance(directory, DiscordDirectory), "the one this application was built with"
    line = directory.line
    threads = OpenThreads(line, partial(hide_known_secrets, app.ports.catalogue))
    return DiscordParts(app, line, _platform(app, directory, threads))


def _platform(app: App, directory: DiscordDirectory, threads: OpenThreads) -> DiscordPlatform:
    """Make the platform."""
    ports, settings, line = app.ports, app.settings, directory.line
    elapsed, named = ports.clock.elapsed, titles_of(app)
    wire = DiscordWire(line, ports.posts, threads)
    poster = Poster(wire, ports.posts, elapsed)
    renderer = DiscordRenderer(ports.clock, frozenset(settings.link_hosts))
    progress = DiscordProgress(
        wire=wire,
        poster=poster,
        traces=ProgressTraces(ports.posts),
        titles=named,
        elapsed=elapsed,
        pause=ports.pause,
    )
    ephemeral = DiscordEphemeral(
        poster=poster, wire=wire, cipher=ports.cipher, now=ports.clock.now, pause=ports.pause
    )
    files = DiscordFiles(line, settings.discord_api_url)
    return DiscordPlatform(
        poster=poster,
        progress_messages=progress,
        ephemeral=ephemeral,
        history=DiscordThreadHistory(directory, line, files, threads.open),
        renderer=renderer,
        requests=ports.requests,
        posts=ports.posts,
        copies=CardCopies(PLATFORM, poster, renderer, directory),
        plan_messages=DiscordPlanMessages(poster, progress, named, ports.pause),
        personas=Personas(wire, poster),
        sight=ChannelPermissions(line),
    )

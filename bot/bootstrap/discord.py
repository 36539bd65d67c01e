"""Puts Discord together: its directory early, its doors once there is an engine."""

import asyncio
from dataclasses import dataclass, field
from functools import partial

import structlog
from starlette.routing import BaseRoute

from bot.bootstrap.application import App
from bot.bootstrap.titles import titles_of
from bot.core.turn.volunteered import hidden
from bot.domain.errors import PlatformFailed
from bot.engine.engine import Engine
from bot.engine.patience import let_go
from bot.platforms.discord import PLATFORM
from bot.platforms.discord.calls.calls import DiscordRefused, Line
from bot.platforms.discord.calls.directory import DiscordDirectory
from bot.platforms.discord.calls.homes import Homes
from bot.platforms.discord.calls.sight import Sight
from bot.platforms.discord.doors.answering import Answering
from bot.platforms.discord.doors.backfill import Backfill
from bot.platforms.discord.doors.commands import sync
from bot.platforms.discord.doors.front import DiscordSignatures, Front
from bot.platforms.discord.doors.gateway import Gateway
from bot.platforms.discord.doors.hearing import DiscordPorts, Hearing
from bot.platforms.discord.doors.offering import Offering
from bot.platforms.discord.doors.parents import Parents
from bot.platforms.discord.doors.pressing import DiscordInteractions
from bot.platforms.discord.outbound.drafts import Drafts
from bot.platforms.discord.outbound.rendering import DiscordRenderer
from bot.platforms.discord.sending.boards import DiscordPlanMessages
from bot.platforms.discord.sending.files import Files
from bot.platforms.discord.sending.live import DiscordProgress
from bot.platforms.discord.sending.personas import Personas
from bot.platforms.discord.sending.platform import DiscordPlatform
from bot.platforms.discord.sending.posting import DiscordWire
from bot.platforms.discord.sending.preparing import DiscordThreadHistory
from bot.platforms.discord.sending.threads import OpenThreads
from bot.platforms.discord.sending.whispers import DiscordEphemeral
from bot.platforms.shared.conversation import Conversations
from bot.platforms.shared.copies import CardCopies
from bot.platforms.shared.posting import Poster
from bot.platforms.shared.traces import Traces
from bot.storage.accounts.installations import SqlTickets

SYNC_WAIT_SECONDS = 60.0

log = structlog.get_logger(__name__)


@dataclass
class DiscordParts:
    """Everything of Discord that runs; `gateway` is opened last and closed first."""

    app: App
    line: Line
    platform: DiscordPlatform
    gateway: Gateway | None = None
    answering: Answering | None = None
    _syncing: list[asyncio.Task[None]] = field(default_factory=list)

    def connect(self, engine: Engine) -> list[BaseRoute]:
        """Let events into an engine; the address Discord may post to, if it may."""
        ports, settings = self.app.ports, self.app.settings
        homes = Homes(self.line, settings.discord_guild, ports.clock.elapsed)
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
        hearing = Hearing(desk, conversations, Parents(self.line), ports.pause)
        offering = Offering(ports, ports.overviews, homes)
        pressing = DiscordInteractions(
            desk, self.platform.whispers, offering, Drafts(ports.posts, ports.cipher)
        )
        self.answering = Answering(
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
        return Front(signatures, self.answering).routes() if key else []

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
        await let_go(*self._syncing)
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
    threads = OpenThreads(line, partial(hidden, app.ports.catalogue))
    return DiscordParts(app, line, _platform(app, directory, threads))


def _platform(app: App, directory: DiscordDirectory, threads: OpenThreads) -> DiscordPlatform:
    """Make the platform."""
    ports, settings, line = app.ports, app.settings, directory.line
    elapsed, named = ports.clock.elapsed, titles_of(app)
    wire = DiscordWire(line, ports.posts, threads)
    poster = Poster(wire, ports.posts, elapsed)
    rendering = DiscordRenderer(ports.clock, frozenset(settings.link_hosts))
    lives = DiscordProgress(
        wire=wire,
        poster=poster,
        traces=Traces(ports.posts),
        titles=named,
        elapsed=elapsed,
        pause=ports.pause,
    )
    whispers = DiscordEphemeral(
        poster=poster, wire=wire, cipher=ports.cipher, now=ports.clock.now, pause=ports.pause
    )
    files = Files(line, settings.discord_api_url)
    return DiscordPlatform(
        poster=poster,
        lives=lives,
        whispers=whispers,
        preparing=DiscordThreadHistory(line, directory, files, threads.open),
        rendering=rendering,
        requests=ports.requests,
        posts=ports.posts,
        copies=CardCopies(PLATFORM, poster, rendering, directory),
        boards=DiscordPlanMessages(poster, lives, named, ports.pause),
        personas=Personas(wire, poster),
        sight=Sight(line),
    )

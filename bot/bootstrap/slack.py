"""Puts Slack together: its directory early, its platform and its doors once there is an engine."""

from dataclasses import dataclass

from starlette.routing import BaseRoute

from bot.bootstrap.application import App, titles_of
from bot.engine.engine import Engine
from bot.platforms.chat.card_copies import CardCopies
from bot.platforms.chat.conversations import Conversations
from bot.platforms.chat.deduplication import Poster
from bot.platforms.chat.progress_messages import ProgressTraces
from bot.platforms.slack import PLATFORM
from bot.platforms.slack.oauth.install_pages import InstallPages, Invitation, States
from bot.platforms.slack.oauth.installations import OneWorkspace, SeveralWorkspaces
from bot.platforms.slack.oauth.manifest import bot_scopes
from bot.platforms.slack.oauth.token_exchange import TokenExchange
from bot.platforms.slack.receive.app_home import AppHomes
from bot.platforms.slack.receive.bolt_app import BoltReceiver, bolt_app, receive_envelope
from bot.platforms.slack.receive.events import SlackEvents, SlackPorts
from bot.platforms.slack.receive.interactions import SlackInteractions
from bot.platforms.slack.receive.socket_mode import Sockets
from bot.platforms.slack.receive.webhook import SlackSignatures, SlackWebhook
from bot.platforms.slack.render.cards import SlackRenderer
from bot.platforms.slack.wire.directory import ChannelReaders, SlackDirectory, SlackThreadHistory
from bot.platforms.slack.wire.ephemeral import Hooks, SlackEphemeral
from bot.platforms.slack.wire.files import SlackFiles
from bot.platforms.slack.wire.platform import SlackPlanMessages, SlackPlatform
from bot.platforms.slack.wire.progress_stream import QuietCalls, SlackProgress
from bot.platforms.slack.wire.slack_wire import SlackWire
from bot.platforms.slack.wire.workspaces import Installations
from bot.storage.accounts.installations import SqlTickets

MOST_HINTS = 4


@dataclass
class SlackParts:
    """Everything of Slack that runs; `doors` are opened last and closed first."""

    app: App
    directory: SlackDirectory
    installs: Installations
    platform: SlackPlatform
    sockets: Sockets | None = None
    front: SlackWebhook | None = None
    hearing: SlackEvents | None = None
    desk: SlackPorts | None = None

    def connect(self, engine: Engine) -> list[BaseRoute]:
        """Let events into an engine; the addresses Slack may post to, if it may."""
        settings, ports, workspaces = self.app.settings, self.app.ports, self.directory.workspaces
        self.desk = SlackPorts(
            accept=engine.accept,
            services=ports,
            overviews=ports.overviews,
            posts=ports.posts,
            workspaces=workspaces,
            leavers=self.installs,
            hints=_hints(self.app),
            titles=titles_of(self.app),
        )
        conversations = Conversations(
            ports.sessions,
            ports.overviews,
            ports.posts,
            ports.admin_views,
            ports.clock,
        )
        homes = AppHomes(self.desk)
        self.platform.on_change = homes.refresh
        self.hearing = hearing = SlackEvents(self.desk, conversations, homes.show)
        pressing = SlackInteractions(self.desk, self.platform.ephemeral)
        receive = BoltReceiver(bolt_app(workspaces, hearing, pressing), workspaces).receive
        if settings.slack_app_token is not None:
            token = settings.slack_app_token.get_secret_value()
            address = settings.slack_api_url
            take, elapsed = receive_envelope(receive), ports.clock.elapsed
            self.sockets = Sockets(token, address, take, elapsed, ports.pause)
        pages = _install_pages(self.app, self.installs)
        if not settings.slack_signing_secrets:
            return pages
        hooks = Hooks(settings.slack_api_url, lambda: workspaces.session)
        signatures = SlackSignatures(ports.clock.now, settings.slack_signing_secrets)
        self.front = SlackWebhook(signatures, receive, hooks.whisper)
        return [*self.front.routes(), *pages]

    @property
    def needs_web(self) -> bool:
        """Say whether what comes in is posted to us."""
        return self.sockets is None

    async def start(self) -> None:
        """Open the doors that are ours to open."""
        await self.installs.start()
        if self.sockets is not None:
            await self.sockets.start()

    async def stop(self) -> None:
        """Take in nothing more."""
        if self.sockets is not None:
            await self.sockets.stop()
        if self.front is not None:
            await self.front.close()
        if self.hearing is not None:
            await self.hearing.close()

    async def close(self) -> None:
        """Let go of everything, once no turn runs any more."""
        if self.desk is not None:
            await self.desk.close()
        await self.platform.close()
        await self.installs.close()
        await self.directory.workspaces.close()


def parts(app: App) -> SlackParts:
    """Make the platform; its doors follow when there is an engine."""
    directory = app.ports.directories[PLATFORM]
    assert isinstance(directory, SlackDirectory), "the one this application was built with"
    ports, workspaces = app.ports, directory.workspaces
    installs = workspaces.tokens
    assert isinstance(installs, OneWorkspace | SeveralWorkspaces), "the same"
    wire, files, elapsed = (
        SlackWire(workspaces),
        SlackFiles(workspaces, ports.posts),
        ports.clock.elapsed,
    )
    poster = Poster(wire, ports.posts, elapsed)
    renderer = SlackRenderer(ports.clock, frozenset(app.settings.link_hosts))
    titles = titles_of(app)
    progress = SlackProgress(
        quiet=QuietCalls(workspaces),
        traces=ProgressTraces(ports.posts),
        titles=titles,
        elapsed=elapsed,
        pause=ports.pause,
    )
    platform = SlackPlatform(
        poster=poster,
        progress_messages=progress,
        files=files,
        ephemeral=SlackEphemeral(poster=poster, wire=wire),
        history=SlackThreadHistory(directory, workspaces, files),
        renderer=renderer,
        requests=ports.requests,
        posts=ports.posts,
        copies=CardCopies(PLATFORM, poster, renderer, directory),
        readers=ChannelReaders(workspaces, elapsed),
        plan_messages=SlackPlanMessages(poster, progress, titles, ports.pause),
        personas=app.settings.slack_personas,
    )
    return SlackParts(app, directory, installs, platform)


def _hints(app: App) -> tuple[str, ...]:
    """One example of each of the first agents people may ask for."""
    shown = (agent.examples[0] for agent in app.agents if agent.expose_to_user and agent.examples)
    return tuple(shown)[:MOST_HINTS]


def _install_pages(app: App, installs: Installations) -> list[BaseRoute]:
    """The addresses of the pages; none where the app is installed by hand."""
    if not isinstance(installs, SeveralWorkspaces):
        return []
    settings, ports, granting = app.settings, app.ports, installs.granting
    assert isinstance(granting, TokenExchange), "the one this application was built with"
    invitation = Invitation(
        settings.slack_client_id,
        settings.slack_authorize_url,
        settings.public_url,
        bot_scopes(personas=settings.slack_personas),
    )
    states = States(ports.cipher, SqlTickets(ports.database), ports.ids, ports.clock)
    return InstallPages(invitation, states, granting, installs.installs).routes()

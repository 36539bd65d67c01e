"""The platforms that the bot connects to, a row each; a row names the module of its parts.

Another platform is its folder in `bot.platforms`, its settings, its module here, and a row.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bot.core.ports.directory import Directory
from bot.core.ports.environment import Cipher, Clock
from bot.settings import Settings
from bot.storage.accounts.installations import SqlInstallations
from bot.storage.databases.transactions import SqlDatabase
from bot.storage.memory.erasure import SqlDepartures

HTTP = "http"


@dataclass(frozen=True, slots=True)
class Foundations:
    """What a directory is made with, before there are any other ports."""

    settings: Settings
    database: SqlDatabase
    cipher: Cipher
    clock: Clock


@dataclass(frozen=True, slots=True)
class PlatformRow:
    """A platform: who its people are, and the module whose `parts` puts together what runs.

    That one is imported for who runs the platform alone: its SDK is heavy, or an extra.
    """

    name: str
    is_configured: Callable[[Settings], bool]
    is_posted_to: Callable[[Settings], bool]
    people: Callable[[Foundations], Directory]
    module: str


def _slack_people(kept: Foundations) -> Directory:
    """The people of Slack, and with them the way to each workspace."""
    from bot.platforms.slack.oauth import installations, token_exchange  # noqa: PLC0415 - as above
    from bot.platforms.slack.wire.directory import SlackDirectory  # noqa: PLC0415 - its SDK is heavy
    from bot.platforms.slack.wire.workspaces import Installations, Workspaces  # noqa: PLC0415 - as above

    settings, clock = kept.settings, kept.clock
    line = token_exchange.OAuthClient(settings.slack_api_url, lambda: workspaces.session)

    def one_workspace(token: str) -> Installations:
        departures = SqlDepartures(kept.database)
        asked = partial(token_exchange.team_of_token, token, line)
        return installations.OneWorkspace(token, asked, departures, clock)

    def several_workspaces() -> Installations:
        secret = settings.slack_client_secret
        assert secret is not None, "settings are refused without it"
        app = token_exchange.Credentials(settings.slack_client_id, secret.get_secret_value())
        found = SqlInstallations(kept.database, kept.cipher)
        return installations.SeveralWorkspaces(
            found, token_exchange.TokenExchange(app, line, clock.now), clock
        )

    token = settings.slack_bot_token
    tokens = one_workspace(token.get_secret_value()) if token else several_workspaces()
    workspaces = Workspaces(tokens, settings.slack_api_url, clock.elapsed)
    return SlackDirectory(workspaces, elapsed=clock.elapsed)


def _discord_people(kept: Foundations) -> Directory:
    """The people of Discord, and with them the way to its API."""
    from bot.platforms.discord.wire.directory import DiscordDirectory  # noqa: PLC0415 - as above
    from bot.platforms.discord.wire.rest_client import (  # noqa: PLC0415 - an extra
        DiscordClient,
        DiscordRateLimit,
        point_at,
    )

    settings, clock = kept.settings, kept.clock
    assert settings.discord_token is not None, "asked for only where it is set"
    point_at(settings.discord_api_url, settings.discord_gateway_url)
    line = DiscordClient(
        settings.discord_token.get_secret_value(), DiscordRateLimit(clock.elapsed)
    )
    return DiscordDirectory(line, clock.now, elapsed=clock.elapsed)


ROWS = (
    PlatformRow(
        name="slack",
        is_configured=lambda settings: settings.has_slack,
        is_posted_to=lambda s: s.slack_installs_itself or bool(s.slack_signing_secrets),
        people=_slack_people,
        module="bot.bootstrap.slack",
    ),
    PlatformRow(
        name="discord",
        is_configured=lambda settings: settings.has_discord,
        is_posted_to=lambda settings: bool(settings.discord_public_key),
        people=_discord_people,
        module="bot.bootstrap.discord",
    ),
)
SERVED = (*(row.name for row in ROWS), HTTP)
"""The platforms whose turns workers may carry out, by name."""


def configured_rows(settings: Settings) -> tuple[PlatformRow, ...]:
    """The platforms to connect to."""
    return tuple(row for row in ROWS if row.is_configured(settings))


def configured(settings: Settings) -> tuple[str, ...]:
    """The platforms that settings ask for, by name."""
    names = tuple(row.name for row in configured_rows(settings))
    is_posted_to = any(row.is_posted_to(settings) for row in ROWS)
    return (*names, HTTP) if is_posted_to or settings.given_port is not None else names

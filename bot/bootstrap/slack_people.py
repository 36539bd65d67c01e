"""The people of Slack, and the way to each workspace; known before anything runs."""

from bot.core.ports.world import Cipher, Clock
from bot.platforms.slack.calls.directory import SlackDirectory
from bot.platforms.slack.calls.workspaces import Workspaces
from bot.platforms.slack.installs.granting import Credentials, Granting, Line, team_of_token
from bot.platforms.slack.installs.installs import Installations, OneWorkspace, SeveralWorkspaces
from bot.settings import Settings
from bot.storage.databases.database import Database
from bot.storage.workspaces.departures import SqlDepartures
from bot.storage.workspaces.installs import SqlInstalls


def slack_directory(
    settings: Settings, database: Database, cipher: Cipher, clock: Clock
) -> SlackDirectory:
    """Make the directory, and with it the way to each workspace."""
    line = Line(settings.slack_api_url, lambda: workspaces.session)
    tokens = _installations(settings, (database, cipher), clock, line)
    workspaces = Workspaces(tokens, settings.slack_api_url, clock.elapsed)
    return SlackDirectory(workspaces, clock.elapsed)


def _installations(
    settings: Settings, kept: tuple[Database, Cipher], clock: Clock, line: Line
) -> Installations:
    """One workspace by its token, or those that install the app themselves."""
    if settings.slack_bot_token is not None:
        token = settings.slack_bot_token.get_secret_value()
        return OneWorkspace(
            token, lambda: team_of_token(token, line), SqlDepartures(kept[0]), clock
        )
    secret = settings.slack_client_secret
    assert secret is not None, "settings are refused without it"
    app = Credentials(settings.slack_client_id, secret.get_secret_value())
    granting = Granting(app, line, clock.now)
    return SeveralWorkspaces(SqlInstalls(*kept), granting, clock)

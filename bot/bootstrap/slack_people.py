"""The people of Slack, and the way to each workspace; known before anything runs."""

from bot.core.ports.world import Clock
from bot.platforms.slack.calls.directory import SlackDirectory
from bot.platforms.slack.calls.workspaces import Workspaces
from bot.platforms.slack.installs.granting import Credentials, Granting, Line, team_of_token
from bot.platforms.slack.installs.installs import Installations, OneWorkspace, SeveralWorkspaces
from bot.settings import Settings
from bot.storage.store import Store


def slack_directory(settings: Settings, store: Store, clock: Clock) -> SlackDirectory:
    """Make the directory, and with it the way to each workspace."""
    line = Line(settings.slack_api_url, lambda: workspaces.session)
    tokens = _installations(settings, store, clock, line)
    workspaces = Workspaces(tokens, settings.slack_api_url, clock.elapsed)
    return SlackDirectory(workspaces, clock.elapsed)


def _installations(settings: Settings, store: Store, clock: Clock, line: Line) -> Installations:
    """One workspace by its token, or those that install the app themselves."""
    if settings.slack_bot_token is not None:
        token = settings.slack_bot_token.get_secret_value()
        return OneWorkspace(token, lambda: team_of_token(token, line), store.departures, clock)
    secret = settings.slack_client_secret
    assert secret is not None, "settings are refused without it"
    app = Credentials(settings.slack_client_id, secret.get_secret_value())
    granting = Granting(app, line, clock.now)
    return SeveralWorkspaces(store.installs, store.installs, granting, clock)

"""The people of Slack, and the way to each workspace; known before anything runs."""

from bot.core.ports import Clock
from bot.platforms.slack.directory import SlackDirectory
from bot.platforms.slack.workspaces import OneToken, Workspaces
from bot.settings import Settings


def slack_directory(settings: Settings, clock: Clock) -> SlackDirectory:
    """Make the directory, and with it the way to each workspace."""
    assert settings.slack_bot_token is not None, "asked for only where Slack is configured"
    tokens = OneToken(settings.slack_bot_token.get_secret_value())
    workspaces = Workspaces(tokens, settings.slack_api_url, clock.elapsed)
    return SlackDirectory(workspaces, clock.elapsed)

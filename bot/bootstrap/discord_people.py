"""The people of Discord, and the way to it; known before anything runs."""

from bot.core.ports.world import Clock
from bot.platforms.discord.calls.calls import Line, point_at
from bot.platforms.discord.calls.directory import DiscordDirectory
from bot.platforms.discord.calls.limits import Limits
from bot.settings import Settings


def discord_directory(settings: Settings, clock: Clock) -> DiscordDirectory:
    """Make the directory, and with it the way to Discord's API."""
    assert settings.discord_token is not None, "asked for only where it is set"
    point_at(settings.discord_api_url, settings.discord_gateway_url)
    line = Line(settings.discord_token.get_secret_value(), Limits(clock.elapsed))
    return DiscordDirectory(line, clock.now, clock.elapsed)

"""`frontdesk discord`: the bot as Discord is told of it."""

import asyncio

import click

from bot.bootstrap import Settings
from bot.cli.open import plain_errors, start


@click.group()
def discord() -> None:
    """Bring the bot into Discord."""


@discord.command()
@plain_errors
def invite() -> None:
    """Print the address under which somebody lets the bot into their server."""
    click.echo(asyncio.run(_invitation(start())))


async def _invitation(settings: Settings) -> str:
    if settings.discord_token is None:
        message = "Set DISCORD_TOKEN first: the bot's token, from discord.com/developers."
        raise click.UsageError(message)
    # Imported here, for it is an extra.
    from bot.platforms.discord.wire.rest_client import (  # noqa: PLC0415
        DiscordClient,
        invitation,
        point_at,
    )

    point_at(settings.discord_api_url, settings.discord_gateway_url)
    line = DiscordClient(settings.discord_token.get_secret_value())
    try:
        return invitation(await line.application())
    finally:
        await line.close()

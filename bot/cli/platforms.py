"""`run` and `worker` serve platforms; `slack` and `discord` say how to let the bot in."""

import asyncio
import json
from urllib.parse import urlsplit

import click

from bot.bootstrap import Settings, build, configured, load_agents, serve, serve_as_worker
from bot.cli.application import plain_errors, start, start_serving, until_stopped
from bot.cli.chat import chat, has_input


@click.command()
@click.option(
    "--only",
    type=click.Choice(["slack", "discord", "http", "web"]),
    help="Open the doors of this platform alone (web: http); with Postgres, workers do the rest.",
)
@click.pass_context
@plain_errors
def run(context: click.Context, only: str | None) -> None:
    """Start the bot: whatever is configured, or a database here and a chat in this terminal."""
    settings = start_serving()
    if configured(settings) or only:
        app, door = build(settings), "http" if only == "web" else only or ""
        until_stopped(lambda: serve(app, door))
        return
    if not has_input():
        message = (
            "There is nothing to run: no platform is configured, and there is no input to chat "
            "with. Start it in a terminal, or pipe lines into it."
        )
        raise click.ClickException(message)
    context.invoke(chat, user="you", thread="main", as_json=False)


@click.command()
@plain_errors
def worker() -> None:
    """Carry out turns beside other workers, on this machine or others; needs Postgres.

    It stops in order at SIGTERM: what runs may end within ten seconds, the rest is handed on.
    """
    app = build(start_serving())
    until_stopped(lambda: serve_as_worker(app))


@click.group()
def slack() -> None:
    """Make the app in Slack."""


@slack.command(name="manifest")
@click.option("--http", "address", metavar="URL", help="Slack posts to the bot at this address.")
@click.option("--socket", is_flag=True, help="The bot fetches from Slack; no address is needed.")
@click.option(
    "--one-workspace", is_flag=True, help="With --http: installed by hand, its token never ends."
)
@plain_errors
def print_manifest(address: str | None, *, socket: bool, one_workspace: bool) -> None:
    """Print the manifest to make or change the app with, at api.slack.com/apps.

    Without options it is for what the settings say: HTTP at FRONTDESK_PUBLIC_URL where that is
    set, else Socket Mode. Over HTTP, workspaces install the app themselves, and its tokens are
    replaced twice a day; with --one-workspace, or where SLACK_BOT_TOKEN is set, neither is so.
    """
    settings = start()
    if socket and (address or one_workspace):
        message = "Give either --socket, or --http."
        raise click.UsageError(message)
    from bot.platforms.slack.oauth.manifest import Doors, manifest  # noqa: PLC0415 - its SDK is heavy

    posted_to = "" if socket else _checked(address or settings.public_url)
    is_one = one_workspace or settings.slack_bot_token is not None
    doors = Doors(posted_to, several=not is_one) if posted_to else Doors()
    shown = manifest(doors, _examples(settings), personas=settings.slack_personas)
    click.echo(json.dumps(shown, ensure_ascii=False, indent=2))


def _checked(address: str) -> str:
    if not address:
        return ""
    parts = urlsplit(address)
    if parts.scheme != "https" or not parts.hostname or parts.query or parts.fragment:
        message = "Slack posts only to an address such as https://frontdesk.example.com."
        raise click.UsageError(message)
    return address.rstrip("/")


def _examples(settings: Settings) -> list[str]:
    """What people may ask: one example of each agent they are shown."""
    agents = load_agents(settings)
    return [agent.examples[0] for agent in agents if agent.expose_to_user and agent.examples]


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

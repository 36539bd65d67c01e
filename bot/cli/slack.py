"""`frontdesk slack`: the app as Slack is told of it."""

import json
from urllib.parse import urlsplit

import click

from bot.bootstrap import Settings, load_agents
from bot.cli.open import plain_errors, start


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

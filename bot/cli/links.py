"""`frontdesk links`: which identities are one person."""

import click

from bot.bootstrap import App
from bot.cli.open import in_app
from bot.cli.showing import table


@click.group()
def links() -> None:
    """List who is one person on several platforms."""


@links.command("list")
def list_links() -> None:
    """List all linked identities, group by group."""
    in_app(_list_links)


async def _list_links(app: App) -> None:
    found = await app.ports.links.everybody()
    rows = [(str(m.group)[:12], m.person.key, f"{m.since:%Y-%m-%d %H:%M}") for m in found]
    click.echo(table(("GROUP", "IDENTITY", "SINCE"), rows))

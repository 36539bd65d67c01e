"""`frontdesk export`: everything kept, as one JSON document, without secrets."""

import json
from collections.abc import AsyncIterator

import click

from bot.bootstrap import App
from bot.cli.open import in_app
from bot.storage.export import SECTIONS, ExportSection


@click.command()
@click.option("--json", "_as_json", is_flag=True, default=True, help="As JSON; the only form.")
def export(*, _as_json: bool) -> None:
    """Write out everything kept as one JSON document; read-only, sealed values left out.

    What agents keep in tables of their own stays out as well.
    """
    in_app(_export)


async def _export(app: App) -> None:
    click.echo("{", nl=False)
    for place, part in enumerate(SECTIONS):
        click.echo(f"{',' if place else ''}\n{json.dumps(part.name)}: [", nl=False)
        async for line in _lines(app, part):
            click.echo(line, nl=False)
        click.echo("]", nl=False)
    click.echo("\n}")


async def _lines(app: App, part: ExportSection) -> AsyncIterator[str]:
    separator = "\n"
    async for row in app.reader.rows(part):
        yield separator + json.dumps(row)
        separator = ",\n"

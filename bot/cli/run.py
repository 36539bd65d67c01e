"""`frontdesk run`: the platforms that are configured; with none, a chat in this terminal."""

import click

from bot.bootstrap import build, configured, serve
from bot.cli.chat import chat, has_input
from bot.cli.open import plain_errors, start_serving
from bot.cli.stopping import until_stopped


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

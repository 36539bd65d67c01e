"""`frontdesk parked`: events that were set aside after three failures, and trying them again."""

import click

from bot.bootstrap import App
from bot.cli.open import in_app
from bot.cli.showing import table
from bot.cli.turns import NotFound
from bot.domain.ids import TurnId


@click.group()
def parked() -> None:
    """List events that were set aside, or let one try again."""


@parked.command("list")
def list_parked() -> None:
    """List what was set aside, the oldest first."""
    in_app(_list)


@parked.command()
@click.argument("turn")
def replay(turn: str) -> None:
    """Let the event of TURN try again; a running bot takes it up, or the next one started."""
    in_app(lambda app: _replay(app, TurnId(turn)))


async def _list(app: App) -> None:
    events = await app.ports.upkeep.parked()
    rows = [
        (str(event.turn), str(event.session), f"{event.received_at:%Y-%m-%d %H:%M}", event.reason)
        for event in events
    ]
    click.echo(table(("TURN", "SESSION", "RECEIVED", "REASON"), rows))


async def _replay(app: App, turn: TurnId) -> None:
    session = await app.ports.upkeep.replay(turn)
    if session is None:
        message = f"No event {turn} is set aside; see: frontdesk parked list."
        raise NotFound(message)
    click.echo(f"{turn} will be tried again in {session}.")

"""`frontdesk pause` and `unpause`: the kill switch, in the operator's hand."""

import click

from bot.bootstrap import App
from bot.cli.open import in_app
from bot.cli.showing import tell
from bot.domain.audit_log import AuditBatch, AuditEvent, Facts
from bot.domain.ids import digest_of
from bot.domain.operations import EVERYWHERE, Operation, Paused, Resumed


@click.command()
@click.argument("reason", nargs=-1)
def pause(reason: tuple[str, ...]) -> None:
    """Let nothing be changed any more, in all workspaces; answers go on.

    It holds at once for every running bot, and only `frontdesk unpause` ends it.
    """
    in_app(lambda app: _pause(app, " ".join(reason)))


@click.command()
def unpause() -> None:
    """End every pause, whoever began it."""
    in_app(_unpause)


async def _pause(app: App, reason: str) -> None:
    now = app.ports.clock.now()
    await _act(app, Paused(EVERYWHERE, "", now, reason), {"reason": digest_of(reason)})
    click.echo("Paused: nothing is changed any more, in any workspace. End it: frontdesk unpause")


async def _unpause(app: App) -> None:
    ended = await app.ports.operations.pauses()
    for paused in ended:
        where = paused.workspace or "everywhere"
        tell(f"{where}: {paused.words} Since {paused.at:%Y-%m-%d %H:%M} UTC.")
    if not ended:
        click.echo("Nothing is paused.")
        return
    await _act(app, Resumed(EVERYWHERE), {"paused_by": [paused.by for paused in ended]})
    click.echo("Ended. What was stopped is not done by itself; people ask for it again.")


async def _act(app: App, deed: Operation, facts: Facts) -> None:
    act = "pause" if isinstance(deed, Paused) else "unpause"
    entry = AuditEvent(act, {"operator": True, "workspace": EVERYWHERE, **facts})
    note = AuditBatch(app.ports.clock.now(), EVERYWHERE, "", "", "", (entry,))
    await app.ports.operations.act((deed,), note)

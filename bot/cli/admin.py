"""`audit`, `pause`, `unpause`, `db` and `export`: looking after the bot."""

import json
from collections.abc import AsyncIterator
from dataclasses import asdict

import click

from bot.bootstrap import App, upgrade_database
from bot.cli.application import MANY, in_app, plain_errors, start, tell
from bot.core.commands.admin_views import describe_link
from bot.domain.audit_log import AuditBatch, AuditEvent, ChainCheck, ChainHead, Facts, SealedHead
from bot.domain.ids import digest_of
from bot.domain.operations import EVERYWHERE, Operation, Paused, Resumed
from bot.storage.export import SECTIONS, ExportSection

LAST = 20


@click.group()
def audit() -> None:
    """List what was done and decided, or check that nothing of it was changed."""


@audit.command("list")
@click.option(
    *("-n", "--number"), type=MANY, default=LAST, show_default=True, help="How many of the last."
)
@click.option("--json", "as_json", is_flag=True, help="A line of JSON for each.")
def list_audit(number: int, *, as_json: bool) -> None:
    """List the last entries of all workspaces, the newest last."""
    in_app(lambda app: _list(app, number, as_json=as_json), any_key=True)


@audit.command()
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.option("--known", default="", help="What an earlier check said of the end: NUMBER:HASH.")
def verify(known: str, *, as_json: bool) -> None:
    """Follow the chain from its beginning; exit 1 if anything was changed, dropped or swapped.

    Found are changed, dropped, swapped and added entries, also at the end, and a chain that was
    made anew without our secret key. A database put back whole to an earlier state looks sound:
    note what this prints of the end, and give it with --known next time. What was found of the
    entries before a known one is not told again.
    """
    in_app(lambda app: _verify(app, _head(known), as_json=as_json), any_key=True)


async def _list(app: App, number: int, *, as_json: bool) -> None:
    for link in await app.ports.audit_log.last(number):
        tell(
            json.dumps({**asdict(link), "entries": link.told}) if as_json else describe_link(link)
        )


async def _verify(app: App, known: ChainHead | None, *, as_json: bool) -> None:
    check, seen = ChainCheck(), known is None
    trail = app.ports.audit_log
    while links := await trail.after(check.head.count):
        for link in links:
            check.follow(link)
            seen = seen or known == check.head
    kept = await trail.kept()
    check.ends_at(kept.head)
    problems = [*check.problems, *_not_ours(kept, known.count if known and seen else 0)]
    if known is not None and not seen:
        problems.append(f"{known.count} is not what it was when its hash was noted")
    end = kept.head.words if kept.head.count else ""
    if as_json:
        click.echo(json.dumps({"sound": not problems, "end": end, "problems": problems}))
    else:
        click.echo(
            "\n".join([*problems, f"{kept.head.count} entries; the end is {end or 'none'}"])
        )
    if problems:
        raise SystemExit(1)


def _not_ours(kept: SealedHead, known: int) -> list[str]:
    """What was sealed by somebody else, but for what was known of before."""
    ends = [f"the end at {count}, as it was then," for count in kept.breaks if count >= known]
    if not kept.is_ours:
        ends.append("the end")
    return [f"{end} was sealed with another key than ours, or not by us" for end in ends]


def _head(known: str) -> ChainHead | None:
    if not known:
        return None
    number, _, last = known.partition(":")
    if not number.isdecimal() or not last:
        message = "--known takes NUMBER:HASH, as an earlier check printed it"
        raise click.UsageError(message)
    return ChainHead(int(number), last)


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


@click.group()
def db() -> None:
    """Bring the database up to date, or go on with another secret key."""


@db.command()
@plain_errors
def upgrade() -> None:
    """Create or change the tables so that they fit this version; safe to repeat."""
    upgrade_database(start())
    click.echo("The database is up to date.")


@db.command("adopt-key")
@click.confirmation_option(prompt="Is the former key lost for good?")
def adopt_key() -> None:
    """Go on with the present secret key where the former one is lost; stop every process first.

    What is still sealed with the former one stays unreadable, and the audit keeps a note of it.
    With the former key at hand, put it behind the present one in FRONTDESK_SECRET_KEY instead.
    """
    in_app(lambda app: app.ports.audit_log.adopt(), any_key=True)
    click.echo("The database is of the present key now.")


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

"""`frontdesk audit`: what was done, by whom and on whose word, and whether nothing was changed."""

import json
from dataclasses import asdict

import click

from bot.bootstrap import App
from bot.cli.open import MANY, in_app
from bot.cli.showing import tell
from bot.core.commands.admin_views import describe_link
from bot.domain.audit_log import ChainCheck, ChainHead, SealedHead

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

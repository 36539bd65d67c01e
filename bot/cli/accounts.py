"""`keys` and `links`: who may call over HTTP, and which identities are one person."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import click

from agents.kit.values.person import Person
from bot.bootstrap import App
from bot.cli.application import in_app, table, tell
from bot.core.ports.credentials import ID_LENGTH, ApiKey, KeyScope, digest_of, written
from bot.domain.audit_log import AuditBatch, AuditEvent, Facts

PLATFORM = "http"
DAYS = 90
SCOPES = tuple(scope.value for scope in KeyScope)
LONGEST_USER = 200
USUAL = (KeyScope.READ.value, KeyScope.WRITE.value, KeyScope.DECIDE.value)


@dataclass(frozen=True, slots=True)
class KeyOrder:
    """What a new key is to be; it does not end with 0 days."""

    user: str
    workspace: str
    scopes: tuple[str, ...]
    days: int
    label: str


def _user(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    """The id of a user, as the other ways in take it: one that is empty is everybody's."""
    is_one = value and value == value.strip() and value.isprintable()
    if not is_one or len(value) > LONGEST_USER:
        words = "is no user id: up to 200 printable characters, no blanks around them"
        message = f"“{value[:40]}” {words}."
        raise click.BadParameter(message)
    return value


@click.group()
def keys() -> None:
    """Issue, list or revoke API keys."""


@keys.command()
@click.argument("user", callback=_user)
@click.option("--workspace", default="", help="Where the user is; FRONTDESK_HTTP_WORKSPACE.")
@click.option(
    "--scope",
    "scopes",
    type=click.Choice(SCOPES),
    multiple=True,
    default=USUAL,
    show_default=True,
    help="What the key may do; give it once for each.",
)
@click.option(
    "--days", default=DAYS, show_default=True, type=click.IntRange(0, 3650), help="0: no end."
)
@click.option("--label", default="", help="What it is for.")
def issue(user: str, workspace: str, scopes: tuple[str, ...], days: int, label: str) -> None:
    """Make a key for a user, and show it; it cannot be shown again."""
    in_app(lambda app: _issue(app, KeyOrder(user, workspace, scopes, days, label)))


@keys.command("list")
def list_keys() -> None:
    """List all keys, without their secrets."""
    in_app(_list_keys)


@keys.command()
@click.argument("key")
def revoke(key: str) -> None:
    """Take a key back, by its id; from now on it opens nothing."""
    in_app(lambda app: _revoke(app, key))


async def _issue(app: App, wanted: KeyOrder) -> None:
    ports = app.ports
    now, id_ = ports.clock.now(), ports.ids.new()[:ID_LENGTH]
    secret = ports.ids.new() + ports.ids.new()  # 256 bits
    person = Person(PLATFORM, wanted.workspace or app.settings.http_workspace, wanted.user)
    scopes = frozenset(KeyScope(scope) for scope in wanted.scopes)
    ends = now + timedelta(days=wanted.days) if wanted.days else None
    key = ApiKey(id_, digest_of(secret), person, scopes, now, ends, label=wanted.label)
    await app.keys.add(key)
    await _note(
        app, "key_issued", {"key": id_, "for": person.key, "scopes": " ".join(sorted(scopes))}
    )
    click.echo(f"Key {id_} for {person.key}, {_until(ends)}. It is shown only now:", err=True)
    click.echo(written(id_, secret))


async def _list_keys(app: App) -> None:
    now = app.ports.clock.now()
    found = await app.keys.all()
    if not found:
        click.echo("There are no keys. Make one: frontdesk keys issue USER")
    for key in found:
        parts = [key.id, key.person.key, ",".join(sorted(key.scopes)), _state(key, now), key.label]
        tell("  ".join(part for part in parts if part))


async def _revoke(app: App, key: str) -> None:
    if not await app.keys.revoke(key, app.ports.clock.now()):
        message = f"There is no key {key} that could be revoked; see: frontdesk keys list"
        raise click.ClickException(message)
    await _note(app, "key_revoked", {"key": key})
    click.echo(f"Revoked: {key} opens nothing any more.")


async def _note(app: App, act: str, facts: Facts) -> None:
    entry = AuditEvent(act, {"operator": True, **facts})
    note = AuditBatch(app.ports.clock.now(), "", "", "", "", (entry,))
    await app.ports.operations.act((), note)


def _state(key: ApiKey, now: datetime) -> str:
    if key.revoked_at is not None:
        return f"revoked {key.revoked_at:%Y-%m-%d}"
    return _until(key.expires_at) if key.is_live(now) else "expired"


def _until(ends: datetime | None) -> str:
    return f"until {ends:%Y-%m-%d}" if ends else "without an end"


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

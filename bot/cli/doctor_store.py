"""What `frontdesk doctor` says of the store: its tables and key, and what waits or is paused."""

import asyncio
import shutil
from datetime import timedelta

from bot.bootstrap import App, folder_of, standing_of, tables_of, unwritable_of
from bot.cli.findings import Finding, Mark, bad, good, look
from bot.domain.errors import PlatformFailed
from bot.storage.agent_schema import TablesUnfit
from bot.storage.migrations import Schema, look_at_tables

MOST_SKEW = timedelta(minutes=1)
FULL_BYTES, NARROW_BYTES = 1_000_000, 100_000_000  # a turn takes some ten thousand


async def store(app: App) -> list[Finding]:
    """Look at the tables and, where they can be used, at what is in them."""
    tables = await _tables(app)
    if tables.mark is not Mark.GOOD:
        return [tables, *await _disk(app)]
    checks = (_disk, _clock, _seal, _workers, _pauses, _set_aside)
    return [tables, *[finding for check in checks for finding in await check(app)]]


async def _tables(app: App) -> Finding:
    path = app.settings.sqlite_path
    try:
        if unwritable := unwritable_of(path):
            return bad("database", f"{unwritable} may not be written; let this user do so")
        if path is not None and not path.exists():
            return look("database", f"{path} will be made at the first start")
        schema = await app.schema()
        tables = tables_of(app.agents)
        await asyncio.to_thread(look_at_tables, app.settings.database_address, tables)
    except TablesUnfit as error:
        return bad("agents' tables", str(error))
    except (PlatformFailed, OSError) as error:
        damaged = "" if path is None else " If the file is damaged, put a backup in its place."
        return bad("database", f"cannot be used ({error}); is DATABASE_URL right?{damaged}")
    return _STANDINGS[schema]


_STANDINGS = {
    Schema.OURS: good("database", "reachable and up to date"),
    Schema.LATER: good("database", "reachable; a newer version upgraded it, which this one bears"),
    Schema.FORMER: look("database", "not up to date; the next start, or “db upgrade”, mends that"),
}


async def _seal(app: App) -> list[Finding]:
    kept = await app.ports.audit_log.kept()
    if kept.is_ours:
        text = "its end was sealed by somebody else before; see: frontdesk audit verify"
        return [look("audit", text)] if kept.breaks else []
    doubt = "did not seal the end of the audit: is it another than before?"
    return [bad("secret key", f"{doubt} See: frontdesk audit verify")]


async def _set_aside(app: App) -> list[Finding]:
    parked = len(await app.ports.upkeep.parked())
    text = "1 event was" if parked == 1 else f"{parked} events were"
    return [look("events", f"{text} set aside; see: frontdesk parked list")] if parked else []


async def _pauses(app: App) -> list[Finding]:
    pauses = await app.ports.operations.pauses()
    told = ((paused.workspace or "all workspaces") for paused in pauses)
    return [
        look("paused", f"{where}: nothing is changed; end it: frontdesk unpause") for where in told
    ]


async def _disk(app: App) -> list[Finding]:
    path = app.settings.sqlite_path
    free = shutil.disk_usage(folder_of(path)).free if path else NARROW_BYTES
    if free >= NARROW_BYTES:
        return []
    room = f"{free // 1_000} kB" if free < FULL_BYTES else f"{free // 1_000_000} MB"
    mark = bad if free < FULL_BYTES else look
    return [mark("disk", f"{room} are free where {path} lies; make room")]


async def _clock(app: App) -> list[Finding]:
    newest = next(iter(await app.reader.sessions()), None)
    ahead = newest.updated_at - app.ports.clock.now() if newest else timedelta()
    if ahead > MOST_SKEW:
        return [bad("clock", f"is {ahead} behind the newest conversation")]
    return [good("clock", f"{app.ports.clock.now():%Y-%m-%d %H:%M:%S} UTC")]


async def _workers(app: App) -> list[Finding]:
    """Look at the workers; nothing is said where one process does it all."""
    standing = await standing_of(app)
    if standing is None:
        return []
    if not standing.has_tables:
        return [bad("workers", "the schema “procrastinate” is missing; run: frontdesk db upgrade")]
    if not standing.has_workers:
        waiting = f"; {standing.waiting} sessions wait" if standing.waiting else ""
        return [look("workers", f"none gives a sign of life{waiting}; start: frontdesk worker")]
    return [good("workers", f"alive; {standing.waiting} sessions wait for one")]

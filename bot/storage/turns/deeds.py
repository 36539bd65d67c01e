"""What a turn changes besides its conversation, in SQL and within the turn's commit."""

from dataclasses import fields
from datetime import datetime
from typing import Any

from typing_extensions import override

from bot.core.ports.oversight import Operations
from bot.core.ports.turns import Ending
from bot.core.ports.world import Cipher, Clock
from bot.domain.audit import Note
from bot.domain.deeds import (
    EVERYWHERE,
    Attended,
    Deed,
    Forgotten,
    Paused,
    Quieted,
    Resumed,
    Unlinked,
    Unremembered,
    channel_of,
    workspace_of,
)
from bot.domain.ids import TurnId
from bot.domain.messages import Thread
from bot.domain.usage import Usage, day_of
from bot.storage import audit
from bot.storage.codec import clean, moment
from bot.storage.databases.database import Database, Sql
from bot.storage.people.links import leave
from bot.storage.remembering.remembering import trim
from bot.storage.turns.inbox import ACCEPT, inbox_row
from bot.storage.upkeep.forgetting import forget, forget_turns
from bot.storage.using import USE

# Whoever paused first stays the one who paused.
PAUSE = """
    INSERT INTO pauses (workspace, who, shown, at, reason)
    VALUES (:workspace, :who, :shown, :at, :reason)
    ON CONFLICT (workspace) DO NOTHING"""
PAUSED = """
    SELECT workspace, who, at, reason, shown FROM pauses
    WHERE workspace IN (:workspace, :everywhere) ORDER BY workspace LIMIT 1"""
PAUSES = "SELECT workspace, who, at, reason, shown FROM pauses ORDER BY workspace"
RESUME = "DELETE FROM pauses WHERE workspace = :workspace"
RESUME_ALL = "DELETE FROM pauses"
QUIET = """
    INSERT INTO attention (place, quiet, mode, who) VALUES (:place, :quiet, '', :who)
    ON CONFLICT (place) DO UPDATE SET quiet = excluded.quiet, who = excluded.who"""
ATTEND = """
    INSERT INTO attention (place, quiet, mode, who) VALUES (:place, 0, :mode, :who)
    ON CONFLICT (place) DO UPDATE SET mode = excluded.mode, who = excluded.who"""
NOTHING = Usage()
_USED = tuple(field.name for field in fields(Usage))


def clear(sql: Sql, ending: Ending) -> None:
    """Delete what is to be forgotten, before anything new is written."""
    for deed in ending.besides.deeds:
        if isinstance(deed, Forgotten):
            forget(sql, deed)
        elif isinstance(deed, Unremembered):
            forget_turns(sql, deed)
    if changed := {line.turn for line in ending.rewritten}:
        trim(sql, ending.session, changed)


def carry_out(sql: Sql, ending: Ending, person: str, world: tuple[Cipher, Clock]) -> None:
    """Do all else, and tell the audit last: its head is locked until the commit."""
    besides = ending.besides
    cipher, clock = world
    for deed in besides.deeds:
        _do(sql, deed)
    for place, errand in enumerate(besides.errands, start=1):
        turn = TurnId(f"{ending.turn}.errand{place}")
        sql.change(ACCEPT, **inbox_row(errand, turn, cipher, clock.now()))
    workspace = workspace_of(Thread.of(ending.session))
    if besides.usage != NOTHING:
        day = day_of(clock.now())
        sql.change(USE, person=person, workspace=workspace, day=day, **_used(besides.usage))
    if besides.audit:
        where = (workspace, ending.session, ending.turn, person)
        audit.write(sql, Note(clock.now(), *where, besides.audit), cipher)


class SqlOperations(Operations):
    """One transaction for what does not wait for a turn, and rows of the table `pauses`."""

    def __init__(self, database: Database, cipher: Cipher) -> None:
        self._database = database
        self._cipher = cipher

    @override
    async def act(self, deeds: tuple[Deed, ...], told: Note) -> None:
        def work(sql: Sql) -> None:
            for deed in deeds:
                _do(sql, deed)
            audit.write(sql, told, self._cipher)

        await self._database.write(work)

    @override
    async def paused(self, workspace: str) -> Paused | None:
        where = {"workspace": workspace, "everywhere": EVERYWHERE}
        rows = await self._database.read(lambda sql: sql.rows(PAUSED, **where))
        return _paused(rows[0]) if rows else None

    @override
    async def pauses(self) -> list[Paused]:
        rows = await self._database.read(lambda sql: sql.rows(PAUSES))
        return [_paused(row) for row in rows]


def _do(sql: Sql, deed: Deed) -> None:
    match deed:
        case Paused():
            sql.change(PAUSE, **_pause_row(deed))
        case Resumed(workspace):
            everywhere = workspace == EVERYWHERE
            sql.change(RESUME_ALL) if everywhere else sql.change(RESUME, workspace=workspace)
        case Quieted(session, quiet, by):
            sql.change(QUIET, place=session, quiet=int(quiet), who=by)
        case Attended(thread, mode, by):
            sql.change(ATTEND, place=channel_of(thread), mode=mode, who=by)
        case Unlinked(person, at):
            leave(sql, person, at)
        case Forgotten() | Unremembered():
            pass  # done before anything else was


def _used(usage: Usage) -> dict[str, int]:
    return {name: getattr(usage, name) for name in _USED}


def _paused(row: tuple[Any, ...]) -> Paused:
    workspace, by, at, reason, shown = row
    return Paused(workspace, by, datetime.fromisoformat(at), reason, shown)


def _pause_row(deed: Paused) -> dict[str, Any]:
    return {
        "workspace": deed.workspace,
        "who": deed.by,
        "shown": clean(deed.shown),
        "at": moment(deed.at),
        "reason": clean(deed.reason),
    }

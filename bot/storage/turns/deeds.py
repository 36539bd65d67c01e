"""What a turn changes besides its conversation, in SQL and within the turn's commit."""

from typing import Any

from agents.kit.values.person import Person
from bot.core.ports.turns import Ending
from bot.core.ports.world import Cipher, Clock
from bot.domain.audit import Note
from bot.domain.deeds import (
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
from bot.domain.memory import Whose
from bot.domain.messages import Thread
from bot.domain.usage import Usage
from bot.storage import audit
from bot.storage.codec import clean, moment
from bot.storage.databases.database import Sql
from bot.storage.people.links import leave
from bot.storage.remembering.remembering import trim
from bot.storage.tables.commands import attention, pauses
from bot.storage.tables.statements import delete, insert, upsert
from bot.storage.turns.inbox import ACCEPT, inbox_row
from bot.storage.upkeep.forgetting import forget, forget_turns
from bot.storage.using import USE, usage_row

# Whoever paused first stays the one who paused.
PAUSE = f"{insert(pauses)} ON CONFLICT (workspace) DO NOTHING"
RESUME = delete(pauses, "workspace = :workspace OR :workspace = ''")
QUIET = upsert(attention, "quiet", "who")
ATTEND = upsert(attention, "mode", "who")


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
        do(sql, deed)
    for place, errand in enumerate(besides.errands, start=1):
        turn = TurnId(f"{ending.turn}.errand{place}")
        sql.change(ACCEPT, **inbox_row(errand, turn, cipher, clock.now()))
    if besides.usage != Usage():
        whose = Whose(ending.session, Person.of(person))
        sql.change(USE, **usage_row(whose, besides.usage, clock.now()))
    if besides.audit:
        workspace = workspace_of(Thread.of(ending.session))
        where = (workspace, ending.session, ending.turn, person)
        audit.write(sql, Note(clock.now(), *where, besides.audit), cipher)


def do(sql: Sql, deed: Deed) -> None:
    """Do one of them; forgetting comes before all else, and is a matter of `clear`."""
    match deed:
        case Paused():
            sql.change(PAUSE, **_pause_row(deed))
        case Resumed(workspace):
            sql.change(RESUME, workspace=workspace)
        case Quieted(session, quiet, by):
            sql.change(QUIET, place=session, quiet=int(quiet), mode="", who=by)
        case Attended(thread, mode, by):
            sql.change(ATTEND, place=channel_of(thread), quiet=0, mode=mode, who=by)
        case Unlinked(person, at):
            leave(sql, person, at)
        case Forgotten() | Unremembered():
            pass  # done before anything else was


def _pause_row(deed: Paused) -> dict[str, Any]:
    return {
        "workspace": deed.workspace,
        "who": deed.by,
        "shown": clean(deed.shown),
        "at": moment(deed.at),
        "reason": clean(deed.reason),
    }

"""What admins change and see, in SQL: pauses, attention, usage, and what sessions hold."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.admin import ALL, AdminViews, Operations, Scope, Seen
from bot.core.ports.environment import Cipher, Clock
from bot.core.ports.turns import Ending
from bot.domain.audit_log import AuditBatch
from bot.domain.budget import DailyUsage
from bot.domain.ids import SessionId, TurnId
from bot.domain.memory import Whose
from bot.domain.messages import Thread, escape
from bot.domain.operations import (
    EVERYWHERE,
    Attended,
    Forgotten,
    Operation,
    Paused,
    Quieted,
    Resumed,
    Unlinked,
    Unremembered,
    name_channel,
    name_workspace,
)
from bot.domain.requests import Request
from bot.storage.accounts.linked_accounts import leave
from bot.storage.databases.codec import PARTICIPANT, REQUEST, USE, clean, write_moment, write_usage
from bot.storage.databases.transactions import Repository, SqlTransaction
from bot.storage.memory.erasure import erase_person, erase_turns
from bot.storage.memory.search_index import trim_summaries
from bot.storage.tables.sessions import attention, pauses
from bot.storage.tables.statements import delete, insert, select, upsert
from bot.storage.turns import audit_log
from bot.storage.turns.inbox import ACCEPT, write_event

# Whoever paused first stays the one who paused.
PAUSE = f"{insert(pauses)} ON CONFLICT (workspace) DO NOTHING"
RESUME = delete(pauses, "workspace = :workspace OR :workspace = ''")
QUIET = upsert(attention, "quiet", "who")
ATTEND = upsert(attention, "mode", "who")


def erase_first(sql: SqlTransaction, ending: Ending) -> None:
    """Delete what is to be forgotten, before anything new is written."""
    for deed in ending.besides.deeds:
        if isinstance(deed, Forgotten):
            erase_person(sql, deed)
        elif isinstance(deed, Unremembered):
            erase_turns(sql, deed)
    if changed := {line.turn for line in ending.rewritten}:
        trim_summaries(sql, ending.session, changed)


def write_effects(
    sql: SqlTransaction, ending: Ending, person: str, world: tuple[Cipher, Clock]
) -> None:
    """Do all else, and tell the audit last: its head is locked until the commit."""
    besides = ending.besides
    cipher, clock = world
    for deed in besides.deeds:
        write_operation(sql, deed)
    for place, errand in enumerate(besides.errands, start=1):
        turn = TurnId(f"{ending.turn}.errand{place}")
        sql.change(ACCEPT, **write_event(errand, turn, cipher, clock.now()))
    if besides.usage != DailyUsage():
        whose = Whose(ending.session, Person.of(person))
        sql.change(USE, **write_usage(whose, besides.usage, clock.now()))
    if besides.audit:
        workspace = name_workspace(Thread.of(ending.session))
        where = (workspace, ending.session, ending.turn, person)
        audit_log.write(sql, AuditBatch(clock.now(), *where, besides.audit), cipher)


def write_operation(sql: SqlTransaction, deed: Operation) -> None:
    """Do one of them; forgetting comes before all else, and is a matter of `clear`."""
    match deed:
        case Paused():
            sql.change(PAUSE, **_pause_row(deed))
        case Resumed(workspace):
            sql.change(RESUME, workspace=workspace)
        case Quieted(session, quiet, by):
            sql.change(QUIET, place=session, quiet=int(quiet), mode="", who=by)
        case Attended(thread, mode, by):
            sql.change(ATTEND, place=name_channel(thread), quiet=0, mode=mode, who=by)
        case Unlinked(person, at):
            leave(sql, person, at)
        case Forgotten() | Unremembered():
            pass  # done before anything else was


def _pause_row(deed: Paused) -> dict[str, Any]:
    return {
        "workspace": deed.workspace,
        "who": deed.by,
        "shown": clean(deed.shown),
        "at": write_moment(deed.at),
        "reason": clean(deed.reason),
    }


PAUSED = select(pauses, "WHERE workspace IN (:workspace, :everywhere) ORDER BY workspace LIMIT 1")
PAUSES = select(pauses, "ORDER BY workspace")
_WITHIN = "substr({0}, 1, :length) = :prefix AND (:exact = 0 OR {0} = :prefix)"
# A key ends with the user's id, which holds no slash.
SEEN = f"""
    SELECT p.session, s.updated_at, p.body FROM participants p
    JOIN sessions s ON s.id = p.session
    WHERE {_WITHIN.format("p.session")}
        AND substr(p.person, length(p.person) - :tail + 1) = :user
    ORDER BY s.updated_at DESC, p.session, p.person LIMIT :most"""  # noqa: S608 - our own words
OPEN = f"""
    SELECT body FROM requests
    WHERE status = 'pending' AND {_WITHIN.format("session")} ORDER BY seq"""  # noqa: S608 - ours
# Whoever only decided for others is remembered by the audit alone.
OF_PERSON = f"""
    SELECT session FROM participants WHERE person = :person AND {_WITHIN.format("session")}
    UNION
    SELECT session FROM audit WHERE person = :person AND {_WITHIN.format("session")}
    UNION
    SELECT session FROM http_sessions WHERE person = :person AND {_WITHIN.format("session")}"""  # noqa: S608 - ours
USED = """
    SELECT day, turns, model_calls, input_tokens, output_tokens, cost_micros FROM usage
    WHERE person = :person AND workspace = :workspace AND day >= :since ORDER BY day"""
TOGETHER = """
    SELECT sum(turns), sum(model_calls), sum(input_tokens), sum(output_tokens), sum(cost_micros)
    FROM usage WHERE workspace = :workspace AND day = :day"""


@dataclass(frozen=True)
class SqlAdmin(Repository, AdminViews, Operations):
    """Reads what sessions, pauses and usage hold, and acts beside turns."""

    cipher: Cipher

    @override
    async def act(self, deeds: tuple[Operation, ...], told: AuditBatch) -> None:
        def work(sql: SqlTransaction) -> None:
            for deed in deeds:
                write_operation(sql, deed)
            audit_log.write(sql, told, self.cipher)

        await self.database.write(work)

    @override
    async def paused(self, workspace: str) -> Paused | None:
        where = {"workspace": workspace, "everywhere": EVERYWHERE}
        rows = await self.database.rows(PAUSED, **where)
        return _paused(rows[0]) if rows else None

    @override
    async def pauses(self) -> list[Paused]:
        rows = await self.database.rows(PAUSES)
        return [_paused(row) for row in rows]

    @override
    async def seen(self, scope: Scope, most: int = ALL) -> list[Seen]:
        user = f"/{escape(scope.user)}" if scope.user else ""
        where = {**_within(scope), "user": user, "tail": len(user), "most": most}
        rows = await self.database.rows(SEEN, **where)
        return [
            Seen(SessionId(session), datetime.fromisoformat(at), PARTICIPANT.decode(body))
            for session, at, body in rows
        ]

    @override
    async def open_requests(self, scope: Scope) -> list[Request]:
        return REQUEST.each(await self.database.rows(OPEN, **_within(scope)))

    @override
    async def sessions_of(self, person: Person, scope: Scope) -> list[SessionId]:
        where = {**_within(scope), "person": person.key}
        return await self.database.column(OF_PERSON, **where)

    @override
    async def used(self, person: Person, workspace: str, since: str) -> dict[str, DailyUsage]:
        where = {"person": person.key, "workspace": workspace, "since": since}
        rows = await self.database.rows(USED, **where)
        return {day: DailyUsage(*counts) for day, *counts in rows}

    @override
    async def used_together(self, workspace: str, day: str) -> DailyUsage:
        where = {"workspace": workspace, "day": day}
        (sums,) = await self.database.rows(TOGETHER, **where)
        return DailyUsage(*(int(one or 0) for one in sums))


def _paused(row: tuple[Any, ...]) -> Paused:
    workspace, by, shown, at, reason = row
    return Paused(workspace, by, datetime.fromisoformat(at), reason, shown)


def _within(scope: Scope) -> dict[str, str | int]:
    exact = int(scope.session is not None)
    return {"prefix": scope.prefix, "length": len(scope.prefix), "exact": exact}

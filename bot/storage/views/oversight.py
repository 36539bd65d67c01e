"""What those who look after the bot may see, in SQL."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.oversight import ALL, Operations, Overseen, Scope, Seen
from bot.core.ports.world import Cipher
from bot.domain.audit import Note
from bot.domain.deeds import EVERYWHERE, Deed, Paused
from bot.domain.ids import SessionId
from bot.domain.messages import escaped
from bot.domain.requests import Request
from bot.domain.usage import Usage
from bot.storage import audit
from bot.storage.codec import PARTICIPANT, REQUEST
from bot.storage.databases.database import Repository, Sql
from bot.storage.tables.commands import pauses
from bot.storage.tables.statements import select
from bot.storage.turns.deeds import do

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
class SqlAdmin(Repository, Overseen, Operations):
    """Reads what sessions, pauses and usage hold, and acts beside turns."""

    cipher: Cipher

    @override
    async def act(self, deeds: tuple[Deed, ...], told: Note) -> None:
        def work(sql: Sql) -> None:
            for deed in deeds:
                do(sql, deed)
            audit.write(sql, told, self.cipher)

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
        user = f"/{escaped(scope.user)}" if scope.user else ""
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
    async def used(self, person: Person, workspace: str, since: str) -> dict[str, Usage]:
        where = {"person": person.key, "workspace": workspace, "since": since}
        rows = await self.database.rows(USED, **where)
        return {day: Usage(*counts) for day, *counts in rows}

    @override
    async def used_together(self, workspace: str, day: str) -> Usage:
        where = {"workspace": workspace, "day": day}
        (sums,) = await self.database.rows(TOGETHER, **where)
        return Usage(*(int(one or 0) for one in sums))


def _paused(row: tuple[Any, ...]) -> Paused:
    workspace, by, shown, at, reason = row
    return Paused(workspace, by, datetime.fromisoformat(at), reason, shown)


def _within(scope: Scope) -> dict[str, str | int]:
    exact = int(scope.session is not None)
    return {"prefix": scope.prefix, "length": len(scope.prefix), "exact": exact}

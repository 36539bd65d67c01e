"""Reads what is kept, for people and programs that look from outside; nothing is changed.

Sealed values are left out: bodies of the inbox, and secrets of participants.
"""

import json
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import JsonValue
from sqlalchemy import Table

from bot.domain.ids import SessionId
from bot.domain.messages import TranscriptLine
from bot.domain.participant import Participant
from bot.domain.plans.plan import Plan
from bot.domain.requests import Request
from bot.storage.databases.codec import PARTICIPANT, PLAN, REQUEST
from bot.storage.databases.transactions import Repository, SqlTransaction
from bot.storage.tables.columns import holding_of
from bot.storage.tables.schema import TABLES
from bot.storage.tables.sessions import inbox
from bot.storage.tables.statements import columns, keys_of

PAGE = 500

SESSIONS = """
    SELECT id, updated_at,
        (SELECT COUNT(*) FROM participants WHERE session = sessions.id),
        (SELECT COUNT(*) FROM requests WHERE session = sessions.id AND status = 'pending'),
        (SELECT COUNT(*) FROM inbox WHERE session = sessions.id AND status = 'waiting')
    FROM sessions ORDER BY updated_at DESC, id"""
PARTICIPANTS = "SELECT body FROM participants WHERE session = :session ORDER BY person"
PENDING = "SELECT body FROM requests WHERE status = 'pending' ORDER BY seq"
PLANS = """
    SELECT body FROM plans WHERE status = :status OR :status = ''
    ORDER BY created_at DESC, id DESC LIMIT :most"""
SAID = """
    SELECT turn, speaker, by_bot, text, at FROM messages
    WHERE session = :session ORDER BY seq DESC LIMIT :most"""

Row = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class SessionOverview:
    """A session in one line."""

    session: SessionId
    updated_at: datetime
    people: int
    open_requests: int
    waiting_events: int


@dataclass(frozen=True, slots=True)
class ExportSection:
    """A part of the export: the rows of one table, in the order of its key."""

    name: str
    table: Table
    where: str = ""

    def page(self, sql: SqlTransaction, after: tuple[Any, ...] | None) -> list[tuple[Any, ...]]:
        """Read the rows behind a key, which stands first in each."""
        names = keys_of(self.table)
        keys, given = ", ".join(names), ", ".join(f":after_{name}" for name in names)
        conditions = [self.where] if self.where else []
        conditions += [f"({keys}) > ({given})"] if after else []
        where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
        columns = ", ".join((*names, *self.columns))
        statement = f"SELECT {columns} FROM {self.table.name} {where} ORDER BY {keys} LIMIT {PAGE}"  # noqa: S608 - all of it is written above
        behind = {f"after_{name}": value for name, value in zip(names, after or (), strict=False)}
        return sql.rows(statement, **behind)

    def row(self, values: tuple[Any, ...]) -> Row:
        """Name the values of a row, and say them as they are meant."""
        named = dict(zip(self.columns, values[-len(self.columns) :], strict=True))
        return SHAPES.get(self.table.name, dict)(named)

    @property
    def columns(self) -> tuple[str, ...]:
        """What is read of a row; sealed values stay where they are."""
        return columns(self.table, *holding_of(self.table).hidden)


class ExportReader(Repository):
    """Looks at the tables."""

    async def sessions(self) -> list[SessionOverview]:
        """List all sessions, the one used last first."""
        rows = await self.database.rows(SESSIONS)
        return [
            SessionOverview(SessionId(session), datetime.fromisoformat(at), *counts)
            for session, at, *counts in rows
        ]

    async def participants(self, session: SessionId) -> list[Participant]:
        """List everybody a session remembers."""
        return PARTICIPANT.each(await self.database.rows(PARTICIPANTS, session=session))

    async def pending(self) -> list[Request]:
        """List every request that waits for a person, the oldest first."""
        return REQUEST.each(await self.database.rows(PENDING))

    async def plans(self, most: int, status: str = "") -> list[Plan]:
        """List the newest plans of everybody, of one status alone if it is named."""
        return PLAN.each(await self.database.rows(PLANS, most=most, status=status))

    async def transcript(self, session: SessionId, most: int) -> list[TranscriptLine]:
        """List the last lines said in a session."""
        rows = await self.database.rows(SAID, session=session, most=most)
        return [
            TranscriptLine(turn, speaker, bool(by_bot), text, datetime.fromisoformat(at))
            for turn, speaker, by_bot, text, at in reversed(rows)
        ]

    async def rows(self, part: ExportSection) -> AsyncIterator[Row]:
        """Yield the rows of a part, a page at a time."""
        after: tuple[Any, ...] | None = None
        while found := await self._page(part, after):
            for values in found:
                yield part.row(values)
            after = found[-1][: -len(part.columns)]

    async def _page(
        self, part: ExportSection, after: tuple[Any, ...] | None
    ) -> list[tuple[Any, ...]]:
        return await self.database.read(lambda sql: part.page(sql, after))


def _stack(row: Row) -> Row:
    body = _read(row["body"])
    kept = {name: value for name, value in body.items() if name != "secrets"}
    secrets = body.get("secrets")
    names: list[JsonValue] = [*sorted(secrets)] if isinstance(secrets, Mapping) else []
    return {"session": row["session"], "person": row["person"], **kept, "secrets": names}


def _journal(row: Row) -> Row:
    noted = _unsealed(json.loads(str(row["entry"])))
    is_answer = str(row["step"]).startswith("model:")
    return {**row, "entry": _without_fields(noted) if is_answer else noted}


def _without_fields(answer: Any) -> Any:
    """A model's answer without what is for its server alone, thoughts among it."""
    if isinstance(answer, list):
        return [_without_fields(part) for part in answer]
    if isinstance(answer, dict):
        return {name: _without_fields(answer[name]) for name in answer if name != "provider"}
    return answer


def _message(row: Row) -> Row:
    return row | {name: bool(row[name]) for name in ("by_bot", "private", "withheld")}


def _plan(row: Row) -> Row:
    body = _read(row["body"])
    return {name: value for name, value in body.items() if name != "kept_version"}


def _body_and(*names: str) -> Callable[[Row], Row]:
    """What the body of a row holds, and some of its columns beside it."""
    return lambda row: {**_read(row["body"]), **{name: row[name] for name in names}}


def _as_json(name: str) -> Callable[[Row], Row]:
    return lambda row: {**row, name: json.loads(str(row[name]))}


def _read(body: JsonValue) -> Row:
    read = _unsealed(json.loads(str(body or "{}")))
    return read if isinstance(read, dict) else {}


def _unsealed(value: JsonValue) -> JsonValue:
    match value:
        case dict():
            return {name: _unsealed(part) for name, part in value.items() if name != "sealed"}
        case list():
            return [_unsealed(part) for part in value]
        case _:
            return value


SHAPES: dict[str, Callable[[Row], Row]] = {
    "participants": _stack,
    "diaries": _as_json("body"),
    "requests": _body_and("status", "decided_in"),
    "decisions": _as_json("rejected"),
    "journal": _journal,
    "messages": _message,
    "summaries": _body_and("session", "person"),
    "outbox": _body_and("session", "sent_at"),
    "plans": _plan,
    "agent_messages": _body_and(),
    "audit": _as_json("entries"),
    "http_events": _as_json("body"),
}
SECTIONS = (
    *(
        ExportSection(holding.title or table.name, table)
        for table in TABLES
        if (holding := holding_of(table)).title is not None
    ),
    ExportSection("parked", inbox, "status = 'parked'"),
)

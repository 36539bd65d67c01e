"""Read what is kept, for people and programs that look from outside; nothing is changed.

Sealed values are left out: bodies of the inbox, and secrets of participants.
"""

import json
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import JsonValue

from bot.domain.ids import SessionId
from bot.domain.messages import Said
from bot.domain.participant import Participant
from bot.domain.plans.plan import Plan
from bot.domain.requests import Request
from bot.domain.usage import Usage
from bot.storage import audit
from bot.storage.codec import PARTICIPANT, PLAN, REQUEST
from bot.storage.databases.database import Database, Sql
from bot.storage.turns.lines import LINE

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
_LINE = ("session", *LINE[:-2], "withheld")  # not whom the bot said it to


@dataclass(frozen=True, slots=True)
class Overview:
    """A session in one line."""

    session: SessionId
    updated_at: datetime
    people: int
    open_requests: int
    waiting_events: int


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the export: the rows of one table, in the order of `key`."""

    name: str
    columns: tuple[str, ...]
    table: str
    key: tuple[str, ...] = ("seq",)
    where: str = ""
    shape: Callable[[Row], Row] = dict

    def page(self, sql: Sql, after: tuple[Any, ...] | None) -> list[tuple[Any, ...]]:
        """Read the rows behind a key, which stands first in each."""
        keys, given = ", ".join(self.key), ", ".join(f":after_{name}" for name in self.key)
        conditions = [self.where] if self.where else []
        conditions += [f"({keys}) > ({given})"] if after else []
        where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
        columns = ", ".join((*self.key, *self.columns))
        statement = f"SELECT {columns} FROM {self.table} {where} ORDER BY {keys} LIMIT {PAGE}"  # noqa: S608 - all of it is written above
        behind = {
            f"after_{name}": value for name, value in zip(self.key, after or (), strict=False)
        }
        return sql.rows(statement, **behind)

    def row(self, values: tuple[Any, ...]) -> Row:
        """Name the values of a row."""
        return self.shape(dict(zip(self.columns, values[len(self.key) :], strict=True)))


class Reader:
    """Looks at the tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def sessions(self) -> list[Overview]:
        """List all sessions, the one used last first."""
        rows = await self._database.read(lambda sql: sql.rows(SESSIONS))
        return [
            Overview(SessionId(session), datetime.fromisoformat(at), *counts)
            for session, at, *counts in rows
        ]

    async def participants(self, session: SessionId) -> list[Participant]:
        """List everybody a session remembers."""
        rows = await self._database.read(lambda sql: sql.rows(PARTICIPANTS, session=session))
        return [PARTICIPANT.decode(body) for (body,) in rows]

    async def pending(self) -> list[Request]:
        """List every request that waits for a person, the oldest first."""
        rows = await self._database.read(lambda sql: sql.rows(PENDING))
        return [REQUEST.decode(body) for (body,) in rows]

    async def plans(self, most: int, status: str = "") -> list[Plan]:
        """List the newest plans of everybody, of one status alone if it is named."""
        rows = await self._database.read(lambda sql: sql.rows(PLANS, most=most, status=status))
        return [PLAN.decode(body) for (body,) in rows]

    async def transcript(self, session: SessionId, most: int) -> list[Said]:
        """List the last lines said in a session."""
        rows = await self._database.read(lambda sql: sql.rows(SAID, session=session, most=most))
        return [
            Said(turn, speaker, bool(by_bot), text, datetime.fromisoformat(at))
            for turn, speaker, by_bot, text, at in reversed(rows)
        ]

    async def rows(self, part: Part) -> AsyncIterator[Row]:
        """Yield the rows of a part, a page at a time."""
        after: tuple[Any, ...] | None = None
        while found := await self._page(part, after):
            for values in found:
                yield part.row(values)
            after = found[-1][: len(part.key)]

    async def _page(self, part: Part, after: tuple[Any, ...] | None) -> list[tuple[Any, ...]]:
        return await self._database.read(lambda sql: part.page(sql, after))


def _stack(row: Row) -> Row:
    body = _read(row["body"])
    kept = {name: value for name, value in body.items() if name != "secrets"}
    secrets = body.get("secrets")
    names: list[JsonValue] = [*sorted(secrets)] if isinstance(secrets, Mapping) else []
    return {"session": row["session"], "person": row["person"], **kept, "secrets": names}


def _request(row: Row) -> Row:
    return {**_read(row["body"]), "status": row["status"], "decided_in": row["decided_in"]}


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


def _decision(row: Row) -> Row:
    return {**row, "rejected": json.loads(str(row["rejected"]))}


def _message(row: Row) -> Row:
    return row | {name: bool(row[name]) for name in ("by_bot", "private", "withheld")}


def _summary(row: Row) -> Row:
    kept = _read(row["body"]) if row["body"] else {}
    return {**kept, "session": row["session"], "person": row["person"]}


def _reply(row: Row) -> Row:
    return {**_read(row["body"]), "session": row["session"], "sent_at": row["sent_at"]}


def _plan(row: Row) -> Row:
    body = _read(row["body"])
    return {name: value for name, value in body.items() if name != "kept_version"}


def _agent_message(row: Row) -> Row:
    return _read(row["body"])


def _link(row: Row) -> Row:
    return {**row, "entries": json.loads(str(row["entries"]))}


def _read(body: JsonValue) -> Row:
    read = _unsealed(json.loads(str(body)))
    return read if isinstance(read, dict) else {}


def _unsealed(value: JsonValue) -> JsonValue:
    match value:
        case dict():
            return {name: _unsealed(part) for name, part in value.items() if name != "sealed"}
        case list():
            return [_unsealed(part) for part in value]
        case _:
            return value


def _event(row: Row) -> Row:
    return {**row, "body": json.loads(str(row["body"]))}


_USED = ("person", "workspace", "day")
_INBOX = (
    *("id", "session", "person", "kind", "message"),
    *("received_at", "done_at", "status", "attempts", "reason"),
)

PARTS = (
    Part("sessions", ("id", "epoch", "created_at", "updated_at"), "sessions", ("id",)),
    Part(
        "stacks", ("session", "person", "body"), "participants", ("session", "person"), "", _stack
    ),
    Part(
        "diaries",
        ("session", "person", "task", "book", "number", "body"),
        "diaries",
        ("task", "book", "number"),
        shape=_event,
    ),
    Part("requests", ("status", "decided_in", "body"), "requests", shape=_request),
    Part(
        "decisions",
        ("session", "person", "turn", "gate", "chosen", "reason", "rejected"),
        "decisions",
        shape=_decision,
    ),
    Part("journal", ("turn", "step", "epoch", "entry"), "journal", ("turn", "step"), "", _journal),
    Part("transcript", _LINE, "messages", shape=_message),
    Part(
        "summaries",
        ("session", "person", "until", "version", "body"),
        "summaries",
        ("session", "person"),
        shape=_summary,
    ),
    Part("inbox", _INBOX, "inbox"),
    Part("parked", _INBOX, "inbox", where="status = 'parked'"),
    Part("outbox", ("session", "sent_at", "body"), "outbox", shape=_reply),
    Part("plans", ("body",), "plans", ("id",), shape=_plan),
    Part("agent_messages", ("body",), "agent_messages", shape=_agent_message),
    Part("audit", tuple(audit.FIELDS.split(", ")), "audit", ("number",), "", _link),
    Part("pauses", ("workspace", "who", "shown", "at", "reason"), "pauses", ("workspace",)),
    Part("attention", ("place", "quiet", "mode", "who"), "attention", ("place",)),
    Part("usage", (*_USED, *Usage.__slots__), "usage", _USED),
    Part(
        "feedback",
        ("reply", "person", "session", "turn", "verdict", "comment", "at"),
        "feedback",
        ("reply", "person"),
    ),
    Part("posts", ("key", "session", "channel", "message", "request", "at"), "posts", ("key",)),
    Part("joined_threads", ("place", "session", "at"), "joined_threads", ("place",)),
    Part(
        "slack_installations",
        ("workspace", "version", "installed_at", "expires_at"),
        "slack_installations",
        ("workspace",),
    ),
    Part(
        "departures", ("platform", "workspace", "left_at"), "departures", ("platform", "workspace")
    ),
    Part(
        "api_keys",
        ("id", "person", "scopes", "label", "created_at", "expires_at", "revoked_at"),
        "api_keys",
        ("id",),
    ),
    Part(
        "http_sessions",
        ("session", "person", "opened_at"),
        "http_sessions",
        ("session", "person"),
    ),
    Part(
        "http_events",
        ("key", "session", "reader", "reply_to", "kind", "body", "at"),
        "http_events",
        shape=_event,
    ),
    Part("http_answers", ("person", "key", "status", "at"), "http_answers", ("person", "key")),
    Part(
        "link_members",
        ("link_group", "person", "name", "joined_at", "left_at"),
        "link_members",
        ("link_group", "person"),
    ),
    Part("link_offers", ("id", "person", "redeemer", "expires_at"), "link_offers", ("id",)),
    Part("link_attempts", ("person", "at"), "link_attempts"),
)

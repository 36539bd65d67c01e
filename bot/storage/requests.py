"""Requests in SQL: each resolved by one compare-and-set."""

from dataclasses import replace
from typing import Any

from typing_extensions import override

from bot.core.ports import DECIDED, Requests
from bot.domain.errors import RequestClosed
from bot.domain.ids import RequestId, TurnId
from bot.domain.requests import Request, Status
from bot.storage.codec import ENTRY, REQUEST, moment
from bot.storage.database import Database, Sql

OPEN = """
    INSERT INTO requests (id, session, person, kind, status, expires_at, decided_in, body)
    VALUES (:id, :session, :person, :kind, :status, :expires_at, :decided_in, :body)"""
CLOSE = """
    UPDATE requests SET status = :status, decided_in = :decided_in, body = :body
    WHERE id = :id AND status = 'pending'"""
NOTE = "INSERT INTO journal (turn, step, epoch, entry) VALUES (:turn, :step, 0, :entry)"
FIND = "SELECT body FROM requests WHERE id = :id"


class SqlRequests(Requests):
    """Rows of the table `requests`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def find(self, request: RequestId) -> Request | None:
        return await self._database.read(lambda sql: _find(sql, request))

    @override
    async def decide(self, decided: Request, turn: TurnId) -> Request:
        settled = replace(decided, decided_in=turn)
        row = request_row(settled)

        def work(sql: Sql) -> Request:
            if sql.change(CLOSE, **row):
                sql.change(NOTE, turn=turn, step=DECIDED, entry=ENTRY.encode(decided.id))
                return settled
            return settled_before(_find(sql, decided.id), turn)

        return await self._database.write(work)


def settled_before(stored: Request | None, turn: TurnId) -> Request:
    """Return what the same turn decided before, or say who was first."""
    if stored is None:
        raise RequestClosed(Status.CANCELLED)
    if stored.decided_in != turn:
        by = stored.decided_by.shown if stored.decided_by else ""
        raise RequestClosed(stored.status, by)
    return stored


def request_row(request: Request) -> dict[str, Any]:
    """Write a request as a row."""
    return {
        "id": request.id,
        "session": request.session,
        "person": request.asked.key,
        "kind": request.kind,
        "status": request.status,
        "expires_at": moment(request.expires_at),
        "decided_in": request.decided_in,
        "body": REQUEST.encode(request),
    }


def _find(sql: Sql, request: RequestId) -> Request | None:
    rows = sql.rows(FIND, id=request)
    return REQUEST.decode(rows[0][0]) if rows else None

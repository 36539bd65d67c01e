"""Requests in SQL: each resolved by one compare-and-set."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from typing_extensions import override

from bot.core.ports.plans import Requests
from bot.core.ports.turns import DECIDED, Ending
from bot.domain.errors import Refused, RequestClosed
from bot.domain.ids import RequestId
from bot.domain.requests import Request, RequestStatus, Verdict
from bot.storage.databases.codec import ENTRY, REQUEST, write_moment
from bot.storage.databases.transactions import Repository, SqlTransaction
from bot.storage.tables.sessions import journal, requests
from bot.storage.tables.statements import insert, update

OPEN = insert(requests)
CHANGING = ("status", "decided_in", "body", "remind_at", "escalate_at")
CHANGE = update(requests, "id = :id AND status = 'pending'", *CHANGING)
# A verdict given when its press was accepted counts from its turn on: the turns before it see
# the request as open, and what they close stays closed.
OR_WAITS = """(status = 'pending' OR EXISTS (
        SELECT 1 FROM inbox WHERE inbox.id = requests.decided_in AND inbox.status = 'waiting'))"""
CLOSE = update(requests, f"id = :id AND {OR_WAITS}", *CHANGING)
WAITING = "waiting"
TURN = "SELECT status FROM inbox WHERE id = :turn FOR SHARE"
NOTE = insert(journal, epoch="0")
FIND = "SELECT body FROM requests WHERE id = :id"
HOLD = "SELECT body FROM requests WHERE id = :id FOR UPDATE"


class SqlRequests(Repository, Requests):
    """Rows of the table `requests`."""

    @override
    async def find(self, request: RequestId) -> Request | None:
        return await self.database.read(lambda sql: REQUEST.first(sql.rows(FIND, id=request)))

    @override
    async def decide(self, request: RequestId, verdict: Verdict, now: datetime) -> Request:
        return await self.database.write(lambda sql: _decide(sql, request, verdict, now))


class TurnOver(Refused):
    """The turn of the verdict has ended without it: nobody would carry it out."""

    def __init__(self) -> None:
        super().__init__("That came too late to be decided; please press again.")


def apply_verdict(stored: Request | None, verdict: Verdict, now: datetime) -> Request:
    """Weigh a verdict on a request as it is kept; the same object, if its turn gave it before.

    Raises:
        RequestClosed, NotYours, ApprovedAlready: as the port says.
    """
    if stored is None:
        raise RequestClosed(RequestStatus.CANCELLED)
    return stored if stored.has_from(verdict.turn) else stored.decide(verdict, now)


def read_open_requests(bodies: Iterable[str]) -> tuple[Request, ...]:
    """Requests as they are for a turn: a verdict of a later one does not count yet."""
    found = (REQUEST.decode(body) for body in bodies)
    return tuple(r if r.status is RequestStatus.PENDING else r.undecided() for r in found)


def note_timers(sql: SqlTransaction, ending: Ending, now: datetime) -> None:
    """Note what a turn has told again; a decision made meanwhile stays as it was made."""
    for request in ending.reminded:
        _change(sql, request, lambda stored: stored.reminded(now))
    for request in ending.escalated:
        _change(sql, request, lambda stored: stored.escalated(now))


def write_request(request: Request) -> dict[str, Any]:
    """Write a request as a row."""
    return {
        "id": request.id,
        "session": request.session,
        "person": request.asked.key,
        "kind": request.kind,
        "status": request.status,
        "expires_at": write_moment(request.expires_at),
        "decided_in": request.decided_in,
        "body": REQUEST.encode(request),
        "remind_at": write_moment(request.remind_at) if request.remind_at else None,
        "escalate_at": write_moment(request.escalate_at) if request.escalate_at else None,
    }


def _decide(sql: SqlTransaction, request: RequestId, verdict: Verdict, now: datetime) -> Request:
    turn = sql.rows(TURN, turn=verdict.turn)
    stored = REQUEST.first(sql.rows(HOLD, id=request))
    changed = apply_verdict(stored, verdict, now)
    if changed is not stored:
        if turn and turn != [(WAITING,)]:
            raise TurnOver
        sql.change(CHANGE, **write_request(changed))
        sql.change(NOTE, turn=verdict.turn, step=DECIDED, entry=ENTRY.encode(request))
    return changed


def _change(sql: SqlTransaction, request: RequestId, how: Callable[[Request], Request]) -> None:
    stored = REQUEST.first(sql.rows(HOLD, id=request))
    if stored is not None:
        sql.change(CHANGE, **write_request(how(stored)))

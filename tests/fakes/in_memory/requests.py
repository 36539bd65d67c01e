"""Requests in memory: each resolved by one compare-and-set."""

from copy import deepcopy
from datetime import datetime

from typing_extensions import override

from bot.core.ports.requests import Requests
from bot.core.ports.turns import DECIDED
from bot.domain.ids import RequestId, TurnId
from bot.domain.requests import Request, Verdict
from bot.storage.requests import WAITING, TurnOver, decided
from tests.fakes.in_memory.tables import InMemory


class MemoryRequests(InMemory, Requests):
    """Requests in a plain dict."""

    @override
    async def find(self, request: RequestId) -> Request | None:
        return deepcopy(self.tables.requests.get(request))

    @override
    async def decide(self, request: RequestId, verdict: Verdict, now: datetime) -> Request:
        stored = self.tables.requests.get(request)
        changed = decided(stored, verdict, now)
        if changed is not stored:
            event = self.tables.event(TurnId(verdict.turn))
            if event is not None and event.status != WAITING:
                raise TurnOver
            self.tables.requests[request] = changed
            self.tables.journal.setdefault(TurnId(verdict.turn), {})[DECIDED] = request
        return changed

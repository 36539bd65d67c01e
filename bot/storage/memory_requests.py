"""Requests in memory: each resolved by one compare-and-set."""

from copy import deepcopy
from dataclasses import replace

from typing_extensions import override

from bot.core.ports import DECIDED, Requests
from bot.domain.ids import RequestId, TurnId
from bot.domain.requests import Request, Status
from bot.storage.memory_tables import InMemory
from bot.storage.requests import settled_before


class MemoryRequests(InMemory, Requests):
    """Requests in a plain dict."""

    @override
    async def find(self, request: RequestId) -> Request | None:
        return deepcopy(self.tables.requests.get(request))

    @override
    async def decide(self, decided: Request, turn: TurnId) -> Request:
        stored = self.tables.requests.get(decided.id)
        if stored is None or stored.status is not Status.PENDING:
            return settled_before(stored, turn)
        settled = replace(decided, decided_in=turn)
        self.tables.requests[decided.id] = settled
        self.tables.journal.setdefault(turn, {})[DECIDED] = decided.id
        return settled

"""People who go on talking to doors and workers, whatever happens to those."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from tests.faults.cluster import Cluster

SESSIONS = 6
BETWEEN_SECONDS = 0.25
ANSWER = """SELECT 1 FROM http_events WHERE kind = 'message' AND body LIKE '%"tallied {}%'"""


@dataclass
class People:
    """Some in sessions of their own, and how many messages they have sent in all."""

    cluster: Cluster
    said: int = 0

    @asynccontextmanager
    async def talking(self) -> AsyncIterator[None]:
        over = asyncio.Event()
        talks = asyncio.gather(*(self._talk(f"s{n}", over) for n in range(SESSIONS)))
        yield
        over.set()
        await talks

    async def served(self) -> float:
        """Have one more message answered; how many seconds that took."""
        begun, number = time.monotonic(), self._next()
        await self.cluster.say(f"probe{number}", number)
        answer = ANSWER.format(number)
        await self.cluster.until(lambda: bool(self.cluster.rows(answer)))
        return time.monotonic() - begun

    async def _talk(self, session: str, over: asyncio.Event) -> None:
        while not over.is_set():
            await self.cluster.say(session, self._next())
            await asyncio.sleep(BETWEEN_SECONDS)

    def _next(self) -> int:
        self.said += 1
        return self.said

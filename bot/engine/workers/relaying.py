"""Passes on from workers to doors what is said in passing; what matters is kept elsewhere."""

import asyncio
import json
from collections import deque

import structlog
from pydantic import JsonValue

from bot.domain.errors import StoreAway
from bot.storage.database import Database
from bot.storage.jobs import Jobs

MOST_WAITING = 1_000
LONGEST_BYTES = 7_000  # a notification of Postgres holds 8,000

log = structlog.get_logger()


class Relay:
    """Sends in order, and together what came in meanwhile; what is too much is dropped."""

    def __init__(self, database: Database, jobs: Jobs) -> None:
        self._database = database
        self._jobs = jobs
        self._waiting = deque[str](maxlen=MOST_WAITING)
        self._sending: asyncio.Task[None] | None = None

    def send(self, *told: JsonValue) -> None:
        """Pass something on, soon."""
        written = json.dumps([self._jobs.origin, *told])
        if len(written) > LONGEST_BYTES:
            return
        self._waiting.append(written)
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send())

    async def stop(self) -> None:
        """Send what waits."""
        if self._sending is not None:
            await asyncio.gather(self._sending, return_exceptions=True)

    async def _send(self) -> None:
        while self._waiting:
            told = [self._waiting.popleft() for _ in range(len(self._waiting))]
            try:
                await self._jobs.tell(self._database, told)
            except StoreAway as error:
                log.warning("not_relayed", count=len(told), error=str(error))

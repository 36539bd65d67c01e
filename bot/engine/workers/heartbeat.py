"""Signs of life of the workers of this process, from a thread of its own.

A loop that is busy for some seconds is not dead, and must not look like it: its turns would be
begun again elsewhere. One that hangs for good stops the heart.
"""

import asyncio
import threading
from collections.abc import Callable, Collection

import psycopg
import structlog
from psycopg.conninfo import make_conninfo
from sqlalchemy import URL

from bot.storage.databases.postgres import FIND_JOBS, REACH

BEAT_SECONDS = 0.75
HANGS_AFTER_SECONDS = 30.0
STOP_SECONDS = 5.0

BEAT = "SELECT procrastinate_update_heartbeat_v1(id) FROM unnest(%s::bigint[]) AS id"

log = structlog.get_logger(__name__)


class Heart:
    """Beats on a connection that nothing else waits for."""

    def __init__(
        self, url: URL, workers: Callable[[], Collection[int]], elapsed: Callable[[], float]
    ) -> None:
        named = url.set(drivername="postgresql")
        self._address = make_conninfo(named.render_as_string(hide_password=False), **REACH)
        self._workers = workers
        self._elapsed = elapsed
        self._moved_at = elapsed()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._keep_beating, name="heart", daemon=True)
        self._connection: psycopg.Connection | None = None

    def start(self) -> None:
        """Beat from now on."""
        self._thread.start()

    async def stop(self) -> None:
        """Beat no more."""
        self._stopped.set()
        await asyncio.to_thread(self._thread.join, STOP_SECONDS)

    def move(self) -> None:
        """Note that the loop is not hanging."""
        self._moved_at = self._elapsed()

    def beat(self) -> None:
        """Give a sign of life, unless the loop hangs.

        Raises:
            psycopg.Error: the database does not answer, or takes no changes.
        """
        workers = list(self._workers())
        if not workers or self._elapsed() - self._moved_at > HANGS_AFTER_SECONDS:
            return
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(self._address, autocommit=True)
            self._connection.execute(FIND_JOBS)
        self._connection.execute(BEAT, [workers])

    def close(self) -> None:
        """Let go of the connection."""
        if self._connection is not None:
            self._connection.close()

    def _keep_beating(self) -> None:
        while not self._stopped.is_set():
            try:
                self.beat()
            except psycopg.Error as error:
                log.warning("heartbeat_failed", error=type(error).__name__)
            self._stopped.wait(BEAT_SECONDS)
        self.close()

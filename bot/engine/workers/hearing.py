"""Hears from other processes: of events they accepted, and of what they say in passing."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping

import psycopg
import structlog
from psycopg.conninfo import make_conninfo
from sqlalchemy import URL

from bot.engine.patience import Pause, let_go
from bot.engine.workers.relaying import Puzzle
from bot.storage.databases.postgres import REACH

AGAIN_SECONDS = 1.0

Hear = Callable[..., Awaitable[None]]
"""Takes what was said on a channel, as it was written there."""

log = structlog.get_logger(__name__)


class Ears:
    """One connection that listens, on some channels.

    What is missed while it is opened anew only comes later: a turn looks into the inbox
    itself before it acts, and what was said is kept.
    """

    def __init__(self, url: URL, origin: str, hear: Mapping[str, Hear], pause: Pause) -> None:
        named = url.set(drivername="postgresql")
        self._address = make_conninfo(named.render_as_string(hide_password=False), **REACH)
        self._origin = origin
        self._hear = hear
        self._pause = pause
        self._puzzle = Puzzle()
        self._listening: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Listen from now on."""
        self._listening = asyncio.create_task(self._keep_listening())

    async def stop(self) -> None:
        """Listen no more."""
        if self._listening is not None:
            await let_go(self._listening)

    async def _keep_listening(self) -> None:
        while True:
            try:
                await self._listen()
            except psycopg.Error as error:
                log.warning("hearing_interrupted", error=type(error).__name__)
            await self._pause(AGAIN_SECONDS)

    async def _listen(self) -> None:
        connect = psycopg.AsyncConnection.connect(self._address, autocommit=True)
        async with await connect as connection:
            for channel in self._hear:
                await connection.execute(f"LISTEN {channel}")
            async for notification in connection.notifies():
                await self._take(notification.channel, notification.payload)

    async def _take(self, channel: str, told: str) -> None:
        try:
            origin, *rest = json.loads(told)
            whole = self._puzzle.whole(rest) if origin != self._origin else None
            if whole is not None:
                await self._hear[channel](*whole)
        except Exception as error:  # noqa: BLE001 - the store is away, or another version said it
            log.warning("not_heard", channel=channel, error=type(error).__name__)

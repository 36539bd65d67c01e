"""Hears of events that other processes accepted, for the turns that run in this one."""

import asyncio
import json
from collections.abc import Awaitable, Callable

import psycopg
import structlog
from psycopg.conninfo import make_conninfo
from sqlalchemy import URL

from bot.domain.errors import StoreAway
from bot.domain.ids import SessionId, TurnId
from bot.engine.patience import Pause
from bot.engine.workers.connecting import REACH
from bot.storage.jobs import EVENTS

AGAIN_SECONDS = 1.0

Hear = Callable[[SessionId, TurnId], Awaitable[None]]

log = structlog.get_logger()


class Ears:
    """One connection that listens.

    What is missed while it is opened anew only comes later: a turn looks into the inbox
    itself before it acts.
    """

    def __init__(self, url: URL, origin: str, hear: Hear, pause: Pause) -> None:
        named = url.set(drivername="postgresql")
        self._address = make_conninfo(named.render_as_string(hide_password=False), **REACH)
        self._origin = origin
        self._hear = hear
        self._pause = pause
        self._listening: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Listen from now on."""
        self._listening = asyncio.create_task(self._keep_listening())

    async def stop(self) -> None:
        """Listen no more."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)

    async def _keep_listening(self) -> None:
        while True:
            try:
                await self._listen()
            except psycopg.OperationalError as error:
                log.warning("hearing_interrupted", error=type(error).__name__)
            await self._pause(AGAIN_SECONDS)

    async def _listen(self) -> None:
        connect = psycopg.AsyncConnection.connect(self._address, autocommit=True)
        async with await connect as connection:
            await connection.execute(f"LISTEN {EVENTS}")
            async for notification in connection.notifies():
                await self._take(notification.payload)

    async def _take(self, payload: str) -> None:
        origin, session, turn = json.loads(payload)
        if origin == self._origin:
            return
        try:
            await self._hear(SessionId(session), TurnId(turn))
        except StoreAway as error:
            log.warning("not_heard", turn=turn, error=str(error))

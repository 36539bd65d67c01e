"""Publish and subscribe between workers and doors: LISTEN/NOTIFY, long messages in pieces."""

import asyncio
import json
import secrets
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any

import psycopg
import structlog
from psycopg.conninfo import make_conninfo
from pydantic import JsonValue
from sqlalchemy import URL

from bot.domain.errors import StoreAway
from bot.engine.retries import Pause, cancel_tasks
from bot.storage.databases.postgres import REACH
from bot.storage.databases.transactions import SqlDatabase
from bot.storage.turns.job_queue import JobQueue

MOST_WAITING = 1_000
LONGEST_BYTES = 7_000  # a notification of Postgres holds 8,000
PIECE = LONGEST_BYTES // 2 - 100  # written as JSON once more, a text at most doubles
MOST_PIECES = 100
MOST_UNFINISHED = 100

log = structlog.get_logger(__name__)


class Publisher:
    """Sends in order, and together what came in meanwhile; what is too much is dropped."""

    def __init__(self, database: SqlDatabase, jobs: JobQueue) -> None:
        self._database = database
        self._jobs = jobs
        self._waiting = deque[str](maxlen=MOST_WAITING)
        self._sending: asyncio.Task[None] | None = None

    def send(self, *told: JsonValue) -> None:
        """Pass something on, soon; what is long goes in pieces."""
        pieces = list(_pieces(told))
        if len(pieces) > MOST_PIECES:
            log.warning("not_relayed", count=1, error="too long")
            return
        self._waiting.extend(json.dumps([self._jobs.origin, *piece]) for piece in pieces)
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


class ChunkAssembler:
    """Puts together what a relay sent in pieces; one whose pieces never all come is forgotten."""

    def __init__(self) -> None:
        self._unfinished = OrderedDict[str, dict[int, str]]()

    def whole(self, told: Sequence[JsonValue]) -> Sequence[JsonValue] | None:
        """What was told, once all of it is here."""
        match told:
            case [dict(which), str(piece)]:
                return self._with(which, piece)
            case _:
                return told

    def _with(self, which: Mapping[str, Any], piece: str) -> Sequence[JsonValue] | None:
        of = str(which["of"])
        pieces = self._unfinished.setdefault(of, {})
        pieces[which["number"]] = piece  # one may come twice, when its sender heard no answer
        if len(pieces) == which["count"]:
            del self._unfinished[of]
            found: list[JsonValue] = json.loads("".join(pieces[n] for n in sorted(pieces)))
            return found
        if len(self._unfinished) > MOST_UNFINISHED:
            self._unfinished.popitem(last=False)
        return None


def _pieces(told: Sequence[JsonValue]) -> Iterator[Sequence[JsonValue]]:
    """What is told as it is, or in pieces; they come in the order in which they are sent."""
    written = json.dumps(told)
    if len(written) <= PIECE:
        yield told
        return
    cut = [written[at : at + PIECE] for at in range(0, len(written), PIECE)]
    name = secrets.token_hex(8)
    for number, piece in enumerate(cut):
        # Postgres drops what is told twice in a transaction, so no piece is like another.
        yield [{"of": name, "number": number, "count": len(cut)}, piece]


AGAIN_SECONDS = 1.0

Hear = Callable[..., Awaitable[None]]
"""Takes what was said on a channel, as it was written there."""


class EventListener:
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
        self._puzzle = ChunkAssembler()
        self._listening: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Listen from now on."""
        self._listening = asyncio.create_task(self._keep_listening())

    async def stop(self) -> None:
        """Listen no more."""
        if self._listening is not None:
            await cancel_tasks(self._listening)

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

"""This version over a database that an earlier one left, at a time that stands still."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime

import pytest
from pydantic import JsonValue
from sqlalchemy import create_engine, text

from bot.bootstrap import App, build
from bot.domain.messages import Incoming, Kind, Press, Thread
from bot.domain.requests import Request
from bot.engine.dispatcher import InProcessDispatcher, Run
from bot.engine.engine import Engine
from bot.platforms.console.input import PLATFORM as CONSOLE
from bot.settings import read_settings
from bot.storage.databases.transactions import database_url
from tests.fakes.platform import FakePlatform
from tests.fakes.world import FakeClock
from tests.faults import former

PATIENCE_SECONDS = 120.0
SWEEP_SECONDS = 10.0


@dataclass
class Sweeps:
    """Pauses that take no time, but for those between sweeps, which end when they are told to."""

    due: asyncio.Event = field(default_factory=asyncio.Event)

    async def pause(self, seconds: float) -> None:
        if seconds >= SWEEP_SECONDS:
            await self.due.wait()
        await asyncio.sleep(0)


@dataclass
class Successor:
    """This version over what the earlier one left; it sweeps when it is told to."""

    app: App
    clock: FakeClock
    sweeps: Sweeps
    platform: FakePlatform = field(default_factory=FakePlatform)
    engine: Engine = field(init=False)
    dispatcher: InProcessDispatcher = field(init=False)

    def __post_init__(self) -> None:
        self.engine = self.app.engine({CONSOLE: self.platform}, dispatch=self._dispatch)

    async def quiet(self) -> None:
        """Wait until nothing is going on."""
        for _ in range(20):
            await self.dispatcher.idle()
            await asyncio.sleep(0)

    async def caught_up(self) -> None:
        """Wait until every turn that was cut off has ended."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await self.app.ports.inbox.waiting():  # noqa: ASYNC110 - as below
                await asyncio.sleep(0.01)
        await self.quiet()

    async def passes(self, hours: float) -> None:
        """Let so much time pass that nothing waits any more."""
        self.clock.pass_time(hours=hours)
        self.sweeps.due.set()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await self.pending():  # noqa: ASYNC110 - the database tells nobody
                await asyncio.sleep(0.01)
        self.sweeps.due.clear()
        await self.quiet()

    async def hear(self, incoming: Incoming) -> None:
        """Take something in, and wait for all that comes of it."""
        await self.engine.accept(incoming)
        await self.quiet()

    async def press(self, request: Request, verb: str, values: Mapping[str, JsonValue]) -> None:
        press = Press(request.id, verb, dict(values))
        thread = Thread.of(request.session)
        await self.hear(
            Incoming(f"{request.id}.{verb}", thread, request.asked, Kind.PRESS, press=press)
        )

    async def pending(self) -> list[Request]:
        return await self.app.reader.pending()

    def _dispatch(self, run: Run) -> InProcessDispatcher:
        self.dispatcher = InProcessDispatcher(run, stop_seconds=5.0)
        return self.dispatcher


@asynccontextmanager
async def succeeding(
    address: str, left_at: datetime, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Successor]:
    """Open what was left with this version, upgraded as its first start does it."""
    clock, sweeps = FakeClock(left_at), Sweeps()
    monkeypatch.setenv("DATABASE_URL", address)
    monkeypatch.setenv("FRONTDESK_SECRET_KEY", former.KEY)
    monkeypatch.setattr("bot.bootstrap.ports.SystemClock", lambda: clock)
    app = build(read_settings(None), pause=sweeps.pause)
    successor = Successor(app, clock, sweeps)
    try:
        await app.prepare()
        yield successor
    finally:
        await successor.engine.stop()
        await app.close()


def asked(address: str, question: str) -> list[tuple[object, ...]]:
    """Read from the database itself."""
    engine = create_engine(database_url(address))
    with engine.connect() as connection:
        rows = [tuple(row) for row in connection.execute(text(question))]
    engine.dispose()
    return rows

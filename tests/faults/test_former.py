"""What an earlier version left waiting is decided, carried out or expires under this one."""

import asyncio
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from bot.bootstrap import App, build
from bot.domain.messages import Incoming, Kind, Press, Thread
from bot.domain.requests import Request, RequestKind, Status
from bot.engine.dispatcher import InProcessDispatcher, Run
from bot.engine.engine import Engine
from bot.platforms.console.inbound import PLATFORM as CONSOLE
from bot.settings import read_settings
from bot.storage.databases.urls import database_url
from bot.storage.migrate import newest_revision, revision_of
from tests.contract.conftest import ON_POSTGRES
from tests.fakes.platform import FakePlatform
from tests.fakes.world import FakeClock
from tests.faults import former
from tests.faults.conftest import Count, asked_kills

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600), pytest.mark.proves("R21")]

PATIENCE_SECONDS = 120.0

LEFT_AT = datetime(2026, 11, 22, 9, 20, tzinfo=UTC)
WAITED = {
    RequestKind.APPROVAL: 35,
    RequestKind.PLAN: 46,
    RequestKind.QUESTION: 15,
    RequestKind.SECRET: 15,
}
SWEEP_SECONDS = 10.0
NOTICE = "Nobody answered in time"

# How many of each kind are answered, and how; the others are left to expire.
VERDICTS = {
    RequestKind.APPROVAL: ("approve", "reject", "approve", "reject", "reject"),
    RequestKind.PLAN: ("approve", "reject") * 10,
    RequestKind.SECRET: ("submit",) * 5,
    RequestKind.QUESTION: ("respond",) * 5,
}
SAYS = {"submit": {"password": "monkey"}, "respond": {"answer": "Checking"}}
WAITING = "SELECT id, status FROM requests ORDER BY id"
UPGRADE = (sys.executable, "-m", "bot", "db", "upgrade")
LONGEST_UPGRADE_SECONDS = 4.0
LEFT_OVER = {
    "requests": "SELECT kind FROM requests WHERE status = 'pending'",
    "events": "SELECT id FROM inbox WHERE status <> 'done'",
    "replies": "SELECT id FROM outbox WHERE sent_at IS NULL",
    "employees twice": "SELECT name FROM people_employees GROUP BY name HAVING count(*) > 1",
}


@pytest.fixture(params=["sqlite", ON_POSTGRES])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'former.db'}"
    else:
        yield request.getfixturevalue("postgres_address")


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

    async def passes(self, hours: float) -> None:
        """Let so much time pass that nothing waits any more."""
        self.clock.pass_time(hours=hours)
        self.sweeps.due.set()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await self.pending():  # noqa: ASYNC110 - the database tells nobody
                await asyncio.sleep(0.01)
        self.sweeps.due.clear()
        await self.quiet()

    async def press(self, request: Request, verb: str) -> None:
        press = Press(request.id, verb, dict(SAYS.get(verb, {})))
        thread = Thread.of(request.session)
        await self.engine.accept(
            Incoming(f"{request.id}.{verb}", thread, request.asked, Kind.PRESS, press=press)
        )
        await self.quiet()

    async def pending(self) -> list[Request]:
        return await self.app.reader.pending()

    def _dispatch(self, run: Run) -> InProcessDispatcher:
        self.dispatcher = InProcessDispatcher(run, stop_seconds=5.0)
        return self.dispatcher


@asynccontextmanager
async def succeeding(address: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Successor]:
    """Open what was left with this version, upgraded as its first start does it."""
    clock, sweeps = FakeClock(LEFT_AT), Sweeps()
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
    engine = create_engine(database_url(address))
    with engine.connect() as connection:
        rows = [tuple(row) for row in connection.execute(text(question))]
    engine.dispose()
    return rows


async def test_all_that_waited_resolves_or_expires_with_notice(
    address: str, monkeypatch: pytest.MonkeyPatch, count: Count
):
    await asyncio.to_thread(former.restore, address)
    async with succeeding(address, monkeypatch) as successor:
        waited = await successor.pending()
        assert Counter(request.kind for request in waited) == WAITED
        await successor.engine.start()
        await successor.quiet()
        for kind, verdicts in VERDICTS.items():
            ones = [request for request in waited if request.kind is kind]
            for request, verb in zip(ones, verdicts, strict=False):
                await successor.press(request, verb)
        await successor.passes(hours=24 * 10)

        find = successor.app.ports.requests.find
        ended = [found for one in waited if (found := await find(one.id)) is not None]
        notices = [said for said in successor.platform.said if said.startswith(NOTICE)]
        late = next(request for request in ended if request.status is Status.EXPIRED)
        before = len(successor.platform.said)
        await successor.press(late, "approve")
        told = successor.platform.said[before:]
    expired = Counter(request.kind for request in ended if request.status is Status.EXPIRED)
    assert {name: asked(address, question) for name, question in LEFT_OVER.items()} == {
        name: [] for name in LEFT_OVER
    }
    assert Counter(request.status for request in ended) == {
        Status.EXPIRED: 75,
        Status.ANSWERED: 23,
        Status.REJECTED: 13,
    }
    assert asked(address, "SELECT minor FROM bank_transfers") == [(60_100,)]
    completed = Counter(status for (status,) in asked(address, "SELECT status FROM plans"))
    assert completed == {"completed": 25, "failed": 10, "open": expired[RequestKind.PLAN]}
    # A question that lapses asks for nothing more than to be asked again.
    assert len(notices) == expired.total() - expired[RequestKind.QUESTION]
    assert any("already expired" in text for text in told)
    count(former_requests=len(ended), former_requests_lost=len(waited) - len(ended))


def test_an_upgrade_that_is_killed_is_done_again(
    address: str, monkeypatch: pytest.MonkeyPatch, count: Count
):
    """Killed anywhere between its start and its end, it has done all of it or nothing."""
    monkeypatch.setenv("DATABASE_URL", address)
    monkeypatch.setenv("FRONTDESK_SECRET_KEY", former.KEY)
    former.restore(address)
    waited = asked(address, WAITING)
    kills, done = 20 if asked_kills() else 1, 0

    for number in range(kills):
        with subprocess.Popen(UPGRADE, stdout=subprocess.DEVNULL) as upgrade:  # noqa: S603 - our own program
            # The first of them are killed while they start, the last ones when they are done.
            with suppress(subprocess.TimeoutExpired):
                upgrade.wait(timeout=LONGEST_UPGRADE_SECONDS * (number + 1) / kills)
            upgrade.kill()
        revision = revision_of(database_url(address))
        assert revision in {former.REVISION, newest_revision()}
        done += revision == newest_revision()

    assert subprocess.run(UPGRADE, check=False, capture_output=True).returncode == 0  # noqa: S603 - as above
    assert revision_of(database_url(address)) == newest_revision()
    assert asked(address, WAITING) == waited
    count(killed_upgrades=kills, killed_upgrades_that_were_done=done)

"""Workers on Postgres: sessions in order, one at a time, whoever stops, dies or is cut off."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from time import monotonic

import psycopg
import pytest
from pydantic import JsonValue

from bot.bootstrap.ports import RandomIds
from bot.core.ports.environment import Cipher
from bot.domain.ids import SessionId, TurnId
from bot.domain.messages import Thread
from bot.engine.dispatcher import Chore
from bot.engine.workers.pubsub import MOST_UNFINISHED, ChunkAssembler, EventListener, Publisher
from bot.engine.workers.worker_pool import WorkerPool, WorkerSetup
from bot.storage.databases.transactions import database_url
from bot.storage.turns.job_queue import EVENTS, TOLD, JobQueue
from tests.contract.test_jobs import connected, jobs
from tests.contract.test_postgres import cut_all
from tests.fakes.events import a_message, the_ending
from tests.fakes.opened import Store, open_store
from tests.fakes.world import FakeClock, FakeIds

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(120), pytest.mark.proves("R13")]

JOBS = JobQueue(("http",), origin="this one")


def thread(name: str) -> Thread:
    return Thread("http", "main", "ann", name)


@pytest.fixture
async def store(migrated_postgres: str, cipher: Cipher, clock: FakeClock) -> AsyncIterator[Store]:
    store = open_store(migrated_postgres, cipher, clock, FakeIds(), JOBS)
    yield store
    await store.database.close()


@pytest.fixture
def hall(migrated_postgres: str, store: Store) -> WorkerSetup:
    return WorkerSetup(database_url(migrated_postgres), store.database, JOBS, monotonic)


@dataclass
class Desk:
    """Carries out turns, and notes which, by whom, and how many of a session at once."""

    store: Store
    done: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    by: Counter[str] = field(default_factory=Counter)
    running: Counter[str] = field(default_factory=Counter)
    overlaps: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def named(self, name: str) -> Callable[[SessionId], Awaitable[None]]:
        """What a worker of this name runs."""

        async def run(session: SessionId) -> None:
            while beginning := await self.store.turns.begin(session):
                self.running[session] += 1
                self.overlaps += self.running[session] > 1
                await self.store.turns.commit(the_ending(beginning))
                self.running[session] -= 1
                self.by[name] += 1
                self.done[session].append(beginning.incoming.id)
                self.changed.set()

        return run

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so, as turns end."""
        while not is_so():
            self.changed.clear()
            await self.changed.wait()


async def until_listening(address: str, channel: str = EVENTS) -> None:
    """Wait until a connection listens on a channel."""
    asked = f"SELECT 1 FROM pg_stat_activity WHERE query = 'LISTEN {channel}'"  # noqa: S608 - ours
    async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
        while await (await connection.execute(asked)).fetchone() is None:
            pass


@asynccontextmanager
async def working(
    hall: WorkerSetup, run: Callable[[SessionId], Awaitable[None]], **how: float
) -> AsyncIterator[WorkerPool]:
    workers = WorkerPool(hall, run, ("http",), **how)
    await workers.start()
    try:
        yield workers
    finally:
        await workers.stop()


async def test_two_workers_carry_out_every_event_once_and_in_order(
    hall: WorkerSetup, store: Store
):
    desk = Desk(store)
    async with working(hall, desk.named("one")), working(hall, desk.named("other")):
        for number in range(10):
            every = (a_message(f"{number} in {n}", thread=thread(f"s{n}")) for n in range(8))
            await asyncio.gather(*(store.inbox.accept(event) for event in every))
        await desk.until(lambda: desk.by.total() == 80)

    assert desk.overlaps == 0
    for n in range(8):
        assert desk.done[thread(f"s{n}").session] == [f"{number} in {n}" for number in range(10)]


async def test_what_came_in_while_nobody_worked_is_carried_out(hall: WorkerSetup, store: Store):
    await store.inbox.accept(a_message("1", thread=thread("s1")))
    desk = Desk(store)

    async with working(hall, desk.named("one")):
        await desk.until(lambda: desk.by.total() == 1)


async def test_a_worker_that_stops_hands_on_what_does_not_end(
    migrated_postgres: str, hall: WorkerSetup, store: Store
):
    begun, desk = asyncio.Event(), Desk(store)

    async def never(_session: SessionId) -> None:
        begun.set()
        await asyncio.Event().wait()

    await store.inbox.accept(a_message("1", thread=thread("s1")))
    async with working(hall, never, stop_seconds=0.1):
        await begun.wait()
    assert jobs(migrated_postgres) == [(thread("s1").session, "todo")]

    async with working(hall, desk.named("other")):
        await desk.until(lambda: desk.by.total() == 1)


async def test_a_worker_that_stops_lets_a_turn_end(
    migrated_postgres: str, hall: WorkerSetup, store: Store
):
    begun, may_end, desk = asyncio.Event(), asyncio.Event(), Desk(store)

    async def slowly(session: SessionId) -> None:
        begun.set()
        await may_end.wait()
        await desk.named("one")(session)

    await store.inbox.accept(a_message("1", thread=thread("s1")))
    workers = WorkerPool(hall, slowly, ("http",))
    await workers.start()
    await begun.wait()
    stopping = asyncio.create_task(workers.stop())
    may_end.set()
    await stopping

    assert desk.by.total() == 1
    assert jobs(migrated_postgres) == []


async def test_work_goes_on_after_every_connection_was_cut(
    migrated_postgres: str, hall: WorkerSetup, store: Store
):
    desk = Desk(store)
    async with working(hall, desk.named("one")):
        await store.inbox.accept(a_message("1", thread=thread("s1")))
        await desk.until(lambda: desk.by.total() == 1)

        await asyncio.to_thread(cut_all, migrated_postgres)

        await store.inbox.accept(a_message("2", thread=thread("s1")))
        await desk.until(lambda: desk.by.total() == 2)


async def test_a_worker_takes_as_many_sessions_as_it_may_have_turns(
    hall: WorkerSetup, store: Store
):
    running, changed = set[SessionId](), asyncio.Event()

    async def never(session: SessionId) -> None:
        running.add(session)
        changed.set()
        await asyncio.Event().wait()

    for n in range(70):
        await store.inbox.accept(a_message(str(n), thread=thread(f"s{n}")))
    async with working(replace(hall, turns_at_once=70), never, stop_seconds=0.0):
        while len(running) < 70:
            changed.clear()
            await changed.wait()


async def test_a_session_whose_job_was_lost_is_found(
    migrated_postgres: str, hall: WorkerSetup, store: Store
):
    await store.inbox.accept(a_message("1", thread=thread("s1")))
    with connected(migrated_postgres) as connection:
        connection.execute("DELETE FROM procrastinate_jobs")
    desk = Desk(store)

    workers = WorkerPool(hall, desk.named("one"), ("http",))
    workers.take_over(())
    await workers.start()
    await desk.until(lambda: desk.by.total() == 1)
    await workers.stop()


async def test_a_chore_is_done_once_for_all_workers(hall: WorkerSetup, store: Store):
    done = asyncio.Semaphore(0)

    async def do() -> None:
        done.release()

    many = [WorkerPool(hall, Desk(store).named("any"), ("http",)) for _ in range(3)]
    started = hall.elapsed()
    for workers in many:
        workers.take_over((Chore("tidy", 1, do),))
        await workers.start()
    for _ in range(5):
        await done.acquire()
    seconds = hall.elapsed() - started
    for workers in many:
        await workers.stop()

    # One of before the start, one for every second that began since; three workers apart do more.
    assert int(seconds) + 2 >= 5


async def test_events_of_other_processes_are_heard(
    migrated_postgres: str, cipher: Cipher, clock: FakeClock, hall: WorkerSetup, store: Store
):
    heard = asyncio.Queue[tuple[SessionId, TurnId]]()

    async def hear(session: SessionId, turn: TurnId) -> None:
        heard.put_nowait((session, turn))

    elsewhere = JobQueue(("http",), origin="another one")
    other = open_store(migrated_postgres, cipher, clock, RandomIds(), elsewhere)
    ears = EventListener(hall.url, JOBS.origin, {EVENTS: hear}, asyncio.sleep)
    ears.start()
    await until_listening(migrated_postgres)

    await store.inbox.accept(a_message("own", thread=thread("s1")))
    turn = await other.inbox.accept(a_message("theirs", thread=thread("s2")))

    assert await heard.get() == (thread("s2").session, turn)
    await ears.stop()
    await other.database.close()


async def test_what_workers_say_in_passing_is_heard_in_order_however_long(
    hall: WorkerSetup, migrated_postgres: str
):
    heard = asyncio.Queue[tuple[str, str]]()

    async def hear(session: str, words: str) -> None:
        heard.put_nowait((session, words))

    ears = EventListener(hall.url, "the doors", {TOLD: hear}, asyncio.sleep)
    ears.start()
    await until_listening(migrated_postgres, TOLD)
    relay = Publisher(hall.database, JOBS)
    said = ["short", 'a long one, “é\\"”\n' * 2_000, "next", "x" * 40_000, "last"]

    for words in said:
        relay.send("s1", words)
    relay.send("s1", "too long " * 100_000)
    await relay.stop()

    assert [await heard.get() for _ in said] == [("s1", words) for words in said]
    assert heard.empty()
    await ears.stop()


def test_pieces_that_never_all_come_are_forgotten():
    def which(told: int, number: int) -> dict[str, JsonValue]:
        return {"of": str(told), "number": number, "count": 2}

    puzzle = ChunkAssembler()
    for number in range(MOST_UNFINISHED + 1):
        assert puzzle.whole([which(number, 0), '["s1", ']) is None

    assert puzzle.whole([which(MOST_UNFINISHED, 0), '["s1", ']) is None, "it came twice"
    assert puzzle.whole([which(0, 1), '"lost"]']) is None
    assert puzzle.whole([which(MOST_UNFINISHED, 1), '"kept"]']) == ["s1", "kept"]
    assert puzzle.whole(["s1", "whole"]) == ["s1", "whole"]

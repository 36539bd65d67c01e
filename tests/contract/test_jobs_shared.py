"""Whose job is next: everybody gets a turn before anybody gets a second one."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence

import psycopg
import pytest

from agents.kit.values.person import Person
from bot.core.ports.environment import Cipher
from bot.domain.messages import Thread
from bot.storage.turns.job_queue import JobQueue
from tests.contract.test_jobs import connected, fetched, finished
from tests.fakes.events import a_message
from tests.fakes.opened import Store, open_store
from tests.fakes.world import FakeClock, FakeIds

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(60), pytest.mark.proves("R12")]

JOBS = JobQueue(("http", "slack"))
ANN, BEN, CEM = (Person("http", "main", name) for name in ("ann", "ben", "cem"))


@pytest.fixture
async def store(migrated_postgres: str, cipher: Cipher, clock: FakeClock) -> AsyncIterator[Store]:
    store = open_store(migrated_postgres, cipher, clock, FakeIds(), JOBS)
    yield store
    await store.database.close()


@pytest.fixture
def worker(migrated_postgres: str) -> Iterator[psycopg.Connection]:
    with connected(migrated_postgres) as connection:
        yield connection


async def floods(store: Store, person: Person, threads: Sequence[int]) -> None:
    """Let somebody say something in each of many threads."""
    for number in threads:
        thread = Thread("http", "main", "all", f"{person.user}-{number}")
        event = f"{person.user} {number}"
        await store.inbox.accept(a_message(event, thread=thread, person=person))


def taken(worker: psycopg.Connection, most: int = 1_000) -> list[str]:
    """Take so many jobs, carry each out, and say whose thread it was, in order."""
    whose = list[str]()
    while len(whose) < most and (job := fetched(worker)) is not None:
        found = worker.execute("SELECT lock FROM procrastinate_jobs WHERE id = %s", [job])
        ((lock,),) = found.fetchall()
        whose.append(Thread.of(lock).thread.partition("-")[0])
        finished(worker, job)
    return whose


async def test_who_says_one_thing_waits_for_one_of_whoever_says_many(
    store: Store, worker: psycopg.Connection
):
    await floods(store, ANN, range(20))
    await floods(store, BEN, range(1))
    await floods(store, CEM, range(2))

    assert taken(worker) == ["ann", "ben", "cem", "ann", "cem", *["ann"] * 18]


async def test_who_comes_later_stands_beside_the_next_not_behind_all(
    store: Store, worker: psycopg.Connection
):
    await floods(store, ANN, range(30))
    assert taken(worker, 10) == ["ann"] * 10

    await floods(store, BEN, range(20))

    shared = taken(worker)
    assert Counter(shared[:40]) == {"ann": 20, "ben": 20}
    assert all(set(shared[place : place + 2]) == {"ann", "ben"} for place in range(0, 40, 2))


async def test_who_says_many_gets_on_however_many_others_come(
    store: Store, worker: psycopg.Connection
):
    """Nobody starves: one job of theirs is carried out for each of somebody else's."""
    await floods(store, ANN, range(10))
    whose = list[str]()

    for number in range(10):
        await floods(store, BEN, [number])
        whose += taken(worker, 2)

    assert Counter(whose) == {"ann": 10, "ben": 10}


async def test_a_session_that_is_worked_on_is_not_the_next(
    store: Store, worker: psycopg.Connection
):
    """Its waiting job would keep its old place, and all who come later would go before others."""
    await floods(store, CEM, [0])
    running = fetched(worker)
    await store.inbox.accept(
        a_message("more", thread=Thread("http", "main", "all", "cem-0"), person=CEM)
    )
    await floods(store, ANN, range(10))
    assert taken(worker, 5) == ["ann"] * 5

    await floods(store, BEN, [0])

    assert taken(worker, 2) == ["ann", "ben"]
    finished(worker, running)
    assert taken(worker) == ["cem", *["ann"] * 4]


async def test_platforms_do_not_count_for_one_another(store: Store, worker: psycopg.Connection):
    """Each has workers of its own."""
    await floods(store, ANN, range(5))
    there = Thread("slack", "T1", "C1", "1")
    await store.inbox.accept(a_message("1", thread=there, person=Person("slack", "T1", "U1")))

    found = worker.execute(
        "SELECT priority FROM procrastinate_jobs WHERE queue_name = 'slack'"
    ).fetchall()
    assert found == [(0,)]

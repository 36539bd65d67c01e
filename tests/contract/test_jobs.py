"""Jobs on Postgres: they come with what makes work, one at most waits, and none goes unheard."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from importlib.resources import files

import psycopg
import pytest

from bot.core.ports.environment import Cipher
from bot.domain.ids import SessionId
from bot.domain.messages import Kind, Thread
from bot.domain.operations import TurnOperations
from bot.storage.databases.transactions import SqlTransaction
from bot.storage.maintenance import SqlMetrics
from bot.storage.migrations import MIGRATIONS
from bot.storage.turns.job_queue import (
    EVENTS,
    JobQueue,
    JobStatus,
    look_at_jobs,
    sessions_without_job,
)
from tests.fakes.events import a_message, the_ending
from tests.fakes.opened import Store, open_store
from tests.fakes.world import FakeClock, FakeIds

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(60), pytest.mark.proves("R4")]

HERE = Thread("http", "main", "ann", "s1")
CONSOLE = Thread("console", "main", "ann", "s1")
JOBS = JobQueue(("http",), origin="this one")
QUEUE = "procrastinate_queue_v1#http"
DEFERS_A_CHORE = """
    INSERT INTO procrastinate_jobs (queue_name, task_name, args)
    VALUES ('chores', 'frontdesk.sweep', '{"timestamp": 1}')"""


@pytest.fixture
async def store(migrated_postgres: str, cipher: Cipher, clock: FakeClock) -> AsyncIterator[Store]:
    store = open_store(migrated_postgres, cipher, clock, FakeIds(), JOBS)
    yield store
    await store.database.close()


@contextmanager
def connected(address: str, *, autocommit: bool = True) -> Iterator[psycopg.Connection]:
    with psycopg.connect(address, autocommit=autocommit) as connection:
        connection.execute("SET search_path TO public, procrastinate")
        connection.commit()
        yield connection


def jobs(address: str) -> list[tuple[str, str]]:
    """The lock and the state of each job."""
    with connected(address) as connection:
        found = connection.execute("SELECT lock, status FROM procrastinate_jobs ORDER BY id")
        return [(str(lock), str(status)) for lock, status in found]


def heard(connection: psycopg.Connection) -> list[psycopg.Notify]:
    return list(connection.notifies(timeout=0.3))


def fetched(connection: psycopg.Connection) -> int | None:
    """Take the next job as a worker would."""
    taken = connection.execute("SELECT id FROM procrastinate_fetch_job_v2(NULL, NULL)").fetchone()
    return taken[0] if taken else None


def finished(connection: psycopg.Connection, job: int | None) -> None:
    connection.execute("SELECT procrastinate_finish_job_v1(%s, 'succeeded', true)", [job])


async def test_a_job_waits_once_its_event_is_kept(migrated_postgres: str, store: Store):
    await store.inbox.accept(a_message("1", thread=HERE))

    assert jobs(migrated_postgres) == [(HERE.session, "todo")]


async def test_neither_is_there_if_the_transaction_fails(migrated_postgres: str, store: Store):
    def work(sql: SqlTransaction) -> None:
        JOBS.work(sql, HERE.session)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await store.database.write(work)

    assert jobs(migrated_postgres) == []


async def test_one_job_waits_for_all_events_of_a_session(migrated_postgres: str, store: Store):
    await asyncio.gather(*(store.inbox.accept(a_message(str(n), thread=HERE)) for n in range(20)))

    assert jobs(migrated_postgres) == [(HERE.session, "todo")]


async def test_another_waits_while_one_runs(migrated_postgres: str, store: Store):
    await store.inbox.accept(a_message("1", thread=HERE))
    with connected(migrated_postgres) as worker:
        fetched(worker)

    await store.inbox.accept(a_message("2", thread=HERE))

    assert jobs(migrated_postgres) == [(HERE.session, "doing"), (HERE.session, "todo")]


async def test_a_copy_makes_no_job(migrated_postgres: str, store: Store):
    await store.inbox.accept(a_message("1", thread=HERE))
    with connected(migrated_postgres) as worker:
        finished(worker, fetched(worker))

    await store.inbox.accept(a_message("1", thread=HERE))

    assert jobs(migrated_postgres) == []


async def test_a_console_is_no_work_for_workers(migrated_postgres: str, store: Store):
    await store.inbox.accept(a_message("1", thread=CONSOLE))

    assert jobs(migrated_postgres) == []


async def test_an_errand_comes_with_a_job_for_its_session(migrated_postgres: str, store: Store):
    there = Thread("http", "main", "ben", "s2")
    await store.inbox.accept(a_message("1", thread=HERE))
    beginning = await store.turns.begin(HERE.session)
    assert beginning is not None
    errand = a_message("2", thread=there, kind=Kind.ERRAND)

    await store.turns.commit(the_ending(beginning, besides=TurnOperations(errands=(errand,))))

    assert jobs(migrated_postgres) == [(HERE.session, "todo"), (there.session, "todo")]


async def test_no_worker_takes_the_job_before_the_event_can_be_seen(
    migrated_postgres: str, store: Store
):
    """Else it would find nothing, and the event would have no job."""
    await store.inbox.accept(a_message("1", thread=HERE))
    with connected(migrated_postgres) as worker:

        def work(sql: SqlTransaction) -> int | None:
            JOBS.work(sql, HERE.session)
            worker.execute(f'LISTEN "{QUEUE}"')
            return fetched(worker)

        assert await store.database.write(work) is None
        assert heard(worker), "whoever passed over it must look again"
        assert fetched(worker) is not None


async def test_a_lock_that_is_freed_wakes_whoever_waits_for_it(
    migrated_postgres: str, store: Store
):
    await store.inbox.accept(a_message("1", thread=HERE))
    with connected(migrated_postgres) as worker:
        first = fetched(worker)
        await store.inbox.accept(a_message("2", thread=HERE))
        assert fetched(worker) is None, "one at a time"
        worker.execute(f'LISTEN "{QUEUE}"')

        finished(worker, first)

        (rung,) = heard(worker)
        assert json.loads(rung.payload) == {"type": "job_inserted", "job_id": fetched(worker)}


async def test_a_lock_nobody_waits_for_wakes_nobody(migrated_postgres: str, store: Store):
    await store.inbox.accept(a_message("1", thread=HERE))
    with connected(migrated_postgres) as worker:
        job = fetched(worker)
        worker.execute(f'LISTEN "{QUEUE}"')

        finished(worker, job)

        assert heard(worker) == []


async def test_processes_are_told_which_event_came_in(migrated_postgres: str, store: Store):
    with connected(migrated_postgres) as other:
        other.execute(f"LISTEN {EVENTS}")

        turn = await store.inbox.accept(a_message("1", thread=HERE))

        (told,) = heard(other)
        assert json.loads(told.payload) == ["this one", HERE.session, turn]


async def test_an_event_is_read_until_its_turn_has_ended(store: Store):
    event = a_message("1", thread=HERE)
    turn = await store.inbox.accept(event)
    assert turn is not None

    assert await store.inbox.waiting_event(turn) == event


async def test_sessions_that_lost_their_job_are_found(migrated_postgres: str, store: Store):
    await store.inbox.accept(a_message("1", thread=HERE))
    assert await sessions_without_job(store.database, JOBS.platforms) == []
    with connected(migrated_postgres) as connection:
        connection.execute("DELETE FROM procrastinate_jobs")
    await store.inbox.accept(a_message("2", thread=CONSOLE))

    found = await sessions_without_job(store.database, JOBS.platforms)

    assert found == [SessionId(HERE.session)]


async def test_workers_live_that_gave_a_sign_lately(migrated_postgres: str, store: Store):
    await store.inbox.accept(a_message("1", thread=HERE))
    with connected(migrated_postgres) as connection:
        connection.execute("INSERT INTO procrastinate_workers DEFAULT VALUES")
        alive = await look_at_jobs(store.database)
        connection.execute(
            "UPDATE procrastinate_workers SET last_heartbeat = now() - interval '1 minute'"
        )

        assert alive == JobStatus(has_tables=True, has_workers=True, waiting=1)
        assert await look_at_jobs(store.database) == JobStatus(has_tables=True, waiting=1)


async def test_jobs_are_counted_that_wait_for_a_worker_and_for_nothing_else(
    migrated_postgres: str, store: Store
):
    """A session that is being worked on and gets more work needs no worker more."""
    counted = SqlMetrics(store.database)
    assert (await counted.figures()).jobs == 0
    for name in ("s1", "s2"):
        thread = Thread("http", "main", "ann", name)
        await store.inbox.accept(a_message(f"1 in {name}", thread=thread))
    both = await counted.figures()
    with connected(migrated_postgres) as worker:
        worker.execute(DEFERS_A_CHORE)
        fetched(worker)
        await store.inbox.accept(a_message("2 in s1", thread=HERE))

        one = await counted.figures()
        fetched(worker)
        fetched(worker)
        none = await counted.figures()

    assert (both.waiting, both.jobs) == (2, 2)
    assert (one.waiting, one.jobs) == (3, 1)
    assert (none.waiting, none.jobs) == (3, 0)
    assert both.jobs_since is not None
    assert none.jobs_since is None


async def test_tables_that_are_missing_are_noticed(migrated_postgres: str, store: Store):
    with connected(migrated_postgres) as connection:
        connection.execute("DROP SCHEMA procrastinate CASCADE")

    assert await look_at_jobs(store.database) == JobStatus(has_tables=False)


def test_the_tables_are_those_of_the_package():
    """If not: write a migration that runs the package's own ones, and keep the text in step."""
    ours = (MIGRATIONS / "procrastinate_3.10.sql").read_text(encoding="utf-8")

    assert ours == files("procrastinate.sql").joinpath("schema.sql").read_text(encoding="utf-8")

"""Sessions that are woken for workers: a job is deferred for each that none waits for."""

from collections.abc import AsyncIterator
from time import monotonic

import pytest

from bot.core.ports.environment import Cipher
from bot.domain.messages import Thread
from bot.engine.workers.worker_pool import JobDispatcher, WorkerSetup
from bot.storage.databases.transactions import database_url
from bot.storage.turns.job_queue import PLAN_ANEW, WITHOUT_WAITING, WORK, JobQueue
from tests.contract.counting import CountingDatabase
from tests.contract.test_jobs import connected, jobs
from tests.fakes.events import a_message
from tests.fakes.opened import Store, open_store
from tests.fakes.world import FakeClock, FakeIds

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(60), pytest.mark.proves("R13")]

JOBS = JobQueue(("http",), origin="this one")


def thread(name: str) -> Thread:
    return Thread("http", "main", "ann", name)


@pytest.fixture
async def store(migrated_postgres: str, cipher: Cipher, clock: FakeClock) -> AsyncIterator[Store]:
    store = open_store(migrated_postgres, cipher, clock, FakeIds(), JOBS)
    yield store
    await store.database.close()


@pytest.fixture
def database(store: Store) -> CountingDatabase:
    return CountingDatabase(store.database)


@pytest.fixture
def doors(migrated_postgres: str, database: CountingDatabase) -> JobDispatcher:
    return JobDispatcher(WorkerSetup(database_url(migrated_postgres), database, JOBS, monotonic))


async def test_a_session_that_is_woken_gets_a_job(migrated_postgres: str, doors: JobDispatcher):
    doors.wake(thread("s1").session)
    doors.wake(thread("s2").session)
    await doors.stop()

    waiting = {(thread("s1").session, "todo"), (thread("s2").session, "todo")}
    assert set(jobs(migrated_postgres)) == waiting


async def test_one_look_tells_which_of_many_sessions_have_a_job_that_waits(
    migrated_postgres: str, doors: JobDispatcher, store: Store, database: CountingDatabase
):
    waiting = [thread(f"s{n}") for n in range(50)]
    for n, one in enumerate(waiting):
        await store.inbox.accept(a_message(str(n), thread=one))
    without = thread("without")

    for one in (*waiting, without):
        doors.wake(one.session)
    await doors.stop()

    assert [asked.text for asked in database.asked] == [PLAN_ANEW, WITHOUT_WAITING, WORK]
    assert len(jobs(migrated_postgres)) == 51
    assert jobs(migrated_postgres)[-1] == (without.session, "todo")


async def test_a_session_that_is_being_worked_on_gets_another_job(
    migrated_postgres: str, doors: JobDispatcher, store: Store
):
    await store.inbox.accept(a_message("1", thread=thread("s1")))
    with connected(migrated_postgres) as connection:
        connection.execute("UPDATE procrastinate_jobs SET status = 'doing'")

    doors.wake(thread("s1").session)
    await doors.stop()

    assert [status for _, status in jobs(migrated_postgres)] == ["doing", "todo"]

"""Signs of life: whoever gave none for long enough is dead, unless nobody could."""

import asyncio
from collections.abc import Iterable, Iterator

import psycopg
import pytest
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job
from procrastinate.manager import JobManager

from bot.domain.messages import Thread
from bot.engine.workers.heartbeat import HANGS_AFTER_SECONDS, Heart
from bot.engine.workers.job_retries import RetryingJobs
from bot.engine.workers.leases import DEAD_AFTER_SECONDS, Liveness
from bot.storage.databases.transactions import database_url
from bot.storage.turns.job_queue import JobQueue
from tests.contract.test_jobs import connected, jobs
from tests.contract.test_postgres import cut_all
from tests.fakes.events import a_message
from tests.fakes.opened import Store
from tests.fakes.world import FakeClock

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(60), pytest.mark.proves("R13")]

JOBS = JobQueue(("http",))
HERE = Thread("http", "main", "ann", "s1")
DOING, TODO = [(HERE.session, "doing")], [(HERE.session, "todo")]


async def time_goes_by(liveness: Liveness, clock: FakeClock) -> None:
    """Look as often as it takes until whoever is silent is dead."""
    for _ in range(9):
        clock.pass_time(seconds=1.0)
        await liveness.look()


@pytest.fixture
def liveness(manager: RetryingJobs, jobs_store: Store, clock: FakeClock) -> Liveness:
    return Liveness(manager, JOBS, jobs_store.database, clock.elapsed, lambda: None)


@pytest.fixture
async def dead(manager: RetryingJobs, jobs_store: Store, migrated_postgres: str) -> int:
    """A worker that took a job and was heard of last a minute ago."""
    await jobs_store.inbox.accept(a_message("1", thread=HERE))
    worker = await manager.register_worker()
    assert await manager.fetch_job(["http"], worker) is not None
    made_silent(migrated_postgres)
    return worker


@pytest.fixture
def heart(dead: int, migrated_postgres: str, clock: FakeClock) -> Iterator[Heart]:
    heart = Heart(database_url(migrated_postgres), lambda: {dead}, clock.elapsed)
    yield heart
    heart.close()


def made_silent(address: str) -> None:
    """Let all workers have given their last sign of life a minute ago."""
    with connected(address) as connection:
        connection.execute(
            "UPDATE procrastinate_workers SET last_heartbeat = now() - interval '1 minute'"
        )


@pytest.mark.usefixtures("dead")
async def test_the_job_of_a_dead_worker_is_given_out_again(
    liveness: Liveness, clock: FakeClock, migrated_postgres: str
):
    await time_goes_by(liveness, clock)

    assert jobs(migrated_postgres) == TODO


@pytest.mark.usefixtures("dead")
async def test_it_is_given_out_once_also_if_one_waits_already(
    liveness: Liveness, clock: FakeClock, jobs_store: Store, migrated_postgres: str
):
    await jobs_store.inbox.accept(a_message("2", thread=HERE))

    await time_goes_by(liveness, clock)

    assert jobs(migrated_postgres) == TODO


async def found_each_second(liveness: Liveness, clock: FakeClock, address: str) -> list[object]:
    """Look once a second, and what became of the job after each look."""
    found = list[object]()
    for _second in range(8):
        await liveness.look()
        found.append(jobs(address))
        clock.pass_time(seconds=1.0)
    return found


@pytest.mark.usefixtures("dead")
async def test_whoever_comes_where_others_live_judges_once_a_sign_of_life_is_overdue(
    liveness: Liveness, clock: FakeClock, manager: RetryingJobs, migrated_postgres: str
):
    await JobManager(manager.connector).register_worker()  # of another process, and alive
    clock.pass_time(seconds=60)  # however late it begins to look

    found = await found_each_second(liveness, clock, migrated_postgres)

    assert found == [DOING] * 4 + [TODO] * 4


@pytest.mark.usefixtures("dead")
async def test_whoever_comes_where_nobody_else_lives_waits_as_after_an_outage(
    liveness: Liveness, clock: FakeClock, migrated_postgres: str
):
    found = await found_each_second(liveness, clock, migrated_postgres)

    assert found == [DOING] * 7 + [TODO]


@pytest.mark.usefixtures("dead")
async def test_nobody_is_judged_by_a_look_that_hung(
    manager: RetryingJobs,
    liveness: Liveness,
    clock: FakeClock,
    migrated_postgres: str,
    monkeypatch: pytest.MonkeyPatch,
):
    """As long as a database is frozen nobody can give a sign of life."""
    stalled = manager.get_stalled_jobs

    async def hangs(*, seconds_since_heartbeat: float) -> Iterable[Job]:
        clock.pass_time(seconds=8.0)
        return await stalled(seconds_since_heartbeat=seconds_since_heartbeat)

    async def nobody(**_how: float) -> Iterable[Job]:
        return ()

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(manager, "get_stalled_jobs", nobody)
        await time_goes_by(liveness, clock)
        meanwhile.setattr(manager, "get_stalled_jobs", hangs)
        await liveness.look()

    assert jobs(migrated_postgres) == DOING


@pytest.mark.usefixtures("dead")
async def test_nobody_is_judged_by_whoever_was_frozen(
    liveness: Liveness, clock: FakeClock, migrated_postgres: str
):
    clock.pass_time(seconds=10 * DEAD_AFTER_SECONDS)

    await liveness.look()

    assert jobs(migrated_postgres) == DOING


@pytest.mark.usefixtures("dead")
async def test_nobody_is_judged_right_after_an_outage(
    manager: RetryingJobs,
    liveness: Liveness,
    clock: FakeClock,
    migrated_postgres: str,
    monkeypatch: pytest.MonkeyPatch,
):
    """One look fails after two seconds; judging begins six seconds after that, not before."""
    seconds, found = 0, dict[int, object]()

    async def pause(_seconds: float) -> None:
        nonlocal seconds
        found[seconds] = jobs(migrated_postgres)
        if seconds == 9:
            raise asyncio.CancelledError
        seconds += 1
        clock.pass_time(seconds=1.0)
        if seconds == 2:
            monkeypatch.setattr(manager, "get_stalled_jobs", away)
        else:
            monkeypatch.undo()

    async def away(**_how: float) -> None:
        raise ConnectorException

    with pytest.raises(asyncio.CancelledError):
        await liveness.keep_looking(pause)

    assert found == dict.fromkeys(range(9), DOING) | {9: TODO}


async def test_a_worker_whose_heart_beats_keeps_its_job(
    dead: int, liveness: Liveness, clock: FakeClock, heart: Heart, migrated_postgres: str
):
    heart.beat()

    await time_goes_by(liveness, clock)

    assert jobs(migrated_postgres) == DOING


async def test_the_heart_of_a_loop_that_hangs_stops(
    dead: int, liveness: Liveness, clock: FakeClock, heart: Heart, migrated_postgres: str
):
    clock.pass_time(seconds=HANGS_AFTER_SECONDS + 1)
    heart.beat()

    await time_goes_by(liveness, clock)

    assert jobs(migrated_postgres) == TODO


async def test_a_heart_beats_again_after_its_connection_was_cut(
    dead: int, liveness: Liveness, clock: FakeClock, heart: Heart, migrated_postgres: str
):
    heart.beat()
    await asyncio.to_thread(cut_all, migrated_postgres)
    with pytest.raises(psycopg.OperationalError):
        heart.beat()
    made_silent(migrated_postgres)

    heart.beat()
    await time_goes_by(liveness, clock)

    assert jobs(migrated_postgres) == DOING

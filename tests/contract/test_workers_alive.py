"""Signs of life: whoever gave none for long enough is dead, unless nobody could."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any

import psycopg
import pytest
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job, Status
from procrastinate.manager import JobManager

from bot.core.ports import Cipher
from bot.domain.messages import Thread
from bot.engine.workers.connecting import connector
from bot.engine.workers.heart import HANGS_AFTER_SECONDS, Heart
from bot.engine.workers.liveness import DEAD_AFTER_SECONDS, Liveness
from bot.engine.workers.patient_jobs import PatientJobs
from bot.engine.world import RandomIds
from bot.storage.jobs import Jobs
from bot.storage.store import Store, open_store
from bot.storage.urls import database_url
from tests.contract.test_jobs import connected, jobs
from tests.contract.test_postgres import cut_all
from tests.fakes.events import a_message
from tests.fakes.world import FakeClock, FakeIds

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(60), pytest.mark.proves("R13")]

JOBS = Jobs(("http",))
HERE = Thread("http", "main", "ann", "s1")
NOTES_HOW_JOBS_ARE_KEPT = """
    CREATE TABLE kept (kept TEXT, status TEXT);
    CREATE FUNCTION note_kept() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO kept VALUES (current_setting('synchronous_commit'), NEW.status);
        RETURN NULL;
    END; $$;
    CREATE TRIGGER note_kept AFTER UPDATE ON procrastinate_jobs
    FOR EACH ROW EXECUTE FUNCTION note_kept()"""
DOING, TODO = [(HERE.session, "doing")], [(HERE.session, "todo")]


@pytest.fixture
async def store(migrated_postgres: str, cipher: Cipher, clock: FakeClock) -> AsyncIterator[Store]:
    store = open_store(migrated_postgres, cipher, clock, FakeIds(), JOBS)
    yield store
    await store.database.close()


async def time_goes_by(liveness: Liveness, clock: FakeClock) -> None:
    """Look as often as it takes until whoever is silent is dead."""
    for _ in range(9):
        clock.pass_time(seconds=1.0)
        await liveness.look()


@pytest.fixture
async def manager(migrated_postgres: str) -> AsyncIterator[PatientJobs]:
    pool = connector(database_url(migrated_postgres))
    await pool.open_async()
    yield PatientJobs(pool, asyncio.sleep)
    await pool.close_async()


@pytest.fixture
def liveness(manager: PatientJobs, store: Store, clock: FakeClock) -> Liveness:
    return Liveness(manager, JOBS, store.database, clock.elapsed, lambda: None)


@pytest.fixture
async def dead(manager: PatientJobs, store: Store, migrated_postgres: str) -> int:
    """A worker that took a job and was heard of last a minute ago."""
    await store.inbox.accept(a_message("1", thread=HERE))
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
    liveness: Liveness, clock: FakeClock, store: Store, migrated_postgres: str
):
    await store.inbox.accept(a_message("2", thread=HERE))

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
    liveness: Liveness, clock: FakeClock, manager: PatientJobs, migrated_postgres: str
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
    manager: PatientJobs,
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
    manager: PatientJobs,
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


async def test_a_job_that_was_taken_over_is_finished_by_nobody_else(
    manager: PatientJobs, migrated_postgres: str, store: Store
):
    await store.inbox.accept(a_message("1", thread=HERE))
    job = await manager.fetch_job(["http"], await manager.register_worker())
    assert job is not None
    with connected(migrated_postgres) as connection:
        connection.execute("DELETE FROM procrastinate_jobs")

    await manager.finish_job(job, Status.SUCCEEDED, delete_job=True)

    assert jobs(migrated_postgres) == []


async def test_a_worker_frozen_while_it_takes_a_job_holds_it_for_seconds_only(
    manager: PatientJobs, migrated_postgres: str, store: Store
):
    pool = connector(database_url(migrated_postgres))
    await pool.open_async()
    await store.inbox.accept(a_message("1", thread=HERE))
    async with pool.pool.connection() as frozen:
        await frozen.execute("BEGIN; SELECT 1 FROM procrastinate_jobs FOR UPDATE")
        worker = await manager.register_worker()
        assert await manager.fetch_job(["http"], worker) is None

        while await manager.fetch_job(["http"], worker) is None:
            pass
        with pytest.raises(psycopg.errors.IdleInTransactionSessionTimeout):
            await frozen.execute("SELECT 1")
    await pool.close_async()


async def test_a_job_is_taken_by_one_statement_that_no_disk_holds_up(
    manager: PatientJobs, migrated_postgres: str, store: Store
):
    """A worker that freezes meanwhile holds nothing; what its turn writes first keeps it."""
    await store.inbox.accept(a_message("1", thread=HERE))
    worker = await manager.register_worker()
    with connected(migrated_postgres) as connection:
        connection.execute(NOTES_HOW_JOBS_ARE_KEPT)

    assert await manager.fetch_job(["http"], worker) is not None
    with connected(migrated_postgres) as connection:
        noted = connection.execute("SELECT kept, status FROM kept ORDER BY status").fetchall()

    assert noted == [("off", "doing")]
    assert jobs(migrated_postgres) == DOING


async def test_a_job_that_comes_while_a_worker_looks_is_taken(
    manager: PatientJobs, store: Store, monkeypatch: pytest.MonkeyPatch
):
    heard, look = asyncio.Event(), manager.connector.execute_query_one_async

    async def hear(**_what: object) -> None:
        heard.set()

    async def looks_too_early(**how: Any) -> dict[str, Any]:
        found = await look(**how)
        while not heard.is_set():  # it may have to begin to listen first
            await store.inbox.accept(a_message(RandomIds().new(), thread=HERE))
        return found

    worker = await manager.register_worker()
    monkeypatch.setattr(manager.connector, "execute_query_one_async", looks_too_early)
    listening = asyncio.create_task(manager.listen_for_jobs(on_notification=hear, queues=["http"]))

    assert await manager.fetch_job(["http"], worker) is not None
    listening.cancel()


async def test_whoever_ends_a_job_looks_for_another(manager: PatientJobs, store: Store):
    """One that was deferred in the same moment was told of too early to be taken."""
    rung = list[object]()

    async def hear(**what: object) -> None:
        rung.append(what["notification"])

    listening = asyncio.create_task(manager.listen_for_jobs(on_notification=hear, queues=["http"]))
    await asyncio.sleep(0)
    await store.inbox.accept(a_message("1", thread=HERE))
    job = await manager.fetch_job(["http"], await manager.register_worker())
    assert job is not None
    rung.clear()

    await manager.finish_job(job, Status.SUCCEEDED, delete_job=True)

    assert {"type": "job_inserted", "job_id": 0} in rung
    listening.cancel()

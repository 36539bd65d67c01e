"""How workers take jobs and end them: each once, and with nothing held that a frozen one keeps."""

import asyncio
from typing import Any

import psycopg
import pytest
from procrastinate.jobs import Status

from bot.bootstrap.ports import RandomIds
from bot.engine.workers.connection_pool import connector
from bot.engine.workers.job_retries import RetryingJobs
from bot.storage.databases.transactions import database_url
from tests.contract.test_jobs import connected, jobs
from tests.contract.test_workers_alive import DOING, HERE
from tests.fakes.events import a_message
from tests.fakes.opened import Store

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(60), pytest.mark.proves("R13")]

NOTES_HOW_JOBS_ARE_KEPT = """
    CREATE TABLE kept (kept TEXT, status TEXT);
    CREATE FUNCTION note_kept() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO kept VALUES (current_setting('synchronous_commit'), NEW.status);
        RETURN NULL;
    END; $$;
    CREATE TRIGGER note_kept AFTER UPDATE ON procrastinate_jobs
    FOR EACH ROW EXECUTE FUNCTION note_kept()"""


async def test_a_job_that_was_taken_over_is_finished_by_nobody_else(
    manager: RetryingJobs, migrated_postgres: str, jobs_store: Store
):
    await jobs_store.inbox.accept(a_message("1", thread=HERE))
    job = await manager.fetch_job(["http"], await manager.register_worker())
    assert job is not None
    with connected(migrated_postgres) as connection:
        connection.execute("DELETE FROM procrastinate_jobs")

    await manager.finish_job(job, Status.SUCCEEDED, delete_job=True)

    assert jobs(migrated_postgres) == []


async def test_a_worker_frozen_while_it_takes_a_job_holds_it_for_seconds_only(
    manager: RetryingJobs, migrated_postgres: str, jobs_store: Store
):
    pool = connector(database_url(migrated_postgres))
    await pool.open_async()
    await jobs_store.inbox.accept(a_message("1", thread=HERE))
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
    manager: RetryingJobs, migrated_postgres: str, jobs_store: Store
):
    """A worker that freezes meanwhile holds nothing; what its turn writes first keeps it."""
    await jobs_store.inbox.accept(a_message("1", thread=HERE))
    worker = await manager.register_worker()
    with connected(migrated_postgres) as connection:
        connection.execute(NOTES_HOW_JOBS_ARE_KEPT)

    assert await manager.fetch_job(["http"], worker) is not None
    with connected(migrated_postgres) as connection:
        noted = connection.execute("SELECT kept, status FROM kept ORDER BY status").fetchall()

    assert noted == [("off", "doing")]
    assert jobs(migrated_postgres) == DOING


async def test_a_job_that_comes_while_a_worker_looks_is_taken(
    manager: RetryingJobs, jobs_store: Store, monkeypatch: pytest.MonkeyPatch
):
    heard, look = asyncio.Event(), manager.connector.execute_query_one_async

    async def hear(**_what: object) -> None:
        heard.set()

    async def looks_too_early(**how: Any) -> dict[str, Any]:
        found = await look(**how)
        while not heard.is_set():  # it may have to begin to listen first
            await jobs_store.inbox.accept(a_message(RandomIds().new(), thread=HERE))
        return found

    worker = await manager.register_worker()
    monkeypatch.setattr(manager.connector, "execute_query_one_async", looks_too_early)
    listening = asyncio.create_task(manager.listen_for_jobs(on_notification=hear, queues=["http"]))

    assert await manager.fetch_job(["http"], worker) is not None
    listening.cancel()


async def test_whoever_ends_a_job_looks_for_another(manager: RetryingJobs, jobs_store: Store):
    """One that was deferred in the same moment was told of too early to be taken."""
    rung = list[object]()

    async def hear(**what: object) -> None:
        rung.append(what["notification"])

    listening = asyncio.create_task(manager.listen_for_jobs(on_notification=hear, queues=["http"]))
    await asyncio.sleep(0)
    await jobs_store.inbox.accept(a_message("1", thread=HERE))
    job = await manager.fetch_job(["http"], await manager.register_worker())
    assert job is not None
    rung.clear()

    await manager.finish_job(job, Status.SUCCEEDED, delete_job=True)

    assert {"type": "job_inserted", "job_id": 0} in rung
    listening.cancel()

"""What is asked about jobs again and again costs no more for each where thousands wait.

The statements are used first while the tables are empty, as they are after a quiet night; what
was planned then must not be what is done once thousands wait.
"""

from typing import Any

import psycopg
import pytest

from bot.engine.workers.job_retries import FETCH
from bot.storage.databases.postgres import for_postgres
from bot.storage.turns.job_queue import PLAN_ANEW, WITHOUT_JOB, WITHOUT_WAITING, WORK
from tests.contract.test_jobs import connected

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(60)]

MANY, RUNNING = 2_000, 50
OFTEN = 12  # more uses than the driver and the server need to keep a plan
FEW = 10  # blocks; an index is a few deep, and read from end to end it has one for each 200

FILL_IN = """
    INSERT INTO procrastinate_jobs (queue_name, task_name, lock, queueing_lock, args)
    SELECT 'http', 'any', 'http/main/ann/' || n, 'http/main/ann/' || n, '{}'
    FROM generate_series(1, %(many)s) AS n"""
BEGIN = """
    UPDATE procrastinate_jobs SET status = 'doing' WHERE id IN (
        SELECT id FROM procrastinate_jobs ORDER BY id LIMIT %(running)s)"""
MORE_TO_COME = """
    INSERT INTO procrastinate_jobs (queue_name, task_name, lock, queueing_lock, args, priority)
    SELECT queue_name, task_name, lock, lock, args, 1 FROM procrastinate_jobs
    WHERE status = 'doing'"""
MESSAGES = """
    INSERT INTO inbox (id, dedupe, session, person, body, received_at, status, attempts, reason,
        kind, message)
    SELECT n, n, 'http/main/ann/' || n, 'ann', '', '2026', 'waiting', 0, '', 'message', ''
    FROM generate_series(1, %(many)s) AS n"""
END = ("DELETE FROM procrastinate_jobs", "DELETE FROM inbox")
LOOK_BACK = ("VACUUM ANALYZE procrastinate_jobs", "VACUUM ANALYZE inbox")

ASKED: dict[str, tuple[str, dict[str, Any], int]] = {
    "the next job": (FETCH, {"queues": ["http"], "worker_id": None}, FEW * 2 * RUNNING),
    "where a new job is to stand": (
        for_postgres(WORK).text,
        {"session": "http/main/ann/new", "queue": "http", "person": "ann", "task": "any"},
        FEW * 2 * RUNNING,
    ),
    "sessions without a job": (
        for_postgres(WITHOUT_JOB).text,
        {"platforms": ["http"]},
        FEW * MANY,
    ),
    "sessions that no job waits for": (
        for_postgres(WITHOUT_WAITING).text,
        {"sessions": [f"http/main/ann/{n}" for n in range(1, MANY + 1)]},
        FEW * MANY,
    ),
}

PLANNED_ANEW = {for_postgres(WITHOUT_JOB).text, for_postgres(WITHOUT_WAITING).text}


def fill_in(connection: psycopg.Connection) -> None:
    for statement in (FILL_IN, BEGIN, MORE_TO_COME, MESSAGES):
        connection.execute(statement, {"many": MANY, "running": RUNNING})


@pytest.fixture(params=["new", "quiet for long"])
def emptied(request: pytest.FixtureRequest, migrated_postgres: str) -> str:
    """A database in which nothing waits; one that is not new remembers that much did."""
    with connected(migrated_postgres) as connection:
        if request.param != "new":
            fill_in(connection)
            for statement in ("ANALYZE", *END, *LOOK_BACK):
                connection.execute(statement)
    return migrated_postgres


def ask(connection: psycopg.Connection, statement: str, values: dict[str, Any]) -> None:
    with connection.transaction():
        if statement in PLANNED_ANEW:
            connection.execute(PLAN_ANEW)
        connection.execute(statement, values)


def looked_at(connection: psycopg.Connection) -> int:
    """How many blocks of tables and indexes were looked at, all in all."""
    connection.execute("SELECT pg_stat_force_next_flush()")
    ((blocks,),) = connection.execute("""
        SELECT SUM(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)
        FROM pg_statio_user_tables WHERE relname IN ('procrastinate_jobs', 'inbox')""").fetchall()
    return int(blocks)


@pytest.mark.parametrize("what", ASKED)
def test_each_is_found_by_an_index(emptied: str, what: str):
    statement, values, most = ASKED[what]
    with connected(emptied) as worker, connected(emptied) as others:
        for _ in range(OFTEN):
            ask(worker, statement, values)
        fill_in(others)
        looked_at(others)
        before = looked_at(worker)

        ask(worker, statement, values)

        assert looked_at(worker) - before <= most

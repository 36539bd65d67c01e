"""Migrations run while people are at work: neither waits for the other for ever."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import psycopg
import pytest
from alembic import command
from alembic.config import Config

from bot.domain.errors import StoreAway
from bot.storage import migrate
from bot.storage.migrate import MIGRATIONS, exclusively, newest_revision, revision_of, upgrade
from bot.storage.urls import database_url

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(60), pytest.mark.proves("R21")]

FORMER = "0019"
JOBS = "procrastinate.procrastinate_jobs"
VERSION = "alembic_version"


@pytest.fixture
def former(postgres_address: str) -> str:
    """A database whose newest migration, which changes the table of jobs, is still to come."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with exclusively(database_url(postgres_address)) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, FORMER)
    return postgres_address


@contextmanager
def at_work(address: str) -> Iterator[psycopg.Connection]:
    """A worker in a transaction, which holds the table of jobs and outwaits a migration."""
    with psycopg.connect(address) as worker:
        worker.execute("SET deadlock_timeout = '1h'")
        worker.execute(f"LOCK TABLE {JOBS} IN ROW SHARE MODE")  # as `SELECT … FOR UPDATE` does
        yield worker


def wait_for_a_waiter(address: str) -> None:
    """Return once somebody waits for the table of jobs."""
    asked = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = %s::regclass"
    with psycopg.connect(address, autocommit=True) as looking:
        while looking.execute(asked, [JOBS]).fetchone() is None:
            pass


def wants_more(worker: psycopg.Connection, table: str, mode: str) -> None:
    """Take another lock, as whoever works does, and end the transaction."""
    worker.execute(f"LOCK TABLE {table} IN {mode} MODE")
    worker.commit()


def test_a_worker_that_wants_more_of_its_table_is_waited_for(
    former: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(migrate, "TRIES", 1)
    with ThreadPoolExecutor(1) as threads, at_work(former) as worker:
        upgrading = threads.submit(upgrade, former)
        wait_for_a_waiter(former)
        wants_more(worker, JOBS, "ROW EXCLUSIVE")

        upgrading.result()

    assert revision_of(database_url(former)) == newest_revision()


def test_a_deadlock_undoes_the_migration_and_it_runs_again(former: str):
    with ThreadPoolExecutor(1) as threads, at_work(former) as worker:
        upgrading = threads.submit(upgrade, former)
        wait_for_a_waiter(former)
        wants_more(worker, VERSION, "ACCESS EXCLUSIVE")

        upgrading.result()

    assert revision_of(database_url(former)) == newest_revision()


def test_deadlocks_without_end_are_told_and_nothing_was_done(
    former: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(migrate, "TRIES", 1)
    with ThreadPoolExecutor(1) as threads, at_work(former) as worker:
        upgrading = threads.submit(upgrade, former)
        wait_for_a_waiter(former)
        wants_more(worker, VERSION, "ACCESS EXCLUSIVE")

        with pytest.raises(StoreAway, match="deadlock"):
            upgrading.result()

    assert revision_of(database_url(former)) == FORMER

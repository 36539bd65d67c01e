"""Migrations run while people are at work: neither waits for the other for ever."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import psycopg
import pytest
from alembic import command
from alembic.config import Config

from bot.domain.errors import StoreAway
from bot.storage import migrations
from bot.storage.databases.transactions import database_url
from bot.storage.migrations import MIGRATIONS, exclusively, newest_revision, revision_of, upgrade

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
def upgraded_while(address: str, *, table: str, mode: str) -> Iterator[Future[None]]:
    """Upgrade while a worker holds the table of jobs; then the worker wants another lock."""
    with ThreadPoolExecutor(1) as threads, psycopg.connect(address) as worker:
        worker.execute("SET deadlock_timeout = '1h'")  # it is never the one that gives up
        worker.execute(f"LOCK TABLE {JOBS} IN ROW SHARE MODE")  # as `SELECT … FOR UPDATE` does
        upgrading = threads.submit(upgrade, address)
        wait_for_a_waiter(address)
        worker.execute(f"LOCK TABLE {table} IN {mode} MODE")
        worker.commit()
        yield upgrading


def wait_for_a_waiter(address: str) -> None:
    """Return once somebody waits for the table of jobs."""
    asked = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = %s::regclass"
    with psycopg.connect(address, autocommit=True) as looking:
        while looking.execute(asked, [JOBS]).fetchone() is None:
            pass


@pytest.fixture
def only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A migration is not tried again."""
    monkeypatch.setattr(migrations, "TRIES", 1)


@pytest.mark.usefixtures("only_once")
def test_a_worker_that_wants_more_of_its_table_is_waited_for(former: str):
    with upgraded_while(former, table=JOBS, mode="ROW EXCLUSIVE") as upgrading:
        upgrading.result()

    assert revision_of(database_url(former)) == newest_revision()


def test_a_deadlock_undoes_the_migration_and_it_runs_again(former: str):
    with upgraded_while(former, table=VERSION, mode="ACCESS EXCLUSIVE") as upgrading:
        upgrading.result()

    assert revision_of(database_url(former)) == newest_revision()


@pytest.mark.usefixtures("only_once")
def test_deadlocks_without_end_are_told_and_nothing_was_done(former: str):
    with (
        upgraded_while(former, table=VERSION, mode="ACCESS EXCLUSIVE") as upgrading,
        pytest.raises(StoreAway, match="deadlock"),
    ):
        upgrading.result()

    assert revision_of(database_url(former)) == FORMER

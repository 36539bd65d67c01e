"""Migrations bring every database to the same schema, whatever interrupts them."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import sqlalchemy
from alembic import command
from alembic.config import Config

from bot.domain.errors import StoreAway
from bot.storage import migrations
from bot.storage.databases.transactions import UnknownDatabase, database_url
from bot.storage.migrations import (
    MIGRATIONS,
    Schema,
    exclusively,
    newest_revision,
    revision_of,
    schema_of,
    upgrade,
)
from tests.contract.ledger import LEDGER

pytestmark = pytest.mark.timeout(60)

DIES_IN_THE_MIDDLE = """
import os, sys
from sqlalchemy import event
from sqlalchemy.engine import Engine
left = [int(sys.argv[2])]

def die(*_):
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), 9)

event.listen(Engine, "after_cursor_execute", die)
from bot.storage.migrations import upgrade
upgrade(sys.argv[1])
"""
UPGRADES = "import sys; from bot.storage.migrations import upgrade; upgrade(sys.argv[1])"


def schema(address: str) -> dict[str, list[str]]:
    """The columns and indexes of every table."""
    with connected(address) as connection:
        inspector = sqlalchemy.inspect(connection)
        return {
            table: sorted(
                [f"{column['name']} {column['type']}" for column in inspector.get_columns(table)]
                + [str(index["name"]) for index in inspector.get_indexes(table)]
            )
            for table in inspector.get_table_names()
        }


@contextmanager
def connected(address: str) -> Iterator[sqlalchemy.Connection]:
    with exclusively(database_url(address)) as connection:
        yield connection


def run(program: str, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", program, *arguments])  # noqa: S603 - our own


def test_the_tables_are_those_the_code_declares(address: str):
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with connected(address) as connection:
        config.attributes["connection"] = connection

        command.check(config)


def test_tables_of_agents_from_elsewhere_stay(address: str):
    upgrade(address)

    assert LEDGER.name in schema(address)


def test_the_way_down_and_up_again_ends_where_it_began(empty_address: str):
    upgrade(empty_address)
    before = schema(empty_address)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))

    with connected(empty_address) as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
        command.upgrade(config, "head")

    assert schema(empty_address) == before


def test_a_database_that_is_current_is_left_alone(
    empty_address: str, monkeypatch: pytest.MonkeyPatch
):
    upgrade(empty_address)
    monkeypatch.setattr(migrations, "_upgrade", None)

    upgrade(empty_address)

    assert revision_of(database_url(empty_address)) == newest_revision()


@pytest.mark.proves("R21")
def test_a_database_of_a_later_version_is_left_alone(empty_address: str):
    upgrade(empty_address)
    with connected(empty_address) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'later'")
    before = schema(empty_address)

    upgrade(empty_address)

    assert schema_of(empty_address) is Schema.LATER
    assert revision_of(database_url(empty_address)) == "later"
    assert schema(empty_address) == before


@pytest.mark.parametrize(
    "theirs",
    [
        ("CREATE TABLE users (id INTEGER)", "unknown"),
        ("CREATE TABLE users (id INTEGER)", "0003"),
        ("CREATE TABLE sessions (id INTEGER)", None),
    ],
    ids=["their_revision", "a_revision_as_ours", "a_name_of_ours"],
)
def test_a_database_of_another_application_is_refused(
    empty_address: str, theirs: tuple[str, str | None]
):
    made, revision = theirs
    with connected(empty_address) as connection:
        connection.exec_driver_sql(made)
        if revision is not None:
            connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32))")
            connection.exec_driver_sql(f"INSERT INTO alembic_version VALUES ('{revision}')")  # noqa: S608 - written above
    before = schema(empty_address)

    for attempt in (upgrade, schema_of):
        with pytest.raises(StoreAway, match="another application's tables are in it"):
            attempt(empty_address)

    assert schema(empty_address) == before


def test_tables_of_others_under_other_names_are_no_hindrance(empty_address: str):
    with connected(empty_address) as connection:
        connection.exec_driver_sql("CREATE TABLE users (id INTEGER)")

    upgrade(empty_address)

    assert schema_of(empty_address) is Schema.OURS


@pytest.mark.parametrize("statement", [3, 6, 11, 20])
def test_a_killed_migration_leaves_nothing_and_runs_again(empty_address: str, statement: int):
    killed = run(DIES_IN_THE_MIDDLE, empty_address, str(statement))
    assert killed.wait() == -9
    assert set(schema(empty_address)) == set()

    upgrade(empty_address)

    assert len(schema(empty_address)) > 10
    assert revision_of(database_url(empty_address)) == newest_revision()


def test_two_processes_may_migrate_at_once(empty_address: str):
    both = [run(UPGRADES, empty_address) for _ in range(2)]

    assert [process.wait() for process in both] == [0, 0]
    assert revision_of(database_url(empty_address)) == newest_revision()


@pytest.mark.parametrize(
    ("address", "driver"),
    [
        ("postgres://u:p@host/name", "postgresql+psycopg"),
        ("postgresql://u:p@host/name?sslmode=require", "postgresql+psycopg"),
        ("sqlite:///some.db", "sqlite"),
    ],
)
def test_addresses_are_read_as_people_write_them(address: str, driver: str):
    assert database_url(address).drivername == driver


@pytest.mark.parametrize("address", ["", "some.db", "mysql://u:p@host/name", "sqlite://"])
def test_what_is_no_address_is_refused_without_being_repeated(address: str):
    with pytest.raises(UnknownDatabase) as refused:
        database_url(address)

    assert "u:p" not in str(refused.value)

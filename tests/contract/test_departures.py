"""A workspace that left: everything of it is deleted in time, and nothing of anybody else."""

from datetime import timedelta

import pytest
import sqlalchemy
from sqlalchemy import Integer, Table

from agents.catalogue import AGENTS
from bot.core.ports.credentials import Install
from bot.core.ports.environment import Cipher
from bot.domain.messages import Thread
from bot.storage.accounts.installations import SqlInstallations
from bot.storage.databases.transactions import SqlDatabase, SqlTransaction, database_url
from bot.storage.memory.erasure import SqlDepartures
from bot.storage.migrations import exclusively
from bot.storage.tables.columns import holding_of
from bot.storage.tables.schema import TABLES, is_ours
from bot.storage.tables.statements import BATCH
from tests.contract.ledger import LEDGER
from tests.fakes.world import NOON

pytestmark = [pytest.mark.proves("R27"), pytest.mark.timeout(60)]

LATER = NOON + timedelta(days=1)
AGENTS_TABLES = {table.name for agent in AGENTS for table in agent.tables} | {LEDGER.name}
WORKSPACES = ("T1", "T10", "t1", "T1/x", "T1%", "T_", "T%")


@pytest.fixture
def departures(database: SqlDatabase) -> SqlDepartures:
    return SqlDepartures(database)


async def plant(database: SqlDatabase, workspace: str, count: int = 1) -> None:
    """Put rows of a workspace into every table that has any."""

    def _plant(sql: SqlTransaction) -> None:
        for table in TABLES:
            if table in tables():
                for number in range(count):
                    sql.connection.execute(table.insert(), row(table, workspace, number))

    await database.write(_plant)


def row(table: Table, workspace: str, number: int) -> dict[str, object]:
    thread = Thread("slack", workspace, "C1", f"{number}.0").session
    names = [column.name for column in table.columns if column.name != "seq"]
    values: dict[str, object] = {name: f"{name} of {thread}" for name in names}
    values |= {column.name: 1 for column in table.columns if isinstance(column.type, Integer)}
    values.pop("seq", None)
    values |= dict.fromkeys(holding_of(table).places[:1], thread)
    if table.name == "journal":
        values["turn"] = f"id of {thread}"
    return values


async def counts(database: SqlDatabase, workspace: str) -> dict[str, int]:
    """How many rows of each table speak of a workspace."""
    ours = f"slack/{Thread('', workspace, '', '').session.split('/')[1]}/C1/"

    def _count(sql: SqlTransaction) -> dict[str, int]:
        every = {table.name: sql.rows(f"SELECT * FROM {table.name}") for table in tables()}  # noqa: S608
        return {name: sum(ours in str(one) for one in rows) for name, rows in every.items()}

    return await database.read(_count)


def tables() -> list[Table]:
    return [table for table in TABLES if holding_of(table).places or table.name == "journal"]


async def test_everything_of_who_left_is_deleted_and_nothing_of_others(
    database: SqlDatabase, departures: SqlDepartures
):
    for workspace in WORKSPACES:
        await plant(database, workspace)
    before = {workspace: await counts(database, workspace) for workspace in WORKSPACES}
    await departures.leave("slack", "T1", NOON)

    assert await departures.purge(LATER) == len(tables())

    assert set((await counts(database, "T1")).values()) == {0}
    others = {name: await counts(database, name) for name in WORKSPACES if name != "T1"}
    assert others == {name: found for name, found in before.items() if name != "T1"}
    assert set(before["T10"].values()) == {1}


@pytest.mark.parametrize("workspace", WORKSPACES)
async def test_names_are_taken_as_they_are(
    database: SqlDatabase, departures: SqlDepartures, workspace: str
):
    for other in WORKSPACES:
        await plant(database, other)
    await departures.leave("slack", workspace, NOON)

    await departures.purge(LATER)

    left = {name: sum((await counts(database, name)).values()) for name in WORKSPACES}
    assert {name for name, count in left.items() if not count} == {workspace}


async def test_it_is_deleted_in_pieces(database: SqlDatabase, departures: SqlDepartures):
    await plant(database, "T1", BATCH + 1)
    await departures.leave("slack", "T1", NOON)

    assert await departures.purge(LATER) == len(tables()) * (BATCH + 1)
    assert set((await counts(database, "T1")).values()) == {0}


async def test_who_left_lately_is_left_alone(database: SqlDatabase, departures: SqlDepartures):
    await plant(database, "T1")
    await departures.leave("slack", "T1", NOON)

    assert await departures.purge(NOON) == 0
    assert set((await counts(database, "T1")).values()) == {1}


async def test_stragglers_are_deleted_too(database: SqlDatabase, departures: SqlDepartures):
    await departures.leave("slack", "T1", NOON)
    await plant(database, "T1")
    await departures.purge(LATER)
    await plant(database, "T1")

    purged = [await departures.purge(LATER) for _ in range(3)]

    assert purged == [len(tables()), 0, 0]


async def test_nothing_is_deleted_of_who_came_back(
    database: SqlDatabase, departures: SqlDepartures
):
    await plant(database, "T1")
    await departures.leave("slack", "T1", NOON)
    await departures.come_back("slack", "T1")

    assert await departures.purge(LATER) == 0


async def test_installing_again_is_coming_back(
    database: SqlDatabase, departures: SqlDepartures, cipher: Cipher
):
    installs = SqlInstallations(database, cipher)
    await plant(database, "T1")
    await installs.forget("slack", "T1", NOON)
    await installs.save(Install("T1", "UBOT", NOON, "xoxb-1"))

    assert await departures.purge(LATER) == 0


async def test_leaving_twice_does_not_put_it_off(database: SqlDatabase, departures: SqlDepartures):
    await plant(database, "T1")
    await departures.leave("slack", "T1", NOON)
    await departures.leave("slack", "T1", LATER)

    assert await departures.purge(NOON + timedelta(hours=1)) == len(tables())


def test_every_table_says_whose_its_rows_are(address: str):
    with exclusively(database_url(address)) as connection:
        there = set(sqlalchemy.inspect(connection).get_table_names())

    untold = {name for name in there if not is_ours(name)} - AGENTS_TABLES

    assert untold == set(), "declare it among the tables of the bot"
    assert {table.name for table in TABLES if not holding_of(table).places} == {
        "audit",  # ids and digests only, and a chain that would not hold without its links
        "audit_head",
        "departures",
        "journal",  # goes with the events of its turns
        "slack_installations",  # deleted when it is forgotten
        "tickets",  # of nobody
        "vectors",  # each goes with its line
    }
    for table in TABLES:
        assert {*holding_of(table).places, *holding_of(table).hidden} <= {*table.c.keys()}

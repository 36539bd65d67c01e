"""What every database promises about questions in SQL: what is found, and what is said."""

# ruff: noqa: E501 - a question reads best in one line

import sqlite3
from pathlib import Path

import pytest
from pydantic import JsonValue

from agents.kit import ToolFailed
from agents.kit.ports.sql import Found, Sql
from bot.storage.databases.transactions import database_url
from bot.storage.migrations import create_tables
from bot.tools.sql_limits import LONGEST, LONGEST_CELL, MOST_ROWS
from bot.tools.sql_sqlite import Questions
from tests.contract.conftest import ON_POSTGRES
from tests.contract.staff import ANA, PEOPLE, STAFF, TEAMS, VAULT, seed
from tests.fakes.opened import open_store
from tests.fakes.sql import MemorySql
from tests.fakes.store.agent_tables import MemoryRecords
from tests.fakes.world import FakeClock, FakeIds, ReversingCipher


async def filled(address: str) -> None:
    """Make the tables, with their rows."""
    create_tables(address, [PEOPLE, TEAMS, VAULT])
    store = open_store(address, ReversingCipher(), FakeClock(), FakeIds())
    await store.records.transact(seed)
    await store.database.close()


@pytest.fixture(params=["memory", "sqlite", ON_POSTGRES])
async def sql(request: pytest.FixtureRequest) -> Sql:
    if request.param == "memory":
        records = MemoryRecords()
        await records.transact(seed)
        return MemorySql(records)
    address: str = request.getfixturevalue(f"{request.param}_address")
    await filled(address)
    return Questions(database_url(address))


@pytest.mark.parametrize(
    ("question", "columns", "rows"),
    [
        ("SELECT name FROM people ORDER BY name", ("name",), ["Ana", "Bob", "Cleo", "Dee"]),
        ("select count(*) as n from people", ("n",), [4]),
        ("SELECT name FROM people WHERE team = 'Sales' AND age > 40;", ("name",), ["Ana"]),
        ("SELECT name FROM people WHERE lower(city) LIKE '%erl%' ORDER BY 1 DESC", ("name",), ["Cleo", "Ana"]),
        ("SELECT max(age) - min(age) AS span FROM people", ("span",), [31]),
        ("SELECT name FROM people WHERE age IN (35, 41) ORDER BY age", ("name",), ["Bob", "Ana"]),
        ("SELECT p.name FROM people p JOIN teams t ON t.name = p.team WHERE t.floor = 2", ("name",), ["Cleo"]),
        ("WITH big AS (SELECT team, count(*) AS n FROM people GROUP BY team) SELECT team FROM big WHERE n > 1", ("team",), ["Sales"]),
        ("SELECT team FROM people GROUP BY team HAVING count(*) = 2", ("team",), ["Sales"]),
        ("SELECT name FROM teams EXCEPT SELECT team FROM people WHERE active", ("name",), ["Legal"]),
        ("SELECT coalesce(max(name), 'nobody') AS who FROM people WHERE city = 'Rome'", ("who",), ["nobody"]),
        ("SELECT CASE WHEN age < 30 THEN 'young' ELSE 'old' END AS kind FROM people WHERE name = 'Cleo'", ("kind",), ["young"]),
        ("SELECT name || ' of ' || team AS who FROM people WHERE name = 'Ana'", ("who",), ["Ana of Sales"]),
        ("SELECT name FROM people WHERE since >= '2024-01-01'", ("name",), ["Cleo"]),
        ("SELECT name FROM (SELECT name, row_number() OVER (ORDER BY age) AS n FROM people) AS x WHERE n = 1", ("name",), ["Cleo"]),
        ("SELECT name FROM people WHERE EXISTS (SELECT 1 FROM teams WHERE floor = 9 AND name = team)", ("name",), ["Dee"]),
        ("SELECT round(avg(age)) AS n FROM people WHERE team = 'Sales'", ("n",), [38]),
        ("SELECT CAST(age AS text) AS t FROM people WHERE name = 'Bob'", ("t",), ["35"]),
        ("VALUES (1)", ("column1",), [1]),
    ],
)  # fmt: skip
async def test_a_question_is_answered_from_the_rows_one_may_see(
    sql: Sql, question: str, columns: tuple[str, ...], rows: list[JsonValue]
):
    found = await sql.ask(STAFF, ANA, question)

    assert found == Found(columns, tuple((value,) for value in rows))


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("SELECT surname FROM people", "surname"),
        ("SELEC name FROM people", "That is not a question to a database"),
        ("SELECT name FORM people", "The database says: .*(syntax error|no such column)"),
        ("SELECT * FROM employees", "There is no table “employees”"),
        ("SELECT upper(name, 1) FROM people", "The database says: .*upper"),
        ("", "That is not a question"),
        (f"SELECT '{'x' * LONGEST}'", "has at most 4000 characters"),
        ("SELECT 1\x00", "letters that are none"),
    ],
)
async def test_what_is_wrong_is_said_so_that_it_can_be_mended(sql: Sql, question: str, words: str):
    with pytest.raises(ToolFailed, match=words) as caught:
        await sql.ask(STAFF, ANA, question)

    assert "people(name, team, city, age, active, since), teams(name, floor)" in str(caught.value)


async def test_no_more_than_a_page_comes_back_and_no_more_than_a_line_of_each_value(sql: Sql):
    wide = "name || name || name || name || name || name || name || name"
    many = "SELECT a.name FROM people a, people b, people c, people d"
    longer = f"SELECT {wide.replace('name', repr('x' * 300))} AS x"

    cut = await sql.ask(STAFF, ANA, many)
    long = await sql.ask(STAFF, ANA, longer)

    assert (len(cut.rows), cut.is_cut) == (MOST_ROWS, True)
    assert len(str(long.rows[0][0])) == LONGEST_CELL + 1


async def test_a_database_that_is_not_there_is_said_in_words(tmp_path: Path):
    missing = Questions(database_url(f"sqlite:///{tmp_path / 'missing.db'}"))
    with pytest.raises(ToolFailed, match="staff cannot be opened"):
        await missing.ask(STAFF, ANA, "SELECT 1")

    sqlite3.connect(tmp_path / "empty.db").close()
    empty = Questions(database_url(f"sqlite:///{tmp_path / 'empty.db'}"))
    with pytest.raises(ToolFailed, match=r"There is no table|does not hold"):
        await empty.ask(STAFF, ANA, "SELECT name FROM people")

    away = Questions(database_url("postgres://u:p@127.0.0.1:9/none"))
    with pytest.raises(ToolFailed, match="staff cannot be reached"):
        await away.ask(STAFF, ANA, "SELECT 1")


async def test_a_database_may_lie_elsewhere(tmp_path: Path):
    address = f"sqlite:///{tmp_path / 'staff.db'}"
    await filled(address)
    own = database_url(f"sqlite:///{tmp_path / 'own.db'}")

    found = await Questions(own, {"staff": database_url(address)}).ask(
        STAFF, ANA, "SELECT count(*) FROM people"
    )

    assert found.rows == ((4,),)

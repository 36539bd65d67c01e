"""Agents' tables: the bot's own are out of reach, and columns declared later are added."""

from typing import Literal

import pytest
import sqlalchemy

from agents.catalogue import AGENTS
from agents.kit import Column, Row, Table
from agents.kit.values.errors import AuthorError
from bot.bootstrap.application import tables_of
from bot.storage.agent_schema import TablesUnfit
from bot.storage.agent_tables import declare
from bot.storage.databases.transactions import database_url
from bot.storage.migrations import create_tables, exclusively, look_at_tables, upgrade
from bot.storage.tables.schema import is_ours

Kind = Literal["text", "integer", "flag", "moment"]

KEY = Column("id", key=True)
FORMER = Table("visits", (KEY, Column("name")))
LATER = (
    Column("order", nullable=True),
    Column("minor", "integer", nullable=True, indexed=True),
    Column("open", "flag", nullable=True),
    Column("at", "moment", nullable=True),
    Column("badge", nullable=True, unique=True),
)
NOW = Table("visits", (*FORMER.columns, *LATER))


@pytest.fixture
def visits(empty_address: str) -> str:
    """A database in which somebody has visited."""
    create_tables(empty_address, [FORMER])
    with exclusively(database_url(empty_address)) as connection:
        connection.exec_driver_sql("INSERT INTO visits (id, name) VALUES ('1', 'Ana')")
    return empty_address


def rows(address: str) -> list[Row]:
    with exclusively(database_url(address)) as connection:
        found = connection.exec_driver_sql("SELECT * FROM visits ORDER BY id")
        return [dict(row) for row in found.mappings()]


def test_columns_declared_later_are_added_once_and_are_empty(visits: str):
    for _start in range(2):
        create_tables(visits, [NOW, NOW])

    empty = {column.name: None for column in LATER}
    assert rows(visits) == [{"id": "1", "name": "Ana", **empty}]


def test_what_was_asked_of_a_column_holds_for_one_that_is_added(visits: str):
    create_tables(visits, [NOW])

    with exclusively(database_url(visits)) as connection:
        inspector = sqlalchemy.inspect(connection)
        indexes = {
            tuple(i["column_names"]): bool(i["unique"]) for i in inspector.get_indexes("visits")
        }
    assert indexes == {("minor",): False, ("badge",): True}


@pytest.mark.parametrize("column", [Column("floor"), Column("floor", key=True, nullable=True)])
def test_a_column_that_may_not_be_empty_is_refused_in_words(visits: str, column: Column):
    wider = Table("visits", (*NOW.columns, column))
    refused = pytest.raises(TablesUnfit, match=r"visits\.floor\. .* declare them nullable=True")

    with refused:
        create_tables(visits, [wider])
    with refused:
        look_at_tables(visits, [wider])

    assert rows(visits) == [{"id": "1", "name": "Ana"}]
    look_at_tables(visits, [NOW, Table("not_yet", (KEY,))])


KINDS = ("text", "integer", "flag", "moment")
CHANGES = [(was, is_) for was in KINDS for is_ in KINDS if was != is_]
SAME_ON_SQLITE = {("moment", "text"), ("text", "moment"), ("integer", "flag")}


@pytest.mark.parametrize(("was", "is_"), CHANGES)
def test_a_column_of_another_kind_is_refused_in_words_and_nothing_is_lost(
    visits: str, was: Kind, is_: Kind
):
    create_tables(visits, [Table("stays", (KEY, Column("of", was, nullable=True)))])
    if visits.startswith("sqlite") and (was, is_) in SAME_ON_SQLITE:
        return
    before = rows(visits)
    changed = Table(
        "stays", (KEY, Column("of", is_, nullable=True), Column("more", nullable=True))
    )

    for change in (create_tables, look_at_tables):
        with pytest.raises(TablesUnfit, match=rf"stays\.of \(declared {is_}, but .* database\)"):
            change(visits, [changed])

    assert rows(visits) == before
    with exclusively(database_url(visits)) as connection:
        columns = sqlalchemy.inspect(connection).get_columns("stays")
    assert [column["name"] for column in columns] == ["id", "of"]


def test_all_that_is_wrong_is_told_at_once(visits: str):
    odd = Table("visits", (KEY, Column("name", "integer"), Column("floor")))

    with pytest.raises(TablesUnfit) as refused:
        create_tables(visits, [odd])

    assert "not in the database: visits.floor." in str(refused.value)
    assert "visits.name (declared integer, but text in the database)" in str(refused.value)
    assert "declare them as they are; or declare a new column beside each" in str(refused.value)


def test_a_column_that_somebody_made_by_hand_of_a_like_type_fits(visits: str):
    with exclusively(database_url(visits)) as connection:
        connection.exec_driver_sql("CREATE TABLE by_hand (id VARCHAR(9) PRIMARY KEY, n SMALLINT)")

    look_at_tables(visits, [Table("by_hand", (KEY, Column("n", "integer", nullable=True)))])


def test_the_tables_of_the_bot_are_not_read_as_an_agents():
    with pytest.raises(AuthorError, match="the table participants is the bot's own"):
        declare(Table("participants", (KEY,)), sqlalchemy.MetaData())


def test_every_table_of_a_new_database_is_the_bots_or_declared(empty_address: str):
    upgrade(empty_address)

    with exclusively(database_url(empty_address)) as connection:
        made = sqlalchemy.inspect(connection).get_table_names()
    declared = {table.name for table in tables_of(AGENTS)}
    assert {name for name in made if not is_ours(name)} == declared


def test_what_migrations_made_fits_what_is_declared(empty_address: str):
    upgrade(empty_address)

    look_at_tables(empty_address, tables_of(AGENTS))

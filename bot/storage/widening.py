"""Adds to agents' tables the columns that were declared since they were made."""

from collections.abc import Iterable, Iterator

import sqlalchemy
from sqlalchemy import Connection
from sqlalchemy.schema import CreateColumn

from bot.domain.errors import PlatformFailed


class ColumnsMissing(PlatformFailed):
    """Tables lack columns that nobody but their author can fill."""

    def __init__(self, columns: list[str]) -> None:
        super().__init__(
            f"These columns of agents' tables are not in the database: {', '.join(columns)}. "
            "Rows that are there would have nothing in them: declare them nullable=True, and they "
            "are added; or add them to the database yourself."
        )


def widen(connection: Connection, tables: Iterable[sqlalchemy.Table]) -> None:
    """Add what may be empty in the rows that are there; the code before it leaves it out.

    Raises:
        ColumnsMissing: some may not be empty, or are keys; nothing was added.
    """
    lacking = list(_lacking(connection, tables))
    _refuse(lacking)
    for column in lacking:
        _add(connection, column)


def look(connection: Connection, tables: Iterable[sqlalchemy.Table]) -> None:
    """Look whether `widen` would do, and add nothing.

    Raises:
        ColumnsMissing: it would not.
    """
    _refuse(list(_lacking(connection, tables)))


def _refuse(lacking: list[sqlalchemy.Column[object]]) -> None:
    refused = [str(column) for column in lacking if not _may_be_added(column)]
    if refused:
        raise ColumnsMissing(refused)


def _lacking(
    connection: Connection, tables: Iterable[sqlalchemy.Table]
) -> Iterator[sqlalchemy.Column[object]]:
    inspector = sqlalchemy.inspect(connection)
    for table in tables:
        if not inspector.has_table(table.name):
            continue  # it will be made with all of them
        known = {column["name"] for column in inspector.get_columns(table.name)}
        yield from (column for column in table.columns if column.name not in known)


def _may_be_added(column: sqlalchemy.Column[object]) -> bool:
    return bool(column.nullable) and not column.primary_key


def _add(connection: Connection, column: sqlalchemy.Column[object]) -> None:
    table = column.table
    assert isinstance(table, sqlalchemy.Table), "columns of agents are of tables"
    name = connection.dialect.identifier_preparer.format_table(table)
    written = CreateColumn(column).compile(dialect=connection.dialect)
    connection.exec_driver_sql(f"ALTER TABLE {name} ADD COLUMN {written}")
    for index in table.indexes:
        if column.name in index.columns:
            index.create(connection)
    if column.unique:  # SQLite adds no constraint to a table that is there, but an index
        sqlalchemy.Index(f"uq_{table.name}_{column.name}", column, unique=True).create(connection)

"""Adds to agents' tables what was declared since they were made, and tells what does not fit."""

from collections.abc import Iterable, Iterator
from typing import Any

import sqlalchemy
from sqlalchemy import Connection
from sqlalchemy.schema import CreateColumn
from sqlalchemy.types import Boolean, Date, DateTime, Integer, Numeric, String, TypeEngine

from bot.domain.errors import PlatformFailed
from bot.storage.agent_tables import TYPES


class TablesUnfit(PlatformFailed):
    """Tables are not as they are declared, in a way that nobody but their author can mend."""

    def __init__(self, missing: list[str], changed: list[str]) -> None:
        self.missing, self.changed = missing, changed
        words = [text.format(", ".join(names)) for text, names in self._told if names]
        super().__init__(" ".join([*words, "Nothing was changed."]))

    @property
    def _told(self) -> list[tuple[str, list[str]]]:
        missing = (
            "These columns of agents' tables are not in the database: {}. Rows that are there "
            "would have nothing in them: declare them nullable=True, and they are added; or add "
            "them to the database yourself."
        )
        changed = (
            "These columns of agents' tables are of another kind than declared: {}. What is in "
            "them would be read wrongly: declare them as they are; or declare a new column beside "
            "each, nullable=True, and copy the values into it; or change the columns in the "
            "database yourself, after a backup."
        )
        return [(missing, self.missing), (changed, self.changed)]


def widen(connection: Connection, tables: Iterable[sqlalchemy.Table]) -> None:
    """Add what may be empty in the rows that are there; the code before it leaves it out.

    Raises:
        TablesUnfit: a column may not be empty, is a key, or of another kind; nothing was added.
    """
    for column in _to_add(connection, tables):
        _add(connection, column)


def look(connection: Connection, tables: Iterable[sqlalchemy.Table]) -> None:
    """Look whether `widen` would do, and add nothing.

    Raises:
        TablesUnfit: it would not.
    """
    _to_add(connection, tables)


def _to_add(
    connection: Connection, tables: Iterable[sqlalchemy.Table]
) -> list[sqlalchemy.Column[object]]:
    """The columns that are not there yet."""
    lacking: list[sqlalchemy.Column[object]] = []
    changed: list[str] = []
    for table, there in _there(connection, tables):
        lacking += (column for column in table.columns if column.name not in there)
        known = (column for column in table.columns if column.name in there)
        dialect = connection.dialect.name
        changed += filter(None, (misfit(one, there[one.name], dialect) for one in known))
    missing = [str(column) for column in lacking if not _may_be_added(column)]
    if missing or changed:
        raise TablesUnfit(missing, changed)
    return lacking


def _there(
    connection: Connection, tables: Iterable[sqlalchemy.Table]
) -> Iterator[tuple[sqlalchemy.Table, dict[str, TypeEngine[Any]]]]:
    """The tables that are there, with the types of their columns; others will be made whole."""
    inspector = sqlalchemy.inspect(connection)
    for table in tables:
        if inspector.has_table(table.name):
            columns = inspector.get_columns(table.name)
            yield table, {column["name"]: column["type"] for column in columns}


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


# By declared kind, the types of a database that keep it as it is. SQLite has neither flags
# nor moments: they are numbers and texts there.
_HOLDING: dict[str, tuple[type[TypeEngine[Any]], ...]] = {
    "text": (String,),
    "integer": (Integer,),
    "flag": (Boolean,),
    "moment": (DateTime,),
}
_ALSO_ON_SQLITE: dict[str, tuple[type[TypeEngine[Any]], ...]] = {
    "flag": (Integer,),
    "moment": (String,),
}
_KNOWN = (String, Integer, Boolean, DateTime, Date, Numeric)


def misfit(column: sqlalchemy.Column[Any], found: TypeEngine[Any], dialect: str) -> str:
    """What is wrong with the type a column has; empty if nothing is, or it is none we know."""
    kind = _kind_of(column)
    holding = _HOLDING[kind] + (_ALSO_ON_SQLITE.get(kind, ()) if dialect == "sqlite" else ())
    if isinstance(found, holding) or not isinstance(found, _KNOWN):
        return ""
    return f"{column} (declared {kind}, but {str(found).lower()} in the database)"


def _kind_of(column: sqlalchemy.Column[Any]) -> str:
    return next(kind for kind, type_ in TYPES.items() if type(column.type) is type_)

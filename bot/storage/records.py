"""Agents' own tables in SQL: declared through the kit, kept in the same database."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any, TypeVar

import sqlalchemy
from sqlalchemy import BigInteger, DateTime, MetaData, Text, TypeDecorator
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import IntegrityError
from typing_extensions import override

from agents.kit.records import AlreadyThere, Column, Records, Row, Rows, Table
from bot.storage.codec import moment
from bot.storage.database import Database, Sql

T = TypeVar("T")


class Moment(TypeDecorator[datetime]):
    """An aware datetime; SQLite has no such thing and keeps a text that sorts alike."""

    impl = DateTime(timezone=True)
    cache_ok = True

    @override
    def load_dialect_impl(self, dialect: Dialect) -> Any:
        kind = Text() if dialect.name == "sqlite" else DateTime(timezone=True)
        return dialect.type_descriptor(kind)

    @override
    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        return moment(value) if value and dialect.name == "sqlite" else value

    @override
    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        at = value if isinstance(value, datetime) else datetime.fromisoformat(value)
        return at.astimezone(UTC)


TYPES: dict[str, Any] = {
    "text": Text,
    "integer": BigInteger,  # amounts of money outgrow 32 bits
    "flag": sqlalchemy.Boolean,
    "moment": Moment,
}


def declare(table: Table, metadata: MetaData) -> sqlalchemy.Table:
    """Put an agent's table beside ours, once."""
    known = metadata.tables.get(table.name)
    if known is not None:
        return known
    return sqlalchemy.Table(table.name, metadata, *(_column(column) for column in table.columns))


def declare_all(tables: Iterable[Table], metadata: MetaData) -> list[sqlalchemy.Table]:
    """Put many tables beside ours."""
    return [declare(table, metadata) for table in tables]


class SqlRecords(Records):
    """Transactions over the tables it is asked for."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._metadata = MetaData()

    @override
    async def transact(self, work: Callable[[Rows], T]) -> T:
        return await self._database.write(lambda sql: work(SqlRows(sql, self._metadata)))


class SqlRows(Rows):
    """The rows of one open transaction."""

    def __init__(self, sql: Sql, metadata: MetaData) -> None:
        self._connection = sql.connection
        self._metadata = metadata

    @override
    def find(self, table: Table, /, **equal: Any) -> list[Row]:
        return self._rows(self._select(table, equal))

    @override
    def lock(self, table: Table, /, **equal: Any) -> list[Row]:
        return self._rows(self._select(table, equal).with_for_update())

    @override
    def add(self, table: Table, /, **values: Any) -> None:
        try:
            with self._connection.begin_nested():
                self._connection.execute(declare(table, self._metadata).insert(), values)
        except IntegrityError as error:
            raise AlreadyThere(table.name) from error

    @override
    def change(self, table: Table, where: Row, /, **values: Any) -> int:
        declared = declare(table, self._metadata)
        matches = [declared.c[name] == value for name, value in where.items()]
        statement = declared.update().where(*matches).values(**values)
        return self._connection.execute(statement).rowcount

    def _select(self, table: Table, equal: Row) -> sqlalchemy.Select[Any]:
        declared = declare(table, self._metadata)
        matches = [declared.c[name] == value for name, value in equal.items()]
        return declared.select().where(*matches).order_by(*declared.primary_key)

    def _rows(self, statement: sqlalchemy.Select[Any]) -> list[Row]:
        return [dict(row) for row in self._connection.execute(statement).mappings()]


def _column(column: Column) -> sqlalchemy.Column[Any]:
    return sqlalchemy.Column(
        column.name,
        TYPES[column.kind],
        primary_key=column.key,
        autoincrement=False,
        unique=column.unique or None,
        index=column.indexed or None,
        nullable=column.nullable,
    )

"""Agents' own tables in SQL: declared through the kit, kept in the same database."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

import sqlalchemy
from sqlalchemy import BigInteger, DateTime, MetaData, Text, TypeDecorator, bindparam
from sqlalchemy.engine import Dialect
from sqlalchemy.engine.default import DefaultDialect
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
        return None if value is None else _moment_of(value)


TYPES: dict[str, Any] = {
    "text": Text,
    "integer": BigInteger,  # amounts of money outgrow 32 bits
    "flag": sqlalchemy.Boolean,
    "moment": Moment,
}


# Parameters as `:names`, which both databases take from us.
NAMED = DefaultDialect(paramstyle="named")


def _moment_of(value: Any) -> datetime:
    at = value if isinstance(value, datetime) else datetime.fromisoformat(value)
    return at.astimezone(UTC)


READERS: dict[str, Callable[[Any], Any]] = {"flag": bool, "moment": _moment_of}


@dataclass(frozen=True, slots=True)
class Select:
    """A statement written out, and what its columns need to be read; `odd` are those."""

    text: str
    columns: tuple[str, ...]
    odd: dict[str, Callable[[Any], Any]]

    def read(self, values: tuple[Any, ...]) -> Row:
        """Read one row."""
        row = dict(zip(self.columns, values, strict=True))
        for name, reader in self.odd.items():
            row[name] = None if row[name] is None else reader(row[name])
        return row


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
        self._declared = Declared()

    @override
    async def transact(self, work: Callable[[Rows], T]) -> T:
        return await self._database.write(lambda sql: work(SqlRows(sql, self._declared)))


class Declared:
    """The tables seen so far, and the texts of the statements that read them.

    Reading is what agents do most: SQLAlchemy writes each such statement once, and the driver
    runs it from then on, which takes a quarter of the time.
    """

    def __init__(self) -> None:
        self.metadata = MetaData()
        self._selects: dict[tuple[Any, ...], Select] = {}

    def select(self, table: Table, equal: Row, *, locked: bool) -> Select:
        """The statement that finds rows by these columns."""
        names = tuple((name, value is None) for name, value in equal.items())
        key = (table.name, names, locked)
        if key not in self._selects:
            declared = declare(table, self.metadata)
            self._selects[key] = _written(table, declared, names, locked=locked)
        return self._selects[key]


class SqlRows(Rows):
    """The rows of one open transaction."""

    def __init__(self, sql: Sql, declared: Declared) -> None:
        self._sql = sql
        self._connection = sql.connection
        self._declared = declared

    @override
    def find(self, table: Table, /, **equal: Any) -> list[Row]:
        return self._found(self._declared.select(table, equal, locked=False), equal)

    @override
    def lock(self, table: Table, /, **equal: Any) -> list[Row]:
        return self._found(self._declared.select(table, equal, locked=True), equal)

    @override
    def add(self, table: Table, /, **values: Any) -> None:
        try:
            with self._connection.begin_nested():
                self._connection.execute(declare(table, self._declared.metadata).insert(), values)
        except IntegrityError as error:
            raise AlreadyThere(table.name) from error

    @override
    def change(self, table: Table, where: Row, /, **values: Any) -> int:
        declared = declare(table, self._declared.metadata)
        matches = [declared.c[name] == value for name, value in where.items()]
        statement = declared.update().where(*matches).values(**values)
        return self._connection.execute(statement).rowcount

    def _found(self, select: Select, equal: Row) -> list[Row]:
        texts = self._connection.dialect.name == "sqlite"
        given = {
            name: moment(value) if texts and isinstance(value, datetime) else value
            for name, value in equal.items()
        }
        return [select.read(row) for row in self._sql.rows(select.text, **given)]


def _written(
    table: Table,
    declared: sqlalchemy.Table,
    names: tuple[tuple[str, bool], ...],
    *,
    locked: bool,
) -> Select:
    matches = [
        declared.c[name] == (None if is_null else bindparam(name)) for name, is_null in names
    ]
    statement = declared.select().where(*matches).order_by(*declared.primary_key)
    statement = statement.with_for_update() if locked else statement
    columns = [column.name for column in table.columns]
    odd = {c.name: READERS[c.kind] for c in table.columns if c.kind in READERS}
    return Select(str(statement.compile(dialect=NAMED)), tuple(columns), odd)


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

"""Agents' own tables in SQL: declared through the kit, kept in the same database."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

import sqlalchemy
from sqlalchemy import BigInteger, DateTime, MetaData, Text, TypeDecorator, bindparam
from sqlalchemy.engine import Dialect
from sqlalchemy.engine.default import DefaultDialect
from typing_extensions import override

from agents.kit.ports.records import (
    AlreadyThere,
    Column,
    Records,
    Row,
    Rows,
    Table,
    refuse_change,
    refuse_odd,
    refuse_partial,
    worked,
)
from agents.kit.values.errors import AuthorError
from bot.storage.databases.codec import write_moment
from bot.storage.databases.transactions import SqlDatabase, SqlTransaction
from bot.storage.tables.schema import is_ours

T = TypeVar("T")


class MomentColumn(TypeDecorator[datetime]):
    """An aware datetime; SQLite has no such thing and keeps a text that sorts alike."""

    impl = DateTime(timezone=True)
    cache_ok = True

    @override
    def load_dialect_impl(self, dialect: Dialect) -> Any:
        kind = Text() if dialect.name == "sqlite" else DateTime(timezone=True)
        return dialect.type_descriptor(kind)

    @override
    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        return write_moment(value) if value and dialect.name == "sqlite" else value

    @override
    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        return None if value is None else _moment_of(value)


TYPES: dict[str, Any] = {
    "text": Text,
    "integer": BigInteger,  # amounts of money outgrow 32 bits
    "flag": sqlalchemy.Boolean,
    "moment": MomentColumn,
}


# Parameters as `:names`, which both databases take from us.
NAMED = DefaultDialect(paramstyle="named")
WHERE = "where_"  # tells what a column is to be from what it becomes


def _moment_of(value: Any) -> datetime:
    at = value if isinstance(value, datetime) else datetime.fromisoformat(value)
    return at.astimezone(UTC)


READERS: dict[str, Callable[[Any], Any]] = {"flag": bool, "moment": _moment_of}


@dataclass(frozen=True, slots=True)
class SelectStatement:
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
    """Put an agent's table beside ours, once.

    Raises:
        AuthorError: it is one of ours.
    """
    if is_ours(table.name):
        message = f"the table {table.name} is the bot's own; call it after its agent"
        raise AuthorError(message)
    known = metadata.tables.get(table.name)
    if known is not None:
        return known
    return sqlalchemy.Table(table.name, metadata, *(_column(column) for column in table.columns))


def declare_all(tables: Iterable[Table], metadata: MetaData) -> list[sqlalchemy.Table]:
    """Put many tables beside ours."""
    return [declare(table, metadata) for table in tables]


class SqlAgentTables(Records):
    """Transactions over the tables it is asked for."""

    def __init__(self, database: SqlDatabase) -> None:
        self._database = database
        self._declared = AgentStatements()

    @override
    async def transact(self, work: Callable[[Rows], T]) -> T:
        return await self._database.write(lambda sql: worked(work, SqlRows(sql, self._declared)))


class AgentStatements:
    """The tables seen so far, and the texts of their statements.

    SQLAlchemy writes each statement once, and the driver runs it from then on, which takes a
    quarter of the time.
    """

    def __init__(self) -> None:
        self.metadata = MetaData()
        self._selects: dict[tuple[Any, ...], SelectStatement] = {}
        self._inserts: dict[tuple[str, ...], str] = {}
        self._updates: dict[tuple[Any, ...], str] = {}

    def select(self, table: Table, equal: Row, *, locked: bool) -> SelectStatement:
        """The statement that finds rows by these columns."""
        names = _names(equal)
        key = (table.name, names, locked)
        if key not in self._selects:
            declared = declare(table, self.metadata)
            self._selects[key] = _written(table, declared, names, locked=locked)
        return self._selects[key]

    def insert(self, table: Table, values: Row) -> str:
        """The statement that adds a row of these columns, unless one is there."""
        key = (table.name, *values)
        if key not in self._inserts:
            statement = declare(table, self.metadata).insert()
            plain = statement.compile(dialect=NAMED, column_keys=list(values))
            self._inserts[key] = f"{plain} ON CONFLICT DO NOTHING"
        return self._inserts[key]

    def update(self, table: Table, where: Row, values: Row) -> str:
        """The statement that changes these columns of the rows found by others."""
        names = _names(where)
        key = (table.name, names, *values)
        if key not in self._updates:
            declared = declare(table, self.metadata)
            statement = declared.update().where(*_matches(declared, names, WHERE))
            plain = statement.compile(dialect=NAMED, column_keys=list(values))
            self._updates[key] = str(plain)
        return self._updates[key]


class SqlRows(Rows):
    """The rows of one open transaction."""

    def __init__(self, sql: SqlTransaction, declared: AgentStatements) -> None:
        self._sql = sql
        self._declared = declared
        self._keeps_texts = sql.connection.dialect.name == "sqlite"

    @override
    def find(self, table: Table, /, **equal: Any) -> list[Row]:
        refuse_odd(table, equal)
        return self._found(table, self._declared.select(table, equal, locked=False), equal)

    @override
    def lock(self, table: Table, /, **equal: Any) -> list[Row]:
        refuse_odd(table, equal)
        return self._found(table, self._declared.select(table, equal, locked=True), equal)

    @override
    def add(self, table: Table, /, **values: Any) -> None:
        refuse_partial(table, values)
        statement = self._declared.insert(table, values)
        if not self._run(table, self._sql.change, statement, values):
            raise AlreadyThere(table.name)

    @override
    def change(self, table: Table, where: Row, /, **values: Any) -> int:
        refuse_change(table, where, values)
        statement = self._declared.update(table, where, values)
        given = {f"{WHERE}{name}": value for name, value in where.items()} | values
        return self._run(table, self._sql.change, statement, given)

    def _found(self, table: Table, select: SelectStatement, equal: Row) -> list[Row]:
        return [select.read(row) for row in self._run(table, self._sql.rows, select.text, equal)]

    def _run(self, table: Table, run: Callable[..., T], statement: str, values: Row) -> T:
        """Run a statement with values as the driver takes them.

        Raises:
            AuthorError: the table was never made.
        """
        given = {
            name: write_moment(value)
            if self._keeps_texts and isinstance(value, datetime)
            else value
            for name, value in values.items()
        }
        try:
            return run(statement, **given)
        except Exception as error:
            if not _is_no_table(error):
                raise
            message = f"there is no table {table.name}: list it in the “tables” of an agent"
            raise AuthorError(f"{message}, and the next start makes it") from error


def _is_no_table(error: Exception) -> bool:
    is_of_postgres = getattr(error, "sqlstate", None) == "42P01"
    return is_of_postgres or str(error).startswith("no such table: ")


Names = tuple[tuple[str, bool], ...]


def _names(equal: Row) -> Names:
    """The columns to find rows by, and whether nothing is to be in them."""
    return tuple((name, value is None) for name, value in equal.items())


def _matches(declared: sqlalchemy.Table, names: Names, prefix: str = "") -> list[Any]:
    return [
        declared.c[name] == (None if is_null else bindparam(f"{prefix}{name}"))
        for name, is_null in names
    ]


def _written(
    table: Table, declared: sqlalchemy.Table, names: Names, *, locked: bool
) -> SelectStatement:
    matches = _matches(declared, names)
    statement = declared.select().where(*matches).order_by(*declared.primary_key)
    statement = statement.with_for_update() if locked else statement
    columns = [column.name for column in table.columns]
    odd = {c.name: READERS[c.kind] for c in table.columns if c.kind in READERS}
    return SelectStatement(str(statement.compile(dialect=NAMED)), tuple(columns), odd)


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

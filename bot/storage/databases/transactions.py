"""One transaction as one plain function, run in a thread; the promise both databases keep."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError

from bot.domain.errors import PlatformFailed

T = TypeVar("T")

Values = Mapping[str, Any]

MOST_AT_ONCE = 50  # rows of one statement; each number of them makes a text of its own


class Statement(NamedTuple):
    """A statement as a driver takes it, and how values by their names are given with it."""

    text: str
    given: Callable[[Values], Any]


class SqlTransaction:
    """An open transaction.

    Statements are texts with `:names`, the same for both databases. They go to the driver
    itself: building and compiling them anew costs four times as much as running them.
    `connection` is the same transaction as SQLAlchemy sees it, `driver` as the driver does.
    """

    def __init__(self, connection: Connection, translate: Callable[[str], Statement]) -> None:
        self.connection = connection
        self.driver: Any = connection.connection.dbapi_connection
        self._translate = translate

    def rows(self, statement: str, /, **values: Any) -> list[tuple[Any, ...]]:
        """Run a statement that returns rows."""
        text, given = self._translate(statement)
        found: list[tuple[Any, ...]] = self.driver.execute(text, given(values)).fetchall()
        return found

    def change(self, statement: str, /, **values: Any) -> int:
        """Run a statement that returns none; say how many rows it touched."""
        text, given = self._translate(statement)
        touched: int = self.driver.execute(text, given(values)).rowcount
        return touched

    def change_each(self, statement: str, many: Iterable[Values]) -> None:
        """Run a statement once for each of many."""
        rows = list(many)
        if rows:
            text, given = self._translate(statement)
            self.driver.cursor().executemany(text, [given(row) for row in rows])

    def add(self, statement: str, many: Iterable[Values]) -> None:
        """Run a statement once for all rows: its `VALUES (…)` is written again for each."""
        rows = list(many)
        if len(rows) == 1:
            self.change(statement, **rows[0])
            return
        for start in range(0, len(rows), MOST_AT_ONCE):
            text, values = repeat_values(statement, rows[start : start + MOST_AT_ONCE])
            self.change(text, **values)


def run_work(work: Callable[[SqlTransaction], T], sql: SqlTransaction) -> T:
    """Do a work in an open transaction.

    Raises:
        RuntimeError: it raised `StopIteration`, which no future takes: who waits for one would
            wait for ever.
    """
    try:
        return work(sql)
    except StopIteration as error:
        message = "what is done in a transaction must not raise StopIteration"
        raise RuntimeError(message) from error


class SqlDatabase(Protocol):
    """Runs functions of an open transaction.

    Raises:
        StoreAway: by `write` and `read`, when the database does not answer; a write may
            then still have happened.
    """

    async def write(self, work: Callable[[SqlTransaction], T]) -> T:
        """Commit what `work` did, or nothing if it raises; a conflict runs it again."""
        ...

    async def put(self, work: Callable[[SqlTransaction], T]) -> T:
        """Commit the one statement of `work`; it may run twice, which must do no harm."""
        return await self.write(work)

    async def note(self, work: Callable[[SqlTransaction], T]) -> T:
        """As `put`, but a server that falls may forget it: unless something was kept since."""
        return await self.put(work)

    async def read(self, work: Callable[[SqlTransaction], T]) -> T:
        """Run work that changes nothing."""
        ...

    async def rows(self, statement: str, /, **values: Any) -> list[tuple[Any, ...]]:
        """Read the rows of one statement."""
        return await self.read(lambda sql: sql.rows(statement, **values))

    async def column(self, statement: str, /, **values: Any) -> list[Any]:
        """Read the one value that each row of a statement has."""
        return [one for (one,) in await self.rows(statement, **values)]

    async def change(self, statement: str, /, **values: Any) -> int:
        """Commit one statement that returns none; say how many rows it touched."""
        return await self.write(lambda sql: sql.change(statement, **values))

    async def scrub(self) -> None:
        """Leave nothing of deleted rows where somebody might read it, as far as it can."""
        ...

    async def close(self) -> None:
        """Let go of all connections."""
        ...


@dataclass(frozen=True)
class Repository:
    """What reads and writes rows of one database."""

    database: SqlDatabase


def repeat_values(statement: str, rows: Sequence[Values]) -> tuple[str, dict[str, Any]]:
    """Write the row in the `VALUES` of a statement once for each row, and its values to it."""
    text, columns, names = _repeated(statement, len(rows))
    values = [row[column] for row in rows for column in columns]
    return text, dict(zip(names, values, strict=True))


@lru_cache(maxsize=512)
def _repeated(statement: str, count: int) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The text, the names in the row, and the same told apart: `name_0` is of the first row."""
    found = re.search(r"VALUES\s*(\([^()]*\))", statement)
    assert found, "only a statement with VALUES can take many rows"
    columns = tuple(re.findall(r":(\w+)", found[1]))
    each = (re.sub(r":(\w+)", rf":\g<1>_{place}", found[1]) for place in range(count))
    text = f"{statement[: found.start(1)]}{', '.join(each)}{statement[found.end(1) :]}"
    return text, columns, tuple(f"{name}_{place}" for place in range(count) for name in columns)


DEFAULT_URL = "sqlite:///frontdesk.db"

POSTGRES = {"postgres", "postgresql", "postgresql+psycopg"}
SQLITE = {"sqlite", "sqlite+pysqlite"}


class UnknownDatabase(PlatformFailed):
    """The address of the database means nothing to us."""

    def __init__(self) -> None:  # the address may hold a password, so it is not repeated
        super().__init__(
            "DATABASE_URL must look like sqlite:///frontdesk.db or "
            "postgres://user:password@host/name."
        )


def database_url(address: str) -> URL:
    """Read an address as people and hosting services write it.

    Raises:
        UnknownDatabase: it names no database we can use.
    """
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise UnknownDatabase from error
    if url.drivername in POSTGRES:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername in SQLITE and url.database not in (None, "", ":memory:"):
        return url.set(drivername="sqlite")
    raise UnknownDatabase

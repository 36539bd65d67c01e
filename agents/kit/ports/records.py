"""The port to an agent's own tables: declared here, made and kept by the bot.

A start, or `frontdesk db upgrade`, makes tables that are new, and adds columns that are new and
nullable. Other changes of a table that is there are its author's to make in the database: a
column of another kind than it has there is refused, with what to do.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol, TypeVar

from agents.kit.values.declaration import many, misfits, one_of, refuse_misfits, spelled
from agents.kit.values.errors import AuthorError

T = TypeVar("T")

Row = Mapping[str, Any]
KINDS = one_of("text", "integer", "flag", "moment")


@spelled
@dataclass(frozen=True, slots=True)
class Column:
    """A column; `kind` is text, integer (64 bit), flag, or moment (an aware datetime)."""

    name: str
    kind: Literal["text", "integer", "flag", "moment"] = "text"
    key: bool = False
    unique: bool = False
    indexed: bool = False
    nullable: bool = False

    def __post_init__(self) -> None:
        refuse_misfits(f"column {self.name}", self, {"kind": KINDS})

    def holds(self, value: object) -> bool:
        """Say whether it may hold a value that is not None."""
        match value:
            case str():
                return self.kind == "text"
            case bool():
                return self.kind == "flag"
            case int():
                return self.kind == "integer" and -(2**63) <= value < 2**63
            case datetime():
                return self.kind == "moment" and value.tzinfo is not None
            case _:
                return False


def texts(*names: str) -> tuple[Column, ...]:
    """Columns of these names, each of which holds a text."""
    return tuple(map(Column, names))


COLUMNS = many(Column, "columns")


@spelled
@dataclass(frozen=True, slots=True)
class Table:
    """A table of one agent; name it after the agent, such as `bank_accounts`."""

    name: str
    columns: tuple[Column, ...]
    by_name: Mapping[str, Column] = field(init=False, repr=False, compare=False)
    needed: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        wrong = misfits({"columns": self.columns}, {"columns": COLUMNS})
        names = [] if wrong else [column.name.lower() for column in self.columns]
        twice = sorted({name for name in names if names.count(name) > 1})
        if wrong := [*wrong, *(f"it has two columns {name}" for name in twice)]:
            raise AuthorError(f"table {self.name}: {'; '.join(wrong)}")
        columns = tuple(self.columns)
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "by_name", {column.name: column for column in columns})
        needed = tuple(column.name for column in columns if not column.nullable)
        object.__setattr__(self, "needed", needed)


class Rows(Protocol):
    """The rows of all tables inside one transaction; every change is undone together.

    Raises:
        AuthorError: by every method, for a table that no agent lists in its `tables`, a column
            that the table does not have, or a value that is not of its kind.
    """

    def find(self, table: Table, /, **equal: Any) -> list[Row]:
        """List the rows whose columns equal what is given, in order of their key.

        Another transaction may change them before this one ends; what decides a change is
        found with `lock`.
        """
        ...

    def lock(self, table: Table, /, **equal: Any) -> list[Row]:
        """Find rows and keep others from changing them until this transaction ends."""
        ...

    def add(self, table: Table, /, **values: Any) -> None:
        """Add a row.

        Raises:
            AuthorError: a column that is not nullable is left out.
            AlreadyThere: a key or a unique column is taken; the transaction stays usable.
        """
        ...

    def change(self, table: Table, where: Row, /, **values: Any) -> int:
        """Change the rows that equal `where`; say how many."""
        ...


class AlreadyThere(Exception):
    """A row with this key, or this unique value, exists."""


def refuse_odd(table: Table, values: Row) -> None:
    """Look at values before a database does, of which each takes others.

    Raises:
        AuthorError: there is no such column, or it holds no such value.
    """
    for name, value in values.items():
        column = table.by_name.get(name)
        if column is None:
            raise AuthorError(
                f"table {table.name} has no column {name}; it has {', '.join(table.by_name)}"
            )
        if value is not None and not column.holds(value):
            what = _HELD[column.kind]
            raise AuthorError(
                f"{table.name}.{name} holds {what}, and was given {type(value).__name__}"
            )


def refuse_change(table: Table, where: Row, values: Row) -> None:
    """Look at what is to be changed, and in which rows.

    Raises:
        AuthorError: it is odd, or takes from rows what they need.
    """
    refuse_odd(table, where)
    refuse_odd(table, values)
    if missing := [name for name in table.needed if name in values and values[name] is None]:
        raise AuthorError(f"a row of {table.name} needs {', '.join(missing)}")


def refuse_partial(table: Table, values: Row) -> None:
    """Look at a new row.

    Raises:
        AuthorError: it is odd, or lacks what must not be left out.
    """
    refuse_odd(table, values)
    if missing := [name for name in table.needed if values.get(name) is None]:
        raise AuthorError(f"a row of {table.name} needs {', '.join(missing)}")


_HELD = {
    "text": "a text",
    "integer": "a whole number of 64 bits",
    "flag": "True or False",
    "moment": "an aware datetime",
}


def worked(work: Callable[[Rows], T], rows: Rows) -> T:
    """Do the work of a transaction, which ends when the function does.

    Raises:
        AuthorError: it is an async function, of which nothing has run by then.
    """
    result = work(rows)
    if inspect.iscoroutine(result):
        result.close()
        message = f"{getattr(work, '__name__', 'the work')} of a transaction is a plain function"
        raise AuthorError(f"{message}: “def”, not “async def”")
    return result


class Records(Protocol):
    """Runs a plain function in one transaction."""

    async def transact(self, work: Callable[[Rows], T]) -> T:
        """Commit what `work` did, or nothing if it raises; may run it again on a conflict.

        Raises:
            AuthorError: `work` is an async function.
        """
        ...

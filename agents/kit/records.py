"""The port to an agent's own tables: declared here, kept and migrated by the bot."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar

from agents.kit.errors import AuthorError

T = TypeVar("T")

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Column:
    """A column; `kind` is text, integer (64 bit), flag, or moment (an aware datetime)."""

    name: str
    kind: Literal["text", "integer", "flag", "moment"] = "text"
    key: bool = False
    unique: bool = False
    indexed: bool = False
    nullable: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table of one agent; name it after the agent, such as `bank_accounts`."""

    name: str
    columns: tuple[Column, ...]


class Rows(Protocol):
    """The rows of all tables inside one transaction; every change is undone together."""

    def find(self, table: Table, /, **equal: Any) -> list[Row]:
        """List the rows whose columns equal what is given, in order of their key."""
        ...

    def lock(self, table: Table, /, **equal: Any) -> list[Row]:
        """Find rows and keep others from changing them until this transaction ends."""
        ...

    def add(self, table: Table, /, **values: Any) -> None:
        """Add a row.

        Raises:
            AlreadyThere: a key or a unique column is taken; the transaction stays usable.
        """
        ...

    def change(self, table: Table, where: Row, /, **values: Any) -> int:
        """Change the rows that equal `where`; say how many."""
        ...


class AlreadyThere(Exception):
    """A row with this key, or this unique value, exists."""


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

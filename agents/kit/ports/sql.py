"""The port to questions in SQL: an agent says what may be read, the bot sees that it is kept."""

from dataclasses import dataclass
from typing import Protocol

from pydantic import JsonValue
from typing_extensions import override

from agents.kit.ports.numbered_rows import WORKSPACE
from agents.kit.ports.records import Table
from agents.kit.values.declaration import spelled
from agents.kit.values.errors import AuthorError, ToolFailed
from agents.kit.values.person import Person


@spelled
@dataclass(frozen=True, slots=True)
class View:
    """What questions may read of a table: under which name, and which of its columns.

    A table with a column `workspace` is shown one workspace at a time: the rows of the person
    who asks, and those whose workspace is empty, which are everybody's.
    """

    name: str
    table: Table
    columns: tuple[str, ...]

    def __post_init__(self) -> None:
        known = {column.name for column in self.table.columns}
        if not self.columns or not known.issuperset(self.columns):
            raise AuthorError(
                f"view {self.name} shows columns that {self.table.name} does not have"
            )
        if self.name == self.table.name:
            raise AuthorError(f"view {self.name} needs another name than the table it shows")

    @property
    def is_shared(self) -> bool:
        """Say whether its rows belong to no workspace."""
        return WORKSPACE.name not in {column.name for column in self.table.columns}

    @property
    def shown(self) -> str:
        """How a model reads it: `employees(name, role)`."""
        return f"{self.name}({', '.join(self.columns)})"


@spelled
@dataclass(frozen=True, slots=True)
class Database:
    """Views that questions may put together; the operator may say where it lies."""

    name: str
    views: tuple[View, ...]

    @property
    def shown(self) -> str:
        """How a model reads it."""
        return ", ".join(view.shown for view in self.views)


@dataclass(frozen=True, slots=True)
class Found:
    """What a question found; `is_cut` says that there was more than may be read at once."""

    columns: tuple[str, ...]
    rows: tuple[tuple[JsonValue, ...], ...]
    is_cut: bool = False

    @property
    def shown(self) -> str:
        """How a model, or a person, reads it: a line for each row, under the names."""
        if not self.rows:
            return "No row fits."
        lines = [" | ".join(map(_cell, row)) for row in (self.columns, *self.rows)]
        more = [f"(only the first {len(self.rows)} rows)"] if self.is_cut else []
        return "\n".join([*lines, *more])


class Sql(Protocol):
    """Answers questions in SQL; whatever they say, nothing changes and nothing else is read."""

    async def ask(self, database: Database, person: Person, question: str) -> Found:
        """Ask one SELECT about the views of a database, as far as this person may see them.

        Raises:
            ToolFailed: it is wrong, not allowed, or takes too long; the words say which.
        """
        ...


class NoSql(Sql):
    """Stands where no database can be asked."""

    @override
    async def ask(self, database: Database, person: Person, question: str) -> Found:
        raise ToolFailed(f"The database {database.name} cannot be asked here.")


def quoted(text: str) -> str:
    """A text as SQL writes it, for questions that code puts together."""
    return "'" + text.replace("'", "''") + "'"


def _cell(value: JsonValue) -> str:
    return "-" if value is None else " ".join(str(value).split())

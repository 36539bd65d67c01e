"""Questions to SQLite: a connection that only reads, and an authorizer that knows the views.

For each question a view that only it knows holds the rows a person may see; the table beneath
may be read through that view and in no other way.
"""

import secrets
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from urllib.parse import quote

from agents.kit.errors import ToolFailed
from agents.kit.identity import Person
from agents.kit.numbers import WORKSPACE, home
from agents.kit.sql import Database, Found, View, quoted
from bot.tools.asking import (
    MOST_ROWS,
    SECONDS,
    QuestionRefused,
    found,
    plain,
    said,
    too_slow,
    unknown_table,
)

FUNCTIONS = frozenset({
    "abs", "avg", "ceil", "coalesce", "count", "date", "datetime", "dense_rank", "first_value",
    "floor", "group_concat", "ifnull", "instr", "julianday", "lag", "last_value", "lead",
    "length", "like", "lower", "ltrim", "max", "min", "nth_value", "ntile", "nullif",
    "percent_rank", "rank", "replace", "round", "row_number", "rtrim", "sign", "strftime",
    "substr", "substring", "sum", "time", "total", "trim", "typeof", "upper",
})  # fmt: skip
STEPS_BETWEEN_LOOKS = 1_000
MOST_STEPS = 20_000_000  # of the virtual machine

# Nothing built up within a question may outgrow these; what is stored is far smaller.
LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 20_000,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 100,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 20,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 20,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 200,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}


def ask_file(path: Path, database: Database, person: Person, question: str) -> Found:
    """Ask a file.

    Raises:
        ToolFailed: it cannot be asked, or not that.
    """
    address = f"file:{quote(str(path.absolute()))}?mode=ro"
    try:
        connection = sqlite3.connect(address, uri=True, isolation_level=None)
    except sqlite3.Error:
        message = f"The database {database.name} cannot be opened."
        raise ToolFailed(message) from None
    with closing(connection):
        return ask_connection(connection, database, person, question)


def ask_connection(
    connection: sqlite3.Connection, database: Database, person: Person, question: str
) -> Found:
    """Ask an open connection, which serves for nothing else afterwards.

    Raises:
        ToolFailed: it cannot be asked, or not that.
    """
    text = plain(question, database)
    try:
        gate = _prepared(connection, database, home(person))
    except sqlite3.Error:
        message = f"The database {database.name} does not hold what it should."
        raise ToolFailed(message) from None
    try:
        cursor = connection.execute(text)
        rows = cursor.fetchmany(MOST_ROWS + 1)
    except (sqlite3.Error, sqlite3.Warning) as error:
        raise gate.reason(database) or _reason(error, database) from None
    return found((column[0] for column in cursor.description or ()), rows)


@dataclass
class _Gate:
    """Judges, for SQLite, each thing a question would do; remembers what it refused."""

    shown: frozenset[str]
    beneath: frozenset[tuple[str, str]]
    hidden: frozenset[str]
    started: float = field(default_factory=monotonic)
    looks: int = 0
    refused_table: str = ""
    refused: str = ""
    is_late: bool = False

    def judge(
        self, action: int, one: str | None, other: str | None, schema: str | None, by: str | None
    ) -> int:
        """Say whether an action may be: SQLITE_OK or SQLITE_DENY."""
        match action:
            case sqlite3.SQLITE_SELECT:
                return sqlite3.SQLITE_OK
            case sqlite3.SQLITE_READ if self._may_read(one or "", other or "", schema, by):
                return sqlite3.SQLITE_OK
            case sqlite3.SQLITE_READ:
                self.refused_table = one or ""
            case sqlite3.SQLITE_FUNCTION if (other or "").lower() in FUNCTIONS:
                return sqlite3.SQLITE_OK
            case sqlite3.SQLITE_FUNCTION:
                self.refused = f"The function {other} is not allowed."
            case sqlite3.SQLITE_RECURSIVE:
                self.refused = "A question may not call itself."
            case _:
                self.refused = "Only reading is allowed."
        return sqlite3.SQLITE_DENY

    def is_over(self) -> bool:
        """Say whether the question has had its time."""
        self.looks += 1
        steps = self.looks * STEPS_BETWEEN_LOOKS
        self.is_late = monotonic() - self.started > SECONDS or steps > MOST_STEPS
        return self.is_late

    def reason(self, database: Database) -> QuestionRefused | None:
        """What to say if it was this gate that stopped a question."""
        if self.is_late:
            return too_slow(database)
        if self.refused:
            return QuestionRefused(self.refused, database)
        return unknown_table(self.refused_table, database) if self.refused_table else None

    def _may_read(self, table: str, column: str, schema: str | None, by: str | None) -> bool:
        if schema == "main":
            return (table, by) in self.beneath
        if schema == "temp":
            return table in self.shown
        # Rows that are only counted: SQLite names no schema then, nor through which view.
        return not column and table not in self.hidden


def _prepared(connection: sqlite3.Connection, database: Database, workspace: str) -> _Gate:
    for limit, most in LIMITS.items():
        connection.setlimit(limit, most)
    connection.execute("PRAGMA trusted_schema = OFF")
    hidden = frozenset(_names(connection))
    secret = secrets.token_hex(16)
    inner = {view: f"{view.name}_{secret}" for view in database.views}
    for view, name in inner.items():
        for statement in _views(view, name, workspace):
            connection.execute(statement)
    connection.execute("PRAGMA query_only = ON")
    shown = frozenset([*(view.name for view in inner), *inner.values()])
    beneath = frozenset((view.table.name, name) for view, name in inner.items())
    gate = _Gate(shown, beneath, hidden)
    connection.set_authorizer(gate.judge)
    connection.set_progress_handler(gate.is_over, STEPS_BETWEEN_LOOKS)
    return gate


def _names(connection: sqlite3.Connection) -> Iterator[str]:
    """All tables there are, those of SQLite itself too."""
    tables = connection.execute("SELECT name FROM main.sqlite_schema")
    modules = connection.execute("SELECT name FROM pragma_module_list")
    own = ("sqlite_schema", "sqlite_master", "sqlite_temp_schema", "sqlite_temp_master")
    yield from (*own, *(name for (name,) in tables), *(name for (name,) in modules))


def _views(view: View, inner: str, workspace: str) -> Iterable[str]:
    columns = ", ".join(f'"{column}"' for column in view.columns)
    own = f"\"{WORKSPACE.name}\" IN ('', {quoted(workspace)})"
    where = "" if view.is_shared else f"WHERE {own}"
    # The limit is a fence: no condition of a question is tried on rows beyond the view.
    rows = f'SELECT {columns} FROM main."{view.table.name}" {where} LIMIT -1'  # noqa: S608 - an author's names, our workspace
    yield f'CREATE TEMP VIEW "{inner}" AS {rows}'
    yield f'CREATE TEMP VIEW "{view.name}" AS SELECT {columns} FROM temp."{inner}"'  # noqa: S608 - as above


def _reason(error: Exception, database: Database) -> QuestionRefused:
    missing = str(error).partition("no such table: ")[2]
    return unknown_table(missing, database) if missing else said(error, database)

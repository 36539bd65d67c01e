"""Answers one question to an SQLite file: a process of its own, because it may have to be ended.

SQLite looks at the clock only while it runs a statement. Preparing one can take hours, and all
memory there is: a few lines suffice, in which each table expression names the one before twice.
So processor time and memory are bounded by the system, and whoever asked may kill this.

It reads what is asked as JSON, and writes what came back as JSON; of Python it takes the standard
library alone, to begin in 30 ms. A connection that only reads, and an authorizer that knows the
views, see to the rest: a table may be read through its view and in no other way.
"""

import json
import sqlite3
import sys
from contextlib import closing, suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

FUNCTIONS = frozenset({
    "abs", "avg", "ceil", "coalesce", "count", "date", "datetime", "dense_rank", "first_value",
    "floor", "group_concat", "ifnull", "instr", "julianday", "lag", "last_value", "lead",
    "length", "like", "lower", "ltrim", "max", "min", "nth_value", "ntile", "nullif",
    "percent_rank", "rank", "replace", "round", "row_number", "rtrim", "sign", "strftime",
    "substr", "substring", "sum", "time", "total", "trim", "typeof", "upper",
})  # fmt: skip
STEPS_BETWEEN_LOOKS = 1_000
MOST_STEPS = 20_000_000  # of the virtual machine
MOST_BYTES = 512 * 1024 * 1024  # of memory
MOST_CHARACTERS = 1_000_000  # of an answer

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

Answer = dict[str, Any]
"""`columns` and `rows`; or `why` there are none, and perhaps the `words` for it."""


def main() -> None:
    """Answer what stands on standard input."""
    asked = json.load(sys.stdin)
    _bound(asked["seconds"])
    try:
        told = json.dumps(answer(asked), default=lambda _bytes: "(bytes)")
    except MemoryError:
        told = '{"why": "large"}'
    sys.stdout.write(told)


def answer(asked: dict[str, Any]) -> Answer:
    """Open the file and ask it."""
    try:
        connection = sqlite3.connect(asked["address"], uri=True, isolation_level=None)
    except sqlite3.Error:
        return {"why": "closed"}
    with closing(connection):
        try:
            gate = _prepared(connection, asked)
        except sqlite3.Error:
            return {"why": "other"}
        try:
            return _read(connection.execute(asked["question"]), asked)
        except (sqlite3.Error, sqlite3.Warning) as error:
            return gate.reason() or _reason(error)


@dataclass
class _Gate:
    """Judges, for SQLite, each thing a question would do; remembers what it refused."""

    shown: frozenset[str]
    beneath: frozenset[tuple[str, str]]
    hidden: frozenset[str]
    seconds: float
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
        self.is_late = monotonic() - self.started > self.seconds or steps > MOST_STEPS
        return self.is_late

    def reason(self) -> Answer | None:
        """Why there is no answer, if it was this gate that stopped a question."""
        if self.is_late:
            return {"why": "late"}
        if self.refused:
            return {"why": "refused", "words": self.refused}
        return {"why": "table", "words": self.refused_table} if self.refused_table else None

    def _may_read(self, table: str, column: str, schema: str | None, by: str | None) -> bool:
        if schema == "main":
            return (table, by) in self.beneath
        if schema == "temp":
            return table in self.shown
        # Rows that are only counted: SQLite names no schema then, nor through which view.
        return not column and table not in self.hidden


def _bound(seconds: float) -> None:
    """Let the system end this process where SQLite does not end by itself."""
    with suppress(ImportError):  # there is none on Windows; whoever asked still ends it in time
        import resource  # noqa: PLC0415 - as above

        bounds = {
            resource.RLIMIT_CPU: int(seconds) + 1,
            resource.RLIMIT_AS: MOST_BYTES,
            resource.RLIMIT_CORE: 0,
        }
        for what, most in bounds.items():
            with suppress(ValueError, OSError):  # less is allowed already
                resource.setrlimit(what, (most, most))


def _prepared(connection: sqlite3.Connection, asked: dict[str, Any]) -> _Gate:
    for limit, most in LIMITS.items():
        connection.setlimit(limit, most)
    connection.execute("PRAGMA trusted_schema = OFF")
    hidden = frozenset(_names(connection))
    for statement in asked["views"]:
        connection.execute(statement)
    connection.execute("PRAGMA query_only = ON")
    beneath = frozenset((table, view) for table, view in asked["beneath"])
    gate = _Gate(frozenset(asked["shown"]), beneath, hidden, asked["seconds"])
    connection.set_authorizer(gate.judge)
    connection.set_progress_handler(gate.is_over, STEPS_BETWEEN_LOOKS)
    return gate


def _names(connection: sqlite3.Connection) -> list[str]:
    """All tables there are, those of SQLite itself too."""
    tables = connection.execute("SELECT name FROM main.sqlite_schema")
    modules = connection.execute("SELECT name FROM pragma_module_list")
    own = ("sqlite_schema", "sqlite_master", "sqlite_temp_schema", "sqlite_temp_master")
    return [*own, *(name for (name,) in tables), *(name for (name,) in modules)]


def _read(cursor: sqlite3.Cursor, asked: dict[str, Any]) -> Answer:
    columns = [column[0] for column in cursor.description or ()]
    rows: list[list[Any]] = []
    size = 0
    for row in cursor:
        cells = [cell[: asked["cell"]] if isinstance(cell, str) else cell for cell in row]
        size += sum(len(cell) if isinstance(cell, str) else 1 for cell in cells)
        if size > MOST_CHARACTERS:
            return {"why": "large"}
        rows.append(cells)
        if len(rows) == asked["rows"]:
            break
    return {"columns": columns, "rows": rows}


def _reason(error: Exception) -> Answer:
    missing = str(error).partition("no such table: ")[2]
    return {"why": "table", "words": missing} if missing else {"why": "said", "words": str(error)}


if __name__ == "__main__":
    main()

"""Counts what a turn asks of the model and of the database."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Engine, event

from agents.kit.values.model import Model, ModelCall, ModelReply
from bot.llm.openai.wire.requests import AnswerFormat, headers_of, write_body

# What begins, ends or parts a transaction asks nothing of the data; "--" is a trigger's own.
BOUNDS = ("BEGIN", "SAVEPOINT", "RELEASE", "ROLLBACK", "PRAGMA", "--")


@dataclass
class Calls(Model):
    """The model, and the calls it was asked while `keeps` was set."""

    inner: Model
    keeps: bool = False
    kept: list[ModelCall] = field(default_factory=list)

    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        if self.keeps:
            self.kept.append(call)
        return await self.inner.complete(call, within_seconds=within_seconds)

    def take(self) -> list[ModelCall]:
        """The calls kept so far, once."""
        taken, self.kept = self.kept, []
        return taken


@dataclass(frozen=True, slots=True)
class Post:
    """One request to the model service, as it goes over the wire."""

    body: bytes
    headers: dict[str, str]
    asked: dict[str, Any]

    @classmethod
    def of(cls, call: ModelCall) -> "Post":
        body = write_body(call, AnswerFormat.SCHEMA, {"model": "fake-1"})
        return cls(body, headers_of(call), json.loads(body))


@dataclass
class Statements:
    """How much SQL was run: statements, those that changed rows, commits with and without such.

    In WAL mode with `synchronous=FULL` a commit that wrote costs one fsync of the log (seen
    with strace: 60 calls of fdatasync in ten turns of six such commits); one that only read
    costs none. A checkpoint, once in a thousand pages, adds its own.
    """

    statements: int = 0
    writes: int = 0
    writing: int = 0
    reading: int = 0

    def with_(self, other: "Statements") -> "Statements":
        """Both together."""
        return Statements(
            self.statements + other.statements,
            self.writes + other.writes,
            self.writing + other.writing,
            self.reading + other.reading,
        )


@dataclass(frozen=True, slots=True)
class Counted:
    """What one turn, or several, asked for."""

    posts: tuple[Post, ...]
    sql: Statements

    def with_(self, other: "Counted") -> "Counted":
        """Both together."""
        return Counted((*self.posts, *other.posts), self.sql.with_(other.sql))


@dataclass
class Tracer:
    """Counts what one connection runs."""

    driver: sqlite3.Connection
    counted: Statements
    committed: int = field(init=False)
    changes: int = field(init=False)

    def __post_init__(self) -> None:
        self.committed = self.changes = self.driver.total_changes

    def note(self, statement: str) -> None:
        """Count one statement as SQLite begins it, and whether the one before it wrote."""
        self.counted.writes += self.driver.total_changes > self.changes
        self.changes = self.driver.total_changes
        if statement == "COMMIT":
            has_written = self.changes > self.committed
            self.counted.writing += has_written
            self.counted.reading += not has_written
            self.committed = self.changes
        elif not statement.startswith(BOUNDS):
            self.counted.statements += 1


class Watch:
    """Sees every SQLite connection made while it is set up, and counts when told to."""

    def __init__(self) -> None:
        self._drivers: list[sqlite3.Connection] = []

    @contextmanager
    def set_up(self) -> Iterator[None]:
        """Remember the connections made from here on."""
        event.listen(Engine, "connect", self._remember)
        try:
            yield
        finally:
            event.remove(Engine, "connect", self._remember)

    @contextmanager
    def counting(self) -> Iterator[Statements]:
        """Count what runs within; this costs time, so it is never timed."""
        counted = Statements()
        for driver in self._open():
            driver.set_trace_callback(Tracer(driver, counted).note)
        try:
            yield counted
        finally:
            for driver in self._open():
                driver.set_trace_callback(None)

    def _open(self) -> Iterator[sqlite3.Connection]:
        for driver in self._drivers:
            with suppress(sqlite3.ProgrammingError):  # those that migrated are closed
                driver.total_changes  # noqa: B018 - asks whether it is open
                yield driver

    def _remember(self, driver: sqlite3.Connection, _record: object) -> None:
        self._drivers.append(driver)

"""One connection to an SQLite file: durable, in WAL mode, its failures sorted."""

import re
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Engine, NullPool, create_engine, event
from sqlalchemy.exc import DBAPIError

from bot.domain.errors import StoreAway
from bot.storage.databases.transactions import SqlTransaction, Statement, run_work

T = TypeVar("T")

# WAL's default, NORMAL, may lose the last commits when the power fails.
PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA secure_delete = ON",  # what is forgotten is overwritten, not only let go of
)

AWAY = {
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOTADB,
}
_OF_ALL = {*AWAY, sqlite3.SQLITE_BUSY}  # fails the whole transaction, not one work of it
_NAMED = re.compile(r":(\w+)")
_PRIMARY = 0xFF  # the rest of an error code says more than we ask


_WRITABLE = "let this user write to the file and to its folder"
TO_DO = {
    sqlite3.SQLITE_READONLY: _WRITABLE,
    sqlite3.SQLITE_CANTOPEN: _WRITABLE,
    sqlite3.SQLITE_FULL: "make room on the disk",
    sqlite3.SQLITE_BUSY: "another process holds it; wait for that one, or end it",
}


class Locked(StoreAway):
    """Another process holds the lock; nothing was done."""


@dataclass(frozen=True, slots=True)
class Failed:
    """What a part of a transaction raised; it left nothing behind."""

    error: Exception


class SqliteFile:
    """A connection made when it is first used, and made anew after a failure."""

    def __init__(self, url: URL, begin: str) -> None:
        make_folder(url)
        self._engine = sqlite_engine(url)
        self._begin = begin
        self._sql: SqlTransaction | None = None
        self._wait_milliseconds = -1

    @property
    def is_open(self) -> bool:
        """Say whether there is a connection."""
        return self._sql is not None

    def transact(self, work: Callable[[SqlTransaction], T], *, wait_milliseconds: int = 0) -> T:
        """Commit what `work` did, or nothing.

        Raises:
            Locked: another process kept its lock for longer than the wait.
            StoreAway: the file or the disk fails.
        """
        try:
            return self._transact(self._open(wait_milliseconds), work)
        except (sqlite3.Error, DBAPIError) as error:
            code = _error_code(error)
            if code == sqlite3.SQLITE_BUSY:
                raise Locked(reason(error)) from error
            if code not in AWAY:
                raise
            self.close()
            raise StoreAway(reason(error)) from error

    def checkpoint(self) -> None:
        """Empty the WAL: it holds pages as they were before something was deleted."""
        with suppress(sqlite3.Error, DBAPIError):
            self._open(0).driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Let go of the connection."""
        sql, self._sql = self._sql, None
        if sql is not None:
            with suppress(sqlite3.Error, DBAPIError):
                sql.connection.close()

    def _open(self, wait_milliseconds: int) -> SqlTransaction:
        if self._sql is None:
            self._sql = SqlTransaction(self._engine.connect(), _for_sqlite)
            self._wait_milliseconds = -1
        if self._wait_milliseconds != wait_milliseconds:
            self._sql.driver.execute(f"PRAGMA busy_timeout = {wait_milliseconds}")
            self._wait_milliseconds = wait_milliseconds
        return self._sql

    def _transact(self, sql: SqlTransaction, work: Callable[[SqlTransaction], T]) -> T:
        driver = sql.driver
        driver.execute(self._begin)
        try:
            result = run_work(work, sql)
            driver.execute("COMMIT")
        except BaseException:
            if driver.in_transaction:
                driver.execute("ROLLBACK")
            raise
        return result


def make_folder(url: URL) -> None:
    """Make the folder in which a file is to be.

    Raises:
        StoreAway: it cannot be made.
    """
    folder = Path(url.database or "").absolute().parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"its folder {folder} cannot be made: {error.strerror}"
        raise StoreAway(message) from error


def reason(error: sqlite3.Error | DBAPIError) -> str:
    """What SQLite says of a fault, in a line, and what to do about it."""
    said = str(error.orig if isinstance(error, DBAPIError) else error).partition("\n")[0]
    to_do = TO_DO.get(_error_code(error) or 0)
    return f"{type(error).__name__}: {said}{f'; {to_do}' if to_do else ''}"


def each_apart(sql: SqlTransaction, works: Iterable[Callable[[SqlTransaction], Any]]) -> list[Any]:
    """Do one work after the other in one transaction; each that fails is undone by itself.

    Returns:
        what they returned, or how they `Failed`.

    Raises:
        sqlite3.Error: the file or the disk fails, so none of them was done.
    """
    return [_apart(sql, work) for work in works]


def _apart(sql: SqlTransaction, work: Callable[[SqlTransaction], Any]) -> Any:
    sql.change("SAVEPOINT apart")
    try:
        result = run_work(work, sql)
    except Exception as error:
        if isinstance(error, sqlite3.Error | DBAPIError) and _error_code(error) in _OF_ALL:
            raise
        sql.change("ROLLBACK TO apart")
        result = Failed(error)
    sql.change("RELEASE apart")
    return result


def sqlite_engine(url: URL) -> Engine:
    """Prepare connections that begin transactions only when told to."""
    engine = create_engine(url, poolclass=NullPool, connect_args={"check_same_thread": False})
    event.listen(engine, "do_connect", _make_private)
    event.listen(engine, "connect", _prepare)
    return engine


def _make_private(_dialect: object, _record: object, arguments: list[Any], _named: object) -> None:
    """Let nobody but its owner read a file that is made now; its WAL takes the same mode."""
    path = Path(arguments[0])
    with suppress(OSError):
        if str(path) != ":memory:" and not path.exists():
            path.touch(mode=0o600)


def _prepare(driver: sqlite3.Connection, _record: object) -> None:
    driver.isolation_level = None
    for pragma in PRAGMAS:
        driver.execute(pragma)


def _error_code(error: sqlite3.Error | DBAPIError) -> int | None:
    original = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(original, "sqlite_errorcode", None)
    return None if code is None else code & _PRIMARY


@cache
def _for_sqlite(statement: str) -> Statement:
    """Drop row locks: there is one writer, and its transaction is the lock.

    Parameters get numbers: the driver lets go of the interpreter for each name it looks up.
    """
    unlocked = re.sub(r"\s+FOR (UPDATE|SHARE)( OF \w+)?", "", statement)
    places = {name: n for n, name in enumerate(dict.fromkeys(_NAMED.findall(unlocked)), 1)}
    text = _NAMED.sub(lambda named: f"?{places[named[1]]}", unlocked)
    if len(places) > 1:
        return Statement(text, itemgetter(*places))
    return Statement(text, lambda values: tuple(values[name] for name in places))

"""Postgres: a pool of connections, conflicts tried again, lost connections replaced."""

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from enum import Enum
from functools import cache
from typing import Any, TypeVar

import psycopg
from psycopg import errors
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoneFree
from typing_extensions import override

from bot.domain.errors import StoreAway
from bot.storage.databases.transactions import SqlDatabase, SqlTransaction, Statement, run_work

T = TypeVar("T")

TRIES = 5
HASTY = 2  # connections
CONNECT_SECONDS = 3

# After a failover a name may lead to the server that only reads for a while. Who connected to it
# would stay there for good.
WRITABLE = "read-write"

# A server whose machine vanishes says nothing, and TCP would wait for it for hours.
QUIET_SECONDS = 5
REACH: dict[str, str | int] = {
    "connect_timeout": CONNECT_SECONDS,
    "target_session_attrs": WRITABLE,
    "keepalives_idle": QUIET_SECONDS,
    "keepalives_interval": QUIET_SECONDS,
    "tcp_user_timeout": 2 * QUIET_SECONDS * 1000,
}

# The tables of jobs have a schema of their own; whatever is ours is found first.
FIND_JOBS = (
    "SELECT set_config('search_path', current_setting('search_path') || ', procrastinate', false)"
)
# A worker frozen inside a transaction must not hold its rows for good.
LIMITS = "SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '10s'"

_CONFLICT = (errors.SerializationFailure, errors.DeadlockDetected)
_AWAY = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    errors.ReadOnlySqlTransaction,
    errors.InsufficientPrivilege,  # a login without the rights it needs
    errors.IdleInTransactionSessionTimeout,  # we stood still, and the server gave us up
)
# Operational by name, but the same statement is as much too much the next time.
_TOO_MUCH = (
    errors.ProgramLimitExceeded,
    errors.StatementTooComplex,
    errors.TooManyColumns,
    errors.TooManyArguments,
)


class PostgresDatabase(SqlDatabase):
    """A server; as many transactions at once as there are threads."""

    def __init__(self, url: URL, *, threads: int = 8) -> None:
        self._engine = postgres_engine(url, connections=threads)
        self._hasty = postgres_engine(url, connections=HASTY)
        event.listen(self._hasty, "connect", _hurry)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="postgres")

    @override
    async def write(self, work: Callable[[SqlTransaction], T]) -> T:
        return await self._in_thread(work, _Way.TOGETHER)

    @override
    async def put(self, work: Callable[[SqlTransaction], T]) -> T:
        return await self._in_thread(work, _Way.ALONE)

    @override
    async def note(self, work: Callable[[SqlTransaction], T]) -> T:
        return await self._in_thread(work, _Way.HASTILY)

    @override
    async def read(self, work: Callable[[SqlTransaction], T]) -> T:
        # A statement sees what was committed before it, within a transaction as without.
        return await self._in_thread(work, _Way.ALONE)

    @override
    async def scrub(self) -> None:
        """Nothing to do: the server cleans up after itself, and its files are not ours."""

    @override
    async def close(self) -> None:
        # What is still running gives its connection back to the pool, or nobody would close it.
        await asyncio.to_thread(self._threads.shutdown)
        for engine in (self._engine, self._hasty):
            engine.dispose()

    async def _in_thread(self, work: Callable[[SqlTransaction], T], way: "_Way") -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._persist, work, way)

    def _persist(self, work: Callable[[SqlTransaction], T], way: "_Way") -> T:
        for left in reversed(range(TRIES)):
            try:
                return self._transact(work, way)
            except (psycopg.Error, DBAPIError) as error:
                original = error.orig if isinstance(error, DBAPIError) else error
                if not isinstance(original, _AWAY) or isinstance(original, _TOO_MUCH):
                    raise
                if not left or not isinstance(original, (*_CONFLICT, _Lost)):
                    raise StoreAway(_reason(original)) from error
            except NoneFree as error:  # whoever has the connections waits for the server
                raise StoreAway("no connection is free") from error
        raise AssertionError

    def _transact(self, work: Callable[[SqlTransaction], T], way: "_Way") -> T:
        engine = self._hasty if way is _Way.HASTILY else self._engine
        with engine.connect() as connection:
            driver: Any = connection.connection.dbapi_connection
            try:
                driver.autocommit = way is not _Way.TOGETHER
                result = run_work(work, SqlTransaction(connection, for_postgres))
            except BaseException as error:
                _undo(connection, driver)
                if driver.closed:
                    raise _Lost from error
                raise
            # When the answer to a commit is lost, nobody knows what happened: not tried again.
            driver.commit()
            return result


class _Way(Enum):
    """Statements as one transaction; or each as one, which saves asking twice more.

    Hastily: the answer comes before the disk has it.
    """

    TOGETHER = "together"
    ALONE = "alone"
    HASTILY = "hastily"


class _Lost(psycopg.OperationalError):
    """The connection broke before anything was committed."""


def postgres_engine(url: URL, *, connections: int = 1) -> Engine:
    """Prepare a pool."""
    engine = create_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        connect_args=REACH | {name: url.query[name] for name in REACH if name in url.query},
    )
    event.listen(engine, "connect", _prepare)
    return engine


def _reason(error: BaseException | None) -> str:
    """What the server itself says of a fault; a failed connection may quote its address."""
    said = error.diag.message_primary if isinstance(error, psycopg.Error) else None
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def _undo(connection: Connection, driver: Any) -> None:
    with suppress(psycopg.Error):
        driver.rollback()
    if driver.closed:
        # Shows SQLAlchemy the loss: it lets go of the whole pool, for a restart cuts all.
        with suppress(DBAPIError):
            connection.exec_driver_sql("SELECT 1")


def _prepare(driver: Any, _record: object) -> None:
    driver.execute(f"{LIMITS}; {FIND_JOBS}")
    driver.commit()


def _hurry(driver: Any, _record: object) -> None:
    driver.execute("SET synchronous_commit = off")
    driver.commit()


@cache
def for_postgres(statement: str) -> Statement:
    """Write a statement's parameters as the driver wants them."""
    return Statement(re.sub(r":(\w+)", r"%(\1)s", statement), lambda values: values)

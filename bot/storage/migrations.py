"""Brings a database to the newest schema, safely for several processes at once."""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path

import sqlalchemy
from sqlalchemy import URL, Connection, Engine, MetaData
from sqlalchemy.exc import DBAPIError

from agents.kit.ports.records import Table
from bot.domain.errors import StoreAway
from bot.storage.agent_schema import look, widen
from bot.storage.agent_tables import declare_all
from bot.storage.databases.sqlite_connection import make_folder, reason, sqlite_engine
from bot.storage.databases.transactions import database_url
from bot.storage.tables.schema import TABLES
from bot.storage.tables.sessions import NAMES_OF_KEYS

MIGRATIONS = Path(__file__).parents[2] / "migrations"

LOCK = 0x46726F6E74  # any number, the same in every process: "Front"
LOCK_WAIT_MILLISECONDS = 60_000
TRIES = 10  # of migrations that met people at work
REVISION = "SELECT version_num FROM alembic_version"
ANY_INBOX = "SELECT COUNT(*) FROM inbox WHERE 1 = 0"
MAY_NOT_WRITE = """
SELECT relname FROM pg_class
WHERE relnamespace = CAST(current_schema() AS regnamespace) AND relkind = 'r'
  AND NOT (has_table_privilege(oid, 'INSERT') AND has_table_privilege(oid, 'UPDATE')
           AND has_table_privilege(oid, 'DELETE'))
ORDER BY relname
"""
MOST_SAID = 200  # characters of what a driver says of a fault

_REVISION = re.compile(r"^revision\b.*?=\s*['\"](\w+)['\"]", re.MULTILINE)
_DOWN_REVISION = re.compile(r"^down_revision\b.*?=\s*['\"](\w+)['\"]", re.MULTILINE)
_CONFLICTS = {"40P01", "40001"}  # a deadlock, or not serializable: nothing was done


class Schema(Enum):
    """Which version's tables a database has, beside those of this one."""

    FORMER = "former"  # or none yet
    OURS = "ours"
    LATER = "later"


def upgrade(address: str) -> None:
    """Run the migrations that are missing; do nothing, quickly, when none is.

    All of them are one transaction. Where it and people at work want each other's locks, the
    database gives up one of the two; when that is this one, it is run again.

    Raises:
        StoreAway: the database does not answer, stays locked, or is another application's.
    """
    url = database_url(address)
    with _away(url):
        for left in reversed(range(TRIES)):
            try:
                if _schema(revision_of(url)) is Schema.FORMER:
                    _upgrade(url)
            except DBAPIError as error:
                if not left or _state(error) not in _CONFLICTS:
                    raise
            else:
                return


def create_tables(address: str, tables: Iterable[Table]) -> None:
    """Create tables of agents that our migrations do not know, and columns they lack.

    Raises:
        TablesUnfit: rows that are there would have nothing in such a column, or are of another
            kind; nothing was changed.
        StoreAway: the database does not answer, or stays locked.
    """
    metadata = MetaData(naming_convention=NAMES_OF_KEYS)
    declare_all(tables, metadata)
    url = database_url(address)
    with _away(url), exclusively(url) as connection:
        metadata.create_all(connection)
        widen(connection, metadata.sorted_tables)


def look_at_tables(address: str, tables: Iterable[Table]) -> None:
    """Look whether `create_tables` would do and rows may be written, and change nothing.

    Raises:
        TablesUnfit: it would not.
        StoreAway: the database does not answer, or its login may only read.
    """
    metadata = MetaData(naming_convention=NAMES_OF_KEYS)
    declare_all(tables, metadata)
    url = database_url(address)
    engine = _engine(url)
    try:
        with _away(url), engine.connect() as connection:
            look(connection, metadata.sorted_tables)
            _refuse_reader(connection)
    finally:
        engine.dispose()


def _refuse_reader(connection: Connection) -> None:
    """Refuse a login that may only read; whether a file may be written shows from outside."""
    if connection.dialect.name != "postgresql":
        return
    first, *more = [*connection.execute(sqlalchemy.text(MAY_NOT_WRITE)).scalars()] or [""]
    if first:
        others = f" and {len(more)} more tables" if more else ""
        raise StoreAway(f"this login may not write to {first}{others}; grant it what it needs")


def newest_revision() -> str:
    """Find the last migration by its text; loading Alembic takes longer than a start may."""
    (newest,) = _found(_REVISION) - _found(_DOWN_REVISION)
    return newest


def schema_of(address: str) -> Schema:
    """Say which version's tables a database has.

    Raises:
        StoreAway: the database does not answer, or is another application's.
    """
    url = database_url(address)
    with _away(url):
        return _schema(revision_of(url))


def revision_of(url: URL) -> str | None:
    """Read which migration a database is at; None for a new one.

    Raises:
        StoreAway: it is another application's.
    """
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
        return None
    engine = _engine(url)
    try:
        with engine.connect() as connection:
            if _is_anothers(connection):
                message = "another application's tables are in it; give Frontdesk one of its own"
                raise StoreAway(message)
            revision = _answer(connection, REVISION)
            return None if revision is None else str(revision)
    finally:
        engine.dispose()


def _is_anothers(connection: Connection) -> bool:
    """Say whether Alembic was here for somebody else, or names of ours are taken."""
    if _answer(connection, REVISION) is not None:
        return _answer(connection, ANY_INBOX) is None
    names = set(sqlalchemy.inspect(connection).get_table_names())
    is_taken = not names.isdisjoint(table.name for table in TABLES)
    # Another process may have made them since, and all at once.
    return is_taken and _answer(connection, REVISION) is None


def _answer(connection: Connection, question: str) -> object:
    """Ask for one value; None also where there is no such table."""
    try:
        return connection.exec_driver_sql(question).scalar()
    except DBAPIError as error:
        if not _is_missing_table(error):
            raise
        connection.rollback()
        return None


@contextmanager
def exclusively(url: URL) -> Iterator[Connection]:
    """Open one transaction that no other process may migrate beside; killed, it leaves nothing."""
    engine = _engine(url)
    try:
        with engine.connect() as connection:
            if url.get_backend_name() == "sqlite":
                connection.exec_driver_sql(f"PRAGMA busy_timeout = {LOCK_WAIT_MILLISECONDS}")
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            else:
                # Loading Alembic in between may take longer than a turn may stand still.
                idle = f"SET idle_in_transaction_session_timeout = {LOCK_WAIT_MILLISECONDS}"
                connection.exec_driver_sql(f"SET lock_timeout = {LOCK_WAIT_MILLISECONDS}; {idle}")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
            yield connection
            connection.commit()
    finally:
        engine.dispose()


def _upgrade(url: URL) -> None:
    from alembic import command  # noqa: PLC0415 - slow to load, and mostly there is nothing to do
    from alembic.config import Config  # noqa: PLC0415
    from alembic.runtime.migration import MigrationContext  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    if url.get_backend_name() == "sqlite":
        make_folder(url)
    with exclusively(url) as connection:
        revision = MigrationContext.configure(connection).get_current_revision()
        if _schema(revision) is not Schema.FORMER:
            return  # somebody else was first
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _schema(revision: str | None) -> Schema:
    """Compare a migration with ours; what we do not know is of a later version, and will do.

    Migrations run under the code before them, so that processes can be replaced one by one, and
    the former version be started again.
    """
    newest = newest_revision()
    if revision == newest:
        return Schema.OURS
    is_known = revision is None or revision in _found(_REVISION)
    return Schema.FORMER if is_known else Schema.LATER


def _found(which: re.Pattern[str]) -> set[str]:
    texts = [path.read_text(encoding="utf-8") for path in (MIGRATIONS / "versions").glob("*.py")]
    return {found[1] for text in texts if (found := which.search(text))}


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "sqlite":
        return sqlite_engine(url)
    from bot.storage.databases.postgres import postgres_engine  # noqa: PLC0415 - its driver is an extra

    return postgres_engine(url)


def _is_missing_table(error: DBAPIError) -> bool:
    return _state(error) == "42P01" or "no such table" in str(error.orig)


def _state(error: DBAPIError) -> str | None:
    """What the server calls a fault; SQLite gives none a name of this kind."""
    state: str | None = getattr(error.orig, "sqlstate", None)
    return state


@contextmanager
def _away(url: URL) -> Iterator[None]:
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        raise StoreAway(_reason(error, url)) from error
    except OSError as error:
        message = f"{error.filename}: {error.strerror}"
        raise StoreAway(message) from error


def _reason(error: DBAPIError | sqlite3.Error, url: URL) -> str:
    """What the driver says, in a line; values stand in the lines behind it."""
    if url.get_backend_name() == "sqlite":
        return reason(error)
    lines = str(getattr(error, "orig", None) or error).strip().splitlines()
    said = lines[0] if lines else ""
    given = (str(url.password or ""), *url.normalized_query.get("password", ()))
    for password in filter(None, given):
        said = said.replace(password, "…")
    return f"{type(error).__name__}: {said[:MOST_SAID]}" if said else type(error).__name__

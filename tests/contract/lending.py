"""Databases that go from test to test: each of them is as the template is when it is lent."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import psycopg

OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
OURS = "nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'"
# Whoever writes to a row of the catalogue leaves the transaction's number in it.
SHAPE = f"""
WITH spaces AS (SELECT * FROM pg_namespace WHERE {OURS}),
     relations AS (SELECT * FROM pg_class WHERE relnamespace IN (SELECT oid FROM spaces)),
     parts(part) AS (
  SELECT concat_ws(' ', oid, nspname, nspacl) FROM spaces
  UNION ALL SELECT concat_ws(' ', oid, relname, relowner, relacl, reloptions) FROM relations
  UNION ALL SELECT concat_ws(' ', attrelid, attnum, xmin) FROM pg_attribute
    WHERE attrelid IN (SELECT oid FROM relations)
  UNION ALL SELECT concat_ws(' ', oid, xmin) FROM pg_attrdef
  UNION ALL SELECT concat_ws(' ', oid, xmin) FROM pg_constraint
  UNION ALL SELECT concat_ws(' ', oid, xmin) FROM pg_trigger
  UNION ALL SELECT concat_ws(' ', oid, xmin) FROM pg_proc
    WHERE pronamespace IN (SELECT oid FROM spaces)
  UNION ALL SELECT concat_ws(' ', oid, xmin) FROM pg_type
    WHERE typnamespace IN (SELECT oid FROM spaces)
  UNION ALL SELECT concat_ws(' ', setrole, setconfig) FROM pg_db_role_setting
    WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
)
SELECT md5(string_agg(part, E'\\n' ORDER BY part)) FROM parts
"""  # noqa: S608 - all of it stands above
WRITTEN = f"""
SELECT CAST(CAST(c.oid AS regclass) AS text)
FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
WHERE relkind = 'r' AND {OURS} AND pg_relation_size(c.oid) > 0
"""  # noqa: S608 - as above
NUMBERS = f"""
SELECT CAST(CAST(c.oid AS regclass) AS text), pg_sequence_last_value(c.oid)
FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
WHERE relkind = 'S' AND {OURS}
"""  # noqa: S608 - as above


@dataclass(frozen=True, slots=True)
class Origin:
    """What a database begins with: the shape of it, rows, and how far it has counted."""

    shape: str
    rows: dict[str, str]
    numbers: dict[str, int | None]


@dataclass
class Lender:
    """Copies of a template; one that comes back is cleaned, or dropped if its shape changed."""

    server: str
    template: str
    _idle: dict[str, Origin] = field(default_factory=dict)

    @contextmanager
    def lent(self) -> Iterator[str]:
        """The address of a database that is as the template is."""
        name, origin = self._idle.popitem() if self._idle else self._copied()
        address = self._address(name)
        yield address
        if _cleaned(address, origin):
            self._idle[name] = origin
        else:
            self._do(f"DROP DATABASE {name} WITH (FORCE)")

    def _copied(self) -> tuple[str, Origin]:
        name = f"frontdesk_{os.urandom(6).hex()}"
        self._do(f"CREATE DATABASE {name} TEMPLATE {self.template}")
        with psycopg.connect(self._address(name)) as database:
            return name, _origin(database)

    def _address(self, name: str) -> str:
        return self.server.replace("/postgres?", f"/{name}?")

    def _do(self, command: str) -> None:
        with psycopg.connect(self.server, autocommit=True) as connection:
            connection.execute(command.encode())


def _origin(database: psycopg.Connection) -> Origin:
    rows = {
        name: str(_one(database, f"SELECT COALESCE(json_agg(t), '[]')::text FROM {name} t"))  # noqa: S608 - its own names
        for (name,) in database.execute(WRITTEN.encode()).fetchall()
    }
    return Origin(str(_one(database, SHAPE)), rows, _numbers(database))


def _cleaned(address: str, origin: Origin) -> bool:
    """Take back what a test did, unless it did more than to write rows."""
    try:
        with psycopg.connect(address, autocommit=True) as database:
            database.execute(OTHERS.encode())
            if _one(database, SHAPE) != origin.shape:
                return False
            with database.transaction():
                _restore(database, origin)
    except psycopg.Error:
        return False
    return True


def _restore(database: psycopg.Connection, origin: Origin) -> None:
    database.execute("SET LOCAL session_replication_role = replica")  # no triggers, no keys
    written = {name for (name,) in database.execute(WRITTEN.encode()).fetchall()}
    emptied = sorted(written | set(origin.rows))
    if emptied:
        database.execute(f"TRUNCATE {', '.join(emptied)} CASCADE".encode())
    for name, rows in origin.rows.items():
        filled = f"INSERT INTO {name} SELECT * FROM json_populate_recordset(NULL::{name}, %s)"  # noqa: S608 - as above
        database.execute(filled.encode(), (rows,))
    for name, last in _numbers(database).items():
        if last != origin.numbers[name]:
            database.execute(f"ALTER SEQUENCE {name} RESTART".encode())
            if (wanted := origin.numbers[name]) is not None:
                database.execute("SELECT setval(%s, %s)", (name, wanted))


def _numbers(database: psycopg.Connection) -> dict[str, int | None]:
    return dict(database.execute(NUMBERS.encode()).fetchall())


def _one(database: psycopg.Connection, question: str) -> object:
    (row,) = database.execute(question.encode()).fetchall()
    return row[0]

"""A database as an earlier version left it: cards that wait, plans in mid-run, turns cut off.

The rows in `former-0013.json.gz` were written by the version whose last migration was 0013,
over the console's JSON lines: 35 transfers, 46 plans (15 of them with a step done), 15 forms
and 15 questions waited when it was killed in the middle of carrying out ten plans. Those in
`upgrade/rows-0020.json.gz` are of the version whose last migration was 0020.

    python -m tests.faults.former FILE.db ROWS.json.gz

writes such rows from an SQLite file.
"""

import gzip
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import MetaData, insert, text

from bot.storage.databases.transactions import database_url
from bot.storage.migrations import MIGRATIONS, exclusively

REVISION = "0013"
ROWS = Path(__file__).with_name("former-0013.json.gz")
KEY = "bm90LWEtc2VjcmV0LW9ubHktZm9yLWEtZml4dHVyZS4="
_NOT_OURS = ("alembic_version", "sqlite_", "recall_")
_INDEX = "recall"  # SQLite's own; Postgres makes one by itself

Rows = dict[str, dict[str, Any]]
"""The columns of each table, and its rows."""


def restore(address: str, rows_file: Path = ROWS, revision: str = REVISION) -> None:
    """Make a database of that version, with all its rows."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    url = database_url(address)
    is_sqlite = url.get_backend_name() == "sqlite"
    with exclusively(url) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        metadata = MetaData()
        metadata.reflect(connection)
        for name, kept in _read(rows_file).items():
            rows = [dict(zip(kept["columns"], row, strict=True)) for row in kept["rows"]]
            if name == _INDEX and is_sqlite:
                filled = text(
                    "INSERT INTO recall (rowid, whose, text) VALUES (:rowid, :whose, :text)"
                )
                connection.execute(filled, rows)
            elif name != _INDEX:
                connection.execute(metadata.tables[name].delete())  # what a migration put there
                connection.execute(insert(metadata.tables[name]), rows)
            if "seq" in kept["columns"] and not is_sqlite:
                highest = max(row["seq"] for row in rows)
                serial = f"pg_get_serial_sequence('{name}', 'seq')"
                connection.execute(text(f"SELECT setval({serial}, {highest})"))


def write(file: Path, rows: Path) -> None:
    """Write all rows of an SQLite file."""
    with closing(sqlite3.connect(file)) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")
        names = [name for (name,) in tables if not name.startswith(_NOT_OURS)]
        found = {name: _rows(database, name) for name in names}
    kept = {name: table for name, table in found.items() if table["rows"]}
    rows.write_bytes(gzip.compress(json.dumps(kept).encode(), mtime=0))


def _rows(database: sqlite3.Connection, name: str) -> dict[str, Any]:
    what = "rowid, *" if name == _INDEX else "*"
    cursor = database.execute(f"SELECT {what} FROM {name}")  # noqa: S608 - names of our tables
    return {"columns": [one[0] for one in cursor.description], "rows": cursor.fetchall()}


def _read(rows_file: Path) -> Rows:
    found: Rows = json.loads(gzip.decompress(rows_file.read_bytes()))
    return found


if __name__ == "__main__":
    write(Path(sys.argv[1]), Path(sys.argv[2]))

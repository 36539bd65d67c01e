"""The places where a secret must not be found: all that can be read of the bot from outside."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.fakes.command_line import command
from tests.faults.driver import DATABASE, ERRORS, OUTPUT

LOUDLY = {"LOG_LEVEL": "DEBUG"}


def sinks(folder: Path) -> dict[str, bytes]:
    """Everything that can be read from outside."""
    names = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", OUTPUT, ERRORS)
    paths = [folder / name for name in names]
    address = {"DATABASE_URL": f"sqlite:///{folder / DATABASE}"}
    exported = command("export", "--json", env=address)
    assert exported.exit_code == 0, exported.output
    return {
        **{path.name: path.read_bytes() for path in paths if path.exists()},
        "cells": _cells(folder / DATABASE),
        "export": exported.output.encode(),
    }


def _cells(path: Path) -> bytes:
    """Every value of every table: a long one may be cut up in the file."""
    with closing(sqlite3.connect(path)) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        rows = [database.execute(f'SELECT * FROM "{name}"').fetchall() for (name,) in tables]  # noqa: S608 - our own tables
    return "\n".join(str(cell) for table in rows for row in table for cell in row).encode()

"""The database of a folder: a SQLite file in it, or one of a server whose address lies there."""

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict

from tests.faults.driver import DATABASE

ADDRESS = "address.txt"
POSTGRES = "/postgres?"
"""How the address of a server goes on: with the database that is always there."""

Rows = list[tuple[object, ...]]


def rows(folder: Path, question: str) -> Rows:
    """Ask the database of a folder."""
    address = folder / ADDRESS
    if address.exists():
        with psycopg.connect(address.read_text()) as server:
            return server.execute(question.encode()).fetchall()
    with closing(sqlite3.connect(folder / DATABASE)) as file:
        return file.execute(question).fetchall()


@dataclass(frozen=True, slots=True)
class Databases:
    """Databases of a server, one for each folder; an empty folder begins with the template's."""

    server: str
    template: str

    def copy(self, old: Path, new: Path) -> str:
        """Let a folder begin with what another one's processes left; its address."""
        name = f"kept_{os.urandom(6).hex()}"
        self._do(f"CREATE DATABASE {name} TEMPLATE {self._name(old) or self.template}")
        address = self.server.replace(POSTGRES, f"/{name}?")
        (new / ADDRESS).write_text(address)
        return address

    def drop(self, folder: Path) -> None:
        """Make room; the folder is not asked any more."""
        self._do(f"DROP DATABASE {self._name(folder)} WITH (FORCE)")

    def _name(self, folder: Path) -> str:
        address = folder / ADDRESS
        if not address.exists():
            return ""
        return str(conninfo_to_dict(address.read_text())["dbname"])

    def _do(self, command: str) -> None:
        with psycopg.connect(self.server, autocommit=True) as connection:
            connection.execute(command.encode())

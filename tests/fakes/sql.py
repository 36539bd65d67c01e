"""Questions to tables in memory: their rows go to an SQLite that the real rules guard."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from agents.kit import Person, Records, Table
from agents.kit.ports.sql import Database, Found, Sql
from bot.tools.sql_sqlite import ask_file


class MemorySql(Sql):
    """Asks what these records hold at the moment."""

    def __init__(self, records: Records) -> None:
        self._records = records

    async def ask(self, database: Database, person: Person, question: str) -> Found:
        with TemporaryDirectory() as folder:
            path = Path(folder, "asked.db")
            with closing(sqlite3.connect(path, isolation_level=None)) as connection:
                for view in database.views:
                    await self._copy(view.table, connection)
            return await asyncio.to_thread(ask_file, path, database, person, question)

    async def _copy(self, table: Table, connection: sqlite3.Connection) -> None:
        names = [column.name for column in table.columns]
        columns, places = ", ".join(names), ", ".join("?" for _ in names)
        connection.execute(f"CREATE TABLE IF NOT EXISTS {table.name} ({columns})")
        rows = await self._records.transact(lambda rows: rows.find(table))
        for row in rows:
            values = [_stored(row[name]) for name in names]
            connection.execute(f"INSERT INTO {table.name} VALUES ({places})", values)  # noqa: S608


def _stored(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else value

"""The floor: the same requests by the bare official client, and as many bare commits."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx2
import openai

from tests.benchmarks.counting import Counted


@dataclass(frozen=True, slots=True)
class Floor:
    """What no bot of this kind can do without."""

    client: openai.AsyncOpenAI
    database: sqlite3.Connection

    async def run(self, turn: Counted) -> None:
        """Do what a turn does, in its order: commit around and after every request."""
        rest = turn.sql.writing - len(turn.posts)
        self._commit(rest // 2)
        for post in turn.posts:
            await self.client.post(
                "/chat/completions",
                cast_to=httpx2.Response,
                content=post.body,
                options={"headers": post.headers},
            )
            self._commit(1)
        self._commit(rest - rest // 2)

    def _commit(self, times: int) -> None:
        for _ in range(times):
            self.database.execute("BEGIN IMMEDIATE")
            self.database.execute("INSERT INTO floor (body) VALUES ('x')")
            self.database.execute("COMMIT")


@asynccontextmanager
async def a_floor(base_url: str) -> AsyncIterator[Floor]:
    """Open the client and a database of its own."""
    with TemporaryDirectory() as folder, closing(_database(Path(folder, "floor.db"))) as database:
        async with openai.AsyncOpenAI(base_url=base_url, api_key="none", max_retries=0) as client:
            yield Floor(client, database)


def _database(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None)
    for statement in (
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = FULL",
        "CREATE TABLE floor (id INTEGER PRIMARY KEY, body TEXT NOT NULL)",
    ):
        database.execute(statement)
    return database

"""The floor: the same requests by the bare official client, and as many bare commits."""

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx2
import openai

from tests.benchmarks.counting import Post


@dataclass(frozen=True, slots=True)
class Floor:
    """What no bot of this kind can do without."""

    client: openai.AsyncOpenAI
    database: sqlite3.Connection

    async def run(self, posts: Sequence[Post], commits: int) -> None:
        """Send the requests one after the other, and commit so many small rows."""
        for post in posts:
            await self.client.post(
                "/chat/completions",
                cast_to=httpx2.Response,
                content=post.body,
                options={"headers": post.headers},
            )
        for _ in range(commits):
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

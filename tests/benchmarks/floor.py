"""The floors: what the bot asks of models and databases, asked by the bare clients of both.

strict    the same bodies posted raw, and as many commits, of one row each
typed     the same calls by `create`, which checks and reads them, and as many commits
separate  the same calls by `create`, and every statement that writes a commit of its own

All are durable as the bot is (WAL, FULL), and post through the HTTP client that the official
client brings along.
"""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import openai

from tests.benchmarks.counting import Counted, Post


class Kind(StrEnum):
    """How much is left out of what the bot does; the strict one leaves out most."""

    STRICT = "strict"
    TYPED = "typed"
    SEPARATE = "separate"


@dataclass(frozen=True, slots=True)
class Floor:
    """What no bot of this kind can do without."""

    client: openai.AsyncOpenAI
    database: sqlite3.Connection

    async def run(self, turn: Counted, kind: Kind) -> None:
        """Do what a turn does, in its order: commit around and after every request."""
        ask = self._post if kind is Kind.STRICT else self._create
        commits = turn.sql.writes if kind is Kind.SEPARATE else turn.sql.writing
        rest = commits - len(turn.posts)
        self._commit(rest // 2)
        for post in turn.posts:
            await ask(post)
            self._commit(1)
        self._commit(rest - rest // 2)

    async def _post(self, post: Post) -> None:
        await self.client.post(
            "/chat/completions",
            cast_to=httpx2.Response,
            content=post.body,
            options={"headers": post.headers},
        )

    async def _create(self, post: Post) -> None:
        create: Any = self.client.chat.completions.create  # its overloads want each field named
        await create(**post.asked, extra_headers=post.headers)

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

"""The floors: what the bot asks of models and databases, asked by the bare clients of both.

unread    the same bodies posted as bytes made beforehand, no answer looked at; as many commits,
          of one row each
strict    the same calls by the raw `post`, which writes JSON and reads it, nothing checked; as
          many commits
typed     the same calls by `create`, which checks and reads them into objects, and as many commits
separate  the same calls by `create`, and every statement that writes a commit of its own

All are durable as the bot is (WAL, FULL), and post through the HTTP client that the official
client brings along.
"""

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import openai
import psycopg

from tests.benchmarks.counting import Counted, Post

TABLE = "CREATE TABLE floor (body TEXT NOT NULL)"
ROW = "INSERT INTO floor (body) VALUES ('x')"

Commits = Callable[[int], None]
"""Commits one row, so many times."""


class Kind(StrEnum):
    """How much is left out of what the bot does; the first leaves out most.

    The strict one is what the bot is held to: all of a call, by the client's cheapest way.
    """

    UNREAD = "unread"
    STRICT = "strict"
    TYPED = "typed"
    SEPARATE = "separate"


@dataclass(frozen=True, slots=True)
class Floor:
    """What no bot of this kind can do without."""

    client: openai.AsyncOpenAI
    commit: Commits

    async def run(self, turn: Counted, kind: Kind) -> None:
        """Do what a turn does, in its order: commit around and after every request."""
        ask = {Kind.UNREAD: self._send, Kind.STRICT: self._post}.get(kind, self._create)
        commits = turn.sql.writes if kind is Kind.SEPARATE else turn.sql.writing
        rest = commits - len(turn.posts)
        self.commit(rest // 2)
        for post in turn.posts:
            await ask(post)
            self.commit(1)
        self.commit(rest - rest // 2)

    async def _send(self, post: Post) -> None:
        await self.client.post(
            "/chat/completions",
            cast_to=httpx2.Response,
            content=post.body,
            options={"headers": post.headers},
        )

    async def _post(self, post: Post) -> None:
        await self.client.post(
            "/chat/completions",
            cast_to=object,
            body=post.asked,
            options={"headers": post.headers},
        )

    async def _create(self, post: Post) -> None:
        create: Any = self.client.chat.completions.create  # its overloads want each field named
        await create(**post.asked, extra_headers=post.headers)


@asynccontextmanager
async def a_floor(base_url: str, commit: Commits) -> AsyncIterator[Floor]:
    """Open the client."""
    async with openai.AsyncOpenAI(base_url=base_url, api_key="none", max_retries=0) as client:
        yield Floor(client, commit)


@contextmanager
def sqlite_commits() -> Iterator[Commits]:
    """Commit to a new file of SQLite, as durably as the bot does."""
    with (
        TemporaryDirectory() as folder,
        closing(sqlite3.connect(Path(folder, "floor.db"), isolation_level=None)) as database,
    ):
        for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", TABLE):
            database.execute(statement)

        def commit(times: int) -> None:
            for _ in range(times):
                database.execute("BEGIN IMMEDIATE")
                database.execute(ROW)
                database.execute("COMMIT")

        yield commit


@contextmanager
def postgres_commits(address: str) -> Iterator[Commits]:
    """Commit to a new table of this database."""
    with psycopg.connect(address, autocommit=True) as database:
        database.execute("DROP TABLE IF EXISTS floor")
        database.execute(TABLE)

        def commit(times: int) -> None:
            for _ in range(times):
                database.execute(ROW)

        yield commit

"""Embeddings of lines in SQL: sealed, found by the person and channel they belong to.

Comparing is done here, not by the database: for at most `MOST_COMPARED` lines, the newest of
their person in their channel. A line is embedded once: claimed first, so that of several
processes one does it, and again after some minutes should that one have died.
"""

import asyncio
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import structlog
from typing_extensions import override

from agents.kit.values.model import Usage
from agents.kit.values.person import Person
from bot.core.ports.environment import Cipher, Clock
from bot.core.ports.memory import EmbeddingIndex, Place, RecallQuery, Unembedded
from bot.domain.errors import PlatformFailed
from bot.domain.ids import SessionId
from bot.domain.memory import Embedding, Passage, Whose, find_nearest
from bot.domain.messages import Thread
from bot.domain.operations import name_channel
from bot.storage.databases.codec import USE, count_one_call, write_moment, write_usage
from bot.storage.databases.transactions import SqlDatabase, SqlTransaction
from bot.storage.memory.search_index import (
    CLAIMED,
    COLUMNS,
    LOOKED_BACK,
    NEWEST,
    OF_CHANNEL,
    OWN,
    OWNER,
    Row,
    describe_wanted,
    hash_owner,
    read_passage,
)
from bot.storage.tables.people import vectors
from bot.storage.tables.statements import insert

MOST_COMPARED = 1_000
MOST_AT_ONCE = 200
MOST_OF_ONE = 32
LOOKED_AT_AGAIN = 500  # a line may be committed after one with a higher number

CANDIDATES = f"""
    SELECT line, body FROM vectors JOIN messages ON seq = line
    WHERE whose = :whose AND model = :model AND dimension = :dimension AND {OWN} AND {OF_CHANNEL}
    ORDER BY line DESC LIMIT {MOST_COMPARED}"""  # noqa: S608 - written above
LINE = f"SELECT {COLUMNS} FROM messages WHERE seq = :seq AND {OWN} AND {OF_CHANNEL}"  # noqa: S608 - written above
OF_OWNER = f"""
    SELECT {COLUMNS}, {OWNER} FROM messages
    WHERE source = '' AND withheld = 0 AND {OWNER} <> ''"""  # noqa: S608 - written above
UNREAD = f"""
    {OF_OWNER} AND seq > :after AND NOT EXISTS (SELECT 1 FROM vectors WHERE line = seq)
    ORDER BY seq LIMIT {MOST_AT_ONCE} FOR UPDATE"""  # noqa: S608 - as above
STALE = f"""
    {OF_OWNER} AND seq IN (
        SELECT line FROM vectors WHERE (model < :model OR model > :model) AND claim < :now
        LIMIT {MOST_AT_ONCE})
    ORDER BY seq FOR UPDATE"""  # noqa: S608 - as above
CLAIM = f"""
    {insert(vectors, model="''", dimension="0", body="''")}
    ON CONFLICT (line) DO UPDATE SET claim = excluded.claim
    WHERE vectors.claim < :now AND vectors.model <> :model"""
SAVE = """
    UPDATE vectors SET model = :model, dimension = :dimension, claim = '', body = :body
    WHERE line = :line AND claim = :claim"""
OUTGROWN = """
    UPDATE vectors SET model = '' WHERE model = :model AND dimension NOT IN (0, :dimension)"""

log = structlog.get_logger(__name__)


class SqlEmbeddings(EmbeddingIndex):
    """Rows of the table `vectors`; how far the lines were looked at, this process knows."""

    def __init__(self, database: SqlDatabase, cipher: Cipher, clock: Clock) -> None:
        self._database = database
        self._cipher = cipher
        self._clock = clock
        self._seen: int | None = None
        self._dimensions: dict[str, int] = {}

    @override
    async def near(self, wanted: RecallQuery, meaning: Embedding) -> list[Passage]:
        where = {
            **describe_wanted(wanted),
            "whose": hash_owner(name_channel(wanted.thread), wanted.person.key),
            "model": meaning.model,
            "dimension": meaning.dimension,
        }
        rows = await self._database.rows(CANDIDATES, **where)
        near = await asyncio.to_thread(lambda: find_nearest(meaning, self._opened(rows)))
        return await self._lines(wanted, near)

    @override
    async def lines(self, wanted: RecallQuery, places: Sequence[Place]) -> list[Passage]:
        return await self._lines(wanted, [number for _session, number in places])

    @override
    async def due(self, model: str) -> list[Unembedded]:
        if self._seen is None:
            newest = await self._database.read(lambda sql: sql.rows(NEWEST)[0][0])
            self._seen = max(newest - LOOKED_BACK, 0)
        after, now = self._seen, self._clock.now()
        claim = {"model": model, "now": write_moment(now), "claim": write_moment(now + CLAIMED)}
        rows, self._seen = await self._database.write(lambda sql: _claimed(sql, after, claim))
        return list(_batches(rows, claim["claim"]))

    @override
    async def save(
        self, of: Unembedded, meanings: Sequence[Embedding | None], spent: Usage, *, model: str
    ) -> int:
        rows = [
            {
                "line": line.number,
                "claim": of.claim,
                "model": model,
                "dimension": meaning.dimension if meaning else 0,
                "body": self._cipher.seal(b64encode(meaning.packed).decode()) if meaning else "",
            }
            for line, meaning in zip(of.lines, meanings, strict=True)
        ]
        used = write_usage(of.whose, count_one_call(spent), self._clock.now())
        dimension = next((m.dimension for m in meanings if m), 0)
        is_new = dimension not in {0, self._dimensions.get(model)}

        def _save(sql: SqlTransaction) -> int:
            sql.change(USE, **used)
            if is_new:
                sql.change(OUTGROWN, model=model, dimension=dimension)
            return sum(sql.change(SAVE, **row) for row in rows)

        saved = await self._database.write(_save)
        if is_new:
            self._dimensions[model] = dimension
        return saved

    async def _lines(self, wanted: RecallQuery, numbers: Sequence[int]) -> list[Passage]:
        where = describe_wanted(wanted)
        found = await self._database.read(
            lambda sql: [row for seq in numbers for row in sql.rows(LINE, seq=seq, **where)]
        )
        return [read_passage(row) for row in found]

    def _opened(self, rows: list[tuple[int, str]]) -> Iterator[tuple[int, bytes]]:
        lost = 0
        for line, body in rows:
            try:
                yield line, b64decode(self._cipher.open(body))
            except PlatformFailed:
                lost += 1
        if lost:
            log.warning("embeddings_of_another_key", count=lost)


def _claimed(sql: SqlTransaction, after: int, claim: dict[str, str]) -> tuple[list[Row], int]:
    """The lines that are ours to embed now, and up to where all lines are somebody's."""
    newest = sql.rows(NEWEST)[0][0]
    if newest < after:  # all lines were deleted, and SQLite numbers from the beginning
        after = 0
    unread = sql.rows(UNREAD, after=after)
    is_all = len(unread) < MOST_AT_ONCE
    stale = sql.rows(STALE, model=claim["model"], now=claim["now"]) if is_all else []
    ours = [row for row in (*unread, *stale) if sql.change(CLAIM, **claim, **_marks(row))]
    seen = newest if is_all else unread[-1][0]
    return ours, max(after, seen - LOOKED_AT_AGAIN)


def _marks(row: Row) -> dict[str, Any]:
    line, session, owner = row[0], row[1], row[-1]
    return {"line": line, "whose": hash_owner(name_channel(Thread.of(session)), owner)}


def _batches(rows: list[Row], claim: str) -> Iterator[Unembedded]:
    """Lines of several people never share a request, so each pays their own."""
    whose = sorted(rows, key=lambda row: (row[1], row[-1], row[0]))
    for (session, owner), lines in groupby(whose, key=lambda row: (row[1], row[-1])):
        own = [read_passage(row[:-1]) for row in lines]
        for start in range(0, len(own), MOST_OF_ONE):
            some = tuple(own[start : start + MOST_OF_ONE])
            yield Unembedded(Whose(SessionId(session), Person.of(owner)), some, claim)

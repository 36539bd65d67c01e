"""How many turns a second one process carries out when the model answers at once.

The floor is the commits alone: as many, of one row each, as the turns' own, by the driver and
nothing else, on the same store and as durable. What a model costs is measured elsewhere.
"""

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests.benchmarks.counting import Watch
from tests.benchmarks.instant import InstantBot, an_instant_bot
from tests.faults.cluster import a_database, a_server

SESSIONS = (1, 50, 200)
TURNS = 400
WARMING = 20
TITLE = "Turns a second of one process whose model answers at once; the floor: its commits"
FLOOR_TABLE = "CREATE TABLE floor (body TEXT NOT NULL)"
FLOOR_ROW = "INSERT INTO floor (body) VALUES ('x')"
MOST_STATEMENTS, MOST_COMMITS = 14, 7  # of a turn with two model calls

Commits = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Pace:
    """Turns a second with so many sessions at once, and how often the floor fits into one."""

    store: str
    sessions: int
    turns: int
    per_second: float
    ratio: float


@dataclass(frozen=True, slots=True)
class Found:
    """All paces, and what one turn asks of the store."""

    paces: Sequence[Pace]
    statements: int
    commits: int


async def throughput() -> Found:
    """Measure SQLite, then a Postgres of our own; each pace beside its floor."""
    watch = Watch()
    with tempfile.TemporaryDirectory() as folder:
        with watch.set_up():
            async with an_instant_bot(f"sqlite:///{folder}/frontdesk.db") as bot:
                await _warm_up(bot)
                with watch.counting() as counted:
                    await bot.ask("warm")
                with _sqlite_floor(Path(folder)) as commit:
                    paces = await _paces("SQLite", bot, commit, counted.writing)
        with a_server() as server, a_database(server) as address:
            async with an_instant_bot(address) as bot:
                await _warm_up(bot)
                with _postgres_floor(address) as commit:
                    paces += await _paces("Postgres", bot, commit, counted.writing)
    return Found(paces, counted.statements, counted.writing)


async def _warm_up(bot: InstantBot) -> None:
    for _ in range(WARMING):
        await bot.ask("warm")


async def _paces(store: str, bot: InstantBot, commit: Commits, commits: int) -> list[Pace]:
    found = []
    for sessions in SESSIONS:
        each = TURNS // sessions
        began = time.perf_counter()
        await asyncio.gather(
            *(_converse(bot, f"{sessions} {name}", each) for name in range(sessions))
        )
        seconds = time.perf_counter() - began
        began = time.perf_counter()
        commit(TURNS * commits)
        floor = time.perf_counter() - began
        found.append(Pace(store, sessions, TURNS, TURNS / seconds, seconds / floor))
    return found


async def _converse(bot: InstantBot, session: str, turns: int) -> None:
    for _ in range(turns):
        await bot.ask(session)


@contextmanager
def _sqlite_floor(folder: Path) -> Iterator[Commits]:
    with closing(sqlite3.connect(folder / "floor.db", isolation_level=None)) as database:
        for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", FLOOR_TABLE):
            database.execute(statement)

        def commit(times: int) -> None:
            for _ in range(times):
                database.execute(FLOOR_ROW)

        yield commit


@contextmanager
def _postgres_floor(address: str) -> Iterator[Commits]:
    with psycopg.connect(address, autocommit=True) as database:
        database.execute(FLOOR_TABLE)

        def commit(times: int) -> None:
            for _ in range(times):
                database.execute(FLOOR_ROW)

        yield commit


def as_text(found: Found) -> str:
    """The figures, to read."""
    lines = [
        f"  {one.store:<10}{one.sessions:>10}{one.per_second:>10.1f}"
        f"{one.ratio:>10.1f}{one.turns:>8}"
        for one in found.paces
    ]
    asked = (
        f"  a turn of two model calls: {found.statements} statements "
        f"(target: {MOST_STATEMENTS}), {found.commits} commits (target: {MOST_COMMITS})"
    )
    head = f"  {'store':<10}{'sessions':>10}{'turns/s':>10}{'ratio':>10}{'N':>8}"
    return "\n".join([TITLE, head, *lines, asked])

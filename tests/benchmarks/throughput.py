"""How many turns a second one process carries out when the model answers at once.

Each pace stands beside its floor, which asks and commits as often as the turns do, as durably,
in as many conversations at once, and does nothing else: the official client posts the same bodies
raw to the same server, and the driver writes one row a commit. Where the model is in the process
itself and costs nothing, the floor is the commits alone.
"""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace

from tests.benchmarks.bot import a_model_server
from tests.benchmarks.counting import Counted, Post, Statements, Watch
from tests.benchmarks.floor import (
    Commits,
    Floor,
    Kind,
    a_floor,
    postgres_commits,
    sqlite_commits,
)
from tests.benchmarks.instant import InstantBot, an_instant_bot
from tests.faults.cluster import a_database, a_server

SESSIONS = (1, 50, 200)
TURNS = 400
WARMING = 20
TITLE = "Turns a second of one process whose model answers at once; ratio: to the floor"
MOST_STATEMENTS, MOST_COMMITS = 14, 7  # of a turn with one question
WITHIN, SERVED = "within", "served"

Once = Callable[[str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Pace:
    """Turns a second with so many sessions at once, and how often the floor fits into one."""

    store: str
    model: str
    sessions: int
    turns: int
    per_second: float
    ratio: float


@dataclass(frozen=True, slots=True)
class Found:
    """All paces, and what one turn asks of the store."""

    paces: Sequence[Pace]
    turn: Statements


async def throughput() -> Found:
    """Measure SQLite, then a Postgres of our own, each without and with a model that is served."""
    with a_model_server() as base_url, _sqlite() as (new, commit), _watching() as watch:
        async with an_instant_bot(new(), base_url) as bot:
            counted = await _counted(bot, watch)
        paces = await _both("SQLite", new, base_url, commit, counted)
    with a_model_server() as base_url, _postgres() as (new, commit):
        paces += await _both("Postgres", new, base_url, commit, counted)
    return Found(paces, counted.sql)


@contextmanager
def _watching() -> Iterator[Watch]:
    watch = Watch()
    with watch.set_up():
        yield watch


@contextmanager
def _sqlite() -> Iterator[tuple[Callable[[], str], Commits]]:
    """Addresses of new databases, and bare commits to one."""
    with ExitStack() as opened:

        def new() -> str:
            folder = opened.enter_context(tempfile.TemporaryDirectory())
            return f"sqlite:///{folder}/frontdesk.db"

        yield new, opened.enter_context(sqlite_commits())


@contextmanager
def _postgres() -> Iterator[tuple[Callable[[], str], Commits]]:
    with a_server() as server, ExitStack() as opened:

        def new() -> str:
            return opened.enter_context(a_database(server))

        yield new, opened.enter_context(postgres_commits(new()))


async def _counted(bot: InstantBot, watch: Watch) -> Counted:
    """What one turn asks of the model and of the store."""
    await _warm_up(bot)
    bot.calls.keeps = True
    with watch.counting() as sql:
        await bot.ask("warm")
    return Counted(tuple(map(Post.of, bot.calls.take())), sql)


async def _both(
    store: str, new: Callable[[], str], base_url: str, commit: Commits, turn: Counted
) -> list[Pace]:
    alone = replace(turn, posts=())
    async with a_floor(base_url, commit) as floor:
        within = await _paces(store, WITHIN, an_instant_bot(new()), floor, alone)
        return within + await _paces(store, SERVED, an_instant_bot(new(), base_url), floor, turn)


async def _paces(
    store: str,
    model: str,
    a_bot: AbstractAsyncContextManager[InstantBot],
    floor: Floor,
    turn: Counted,
) -> list[Pace]:
    found = []
    async with a_bot as bot:
        await _warm_up(bot)
        for sessions in SESSIONS:
            seconds = await _seconds(sessions, bot.ask)
            least = await _seconds(sessions, lambda _: floor.run(turn, Kind.STRICT))
            found.append(Pace(store, model, sessions, TURNS, TURNS / seconds, seconds / least))
    return found


async def _warm_up(bot: InstantBot) -> None:
    for _ in range(WARMING):
        await bot.ask("warm")


async def _seconds(sessions: int, once: Once) -> float:
    """How long all turns take, each session's one after the other."""

    async def converse(session: str) -> None:
        for _ in range(TURNS // sessions):
            await once(session)

    began = time.perf_counter()
    await asyncio.gather(*(converse(f"{sessions} {name}") for name in range(sessions)))
    return time.perf_counter() - began


def as_text(found: Found) -> str:
    """The figures, to read."""
    lines = [
        f"  {one.store:<10}{one.model:<8}{one.sessions:>10}{one.per_second:>10.1f}"
        f"{one.ratio:>10.1f}{one.turns:>8}"
        for one in found.paces
    ]
    floors = (
        "  within: the model is in the process; the floor is its commits",
        "  served: by another process; the floor is the bare client's requests, and the commits",
    )
    asked = (
        f"  a turn of one question: {found.turn.statements} statements "
        f"(target: {MOST_STATEMENTS}), {found.turn.writing} commits (target: {MOST_COMMITS})"
    )
    head = f"  {'store':<10}{'model':<8}{'sessions':>10}{'turns/s':>10}{'ratio':>10}{'N':>8}"
    return "\n".join([TITLE, *floors, head, *lines, asked])

"""Many workers, few doors, one Postgres: in order, one at a time, nothing lost, nothing twice."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import quantiles

import pytest

from tests.faults.cluster import Cluster, Member, a_database, a_server
from tests.faults.conftest import Count, asked_kills
from tests.faults.crowd import BEGUN, ENDED, Entry
from tests.faults.tallying import ALL_WELL, faults, judged, taken_for_dead, talk

pytestmark = [
    pytest.mark.faults,
    pytest.mark.postgres,
    pytest.mark.timeout(1800),
    pytest.mark.proves("R13"),
]

WORKERS, DOORS = 4, 2
FEWEST_WAITS = 2  # a percentile of fewer is none
SESSIONS_OF_A_FROST = 24


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with a_server() as address:
        yield address


@pytest.fixture
def address(server: str) -> Iterator[str]:
    with a_database(server) as address:
        yield address


@asynccontextmanager
async def a_cluster(
    folder: Path, address: str, workers: int = WORKERS, *, seconds: float = 0.0
) -> AsyncIterator[Cluster]:
    async with Cluster(folder, address, seconds) as cluster:
        await cluster.open_doors(DOORS)
        await cluster.start_workers(workers)
        yield cluster


async def test_every_message_of_many_sessions_is_answered_once_in_order(
    tmp_path: Path, address: str, count: Count
):
    sessions, messages = (200, 50) if asked_kills() else (6, 8)
    async with a_cluster(tmp_path, address) as cluster:
        await asyncio.gather(*(talk(cluster, f"s{n}", messages) for n in range(sessions)))
        await cluster.until_done()

        assert faults(cluster, judged(cluster, sessions * messages)) == ALL_WELL
        pids = {entry.pid for entry in cluster.entries()}
        dead = taken_for_dead(cluster)
    # Of few messages, one worker may happen to get all.
    assert len(pids) == WORKERS or not asked_kills(), "all of them worked"
    count(messages_of_many_sessions=sessions * messages, of_them_taken_from_living_workers=dead)


async def test_what_a_killed_worker_was_at_is_taken_over(
    tmp_path: Path, address: str, count: Count
):
    goal, kills = 20 if asked_kills() else 1, 0
    waits = list[float]()
    async with a_cluster(tmp_path, address, 2, seconds=0.5) as cluster:
        while kills < goal or len(waits) < FEWEST_WAITS:
            sessions = [f"k{kills}s{n}" for n in range(8)]
            await asyncio.gather(*(cluster.say(session, 0) for session in sessions))
            victim = await a_busy_worker(cluster)
            at = await victim.kill()
            before = unfinished(cluster.entries(), victim.pid)
            await cluster.start_workers(1)
            await cluster.until_done()
            waits += taken_over_after(cluster.entries(), before, at)
            kills += 1

        result = judged(cluster, kills * 8)
    assert result.as_promised == ALL_WELL
    count(
        turns_of_killed_workers=len(waits),
        take_over_p95_milliseconds=round(1000 * quantiles(waits, n=20, method="inclusive")[-1]),
    )


async def test_a_worker_that_was_frozen_changes_nothing_any_more(
    tmp_path: Path, address: str, count: Count
):
    goal = 100 if asked_kills() else 1
    thawed = frosts = 0
    async with a_cluster(tmp_path, address, WORKERS + 1, seconds=1.0) as cluster:
        while thawed < goal:
            thawed += await a_frost(cluster, f"f{frosts}")
            frosts += 1

        result = judged(cluster, frosts * SESSIONS_OF_A_FROST)
    assert result.as_promised == ALL_WELL
    count(frozen_and_thawed_workers=thawed, of_them_fenced=thawed)


async def a_frost(cluster: Cluster, name: str) -> int:
    """Freeze workers in the middle of turns until another has done those, then thaw them.

    How many were thawed; each of them has left what it was at.
    """
    _, *others = (member for member in cluster.members if member.name == "worker")
    sessions = [f"{name}s{number}" for number in range(SESSIONS_OF_A_FROST)]
    await asyncio.gather(*(cluster.say(session, 0) for session in sessions))
    await cluster.until(lambda: any(unfinished(cluster.entries(), w.pid) for w in others))
    for worker in others:
        worker.freeze()
    entries = cluster.entries()
    held = {worker.pid: unfinished(entries, worker.pid) for worker in others}
    await cluster.until_done()
    for worker in others:
        worker.thaw()
    await cluster.until(lambda: all(has_left(cluster, w, held[w.pid]) for w in others))
    return sum(bool(sessions) for sessions in held.values())


def unfinished(entries: Sequence[Entry], pid: int) -> set[str]:
    """The sessions in which a process began and did not end."""
    mine = [entry for entry in entries if entry.pid == pid]
    ended = {entry.session for entry in mine if entry.what == ENDED}
    return {entry.session for entry in mine} - ended


async def a_busy_worker(cluster: Cluster) -> Member:
    """A worker in the middle of a turn."""
    found = list[Member]()

    def is_busy() -> bool:
        entries = cluster.entries()
        workers = (m for m in cluster.members if m.name == "worker" and m.is_running)
        found[:] = [worker for worker in workers if unfinished(entries, worker.pid)]
        return bool(found)

    await cluster.until(is_busy)
    return found[0]


def taken_over_after(entries: Sequence[Entry], sessions: set[str], at: float) -> list[float]:
    """How long after a moment each of these sessions was begun again."""
    begun = [entry for entry in entries if entry.what == BEGUN and entry.at > at]
    return [min(e.at - at for e in begun if e.session == session) for session in sessions]


def has_left(cluster: Cluster, worker: Member, sessions: set[str]) -> bool:
    """Whether a worker has left all turns it had begun in these sessions."""
    left = cluster.logged("turn_left", worker)
    return sessions <= {line["session"].rpartition("/")[2] for line in left}

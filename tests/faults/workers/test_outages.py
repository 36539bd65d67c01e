"""Workers through orderly stops, and what people ask and hear meanwhile."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.cluster import Cluster, a_database, a_server
from tests.faults.conftest import Count, asked_kills
from tests.faults.crowd import BEGUN, ENDED, GATE
from tests.faults.tallying import ALL_WELL, faults, judged, talk

pytestmark = [
    pytest.mark.faults,
    pytest.mark.postgres,
    pytest.mark.timeout(1800),
    pytest.mark.proves("R13"),
]


DOORS_THAT_HEAR = "SELECT 1 FROM pg_stat_activity WHERE query = 'LISTEN frontdesk_told'"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with a_server() as address:
        yield address


@pytest.fixture
def address(server: str) -> Iterator[str]:
    with a_database(server) as address:
        yield address


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """No turn ends before there is such a file."""
    return tmp_path / "gate"


async def test_workers_are_replaced_one_by_one_and_nobody_notices(
    tmp_path: Path, address: str, count: Count
):
    stops, sessions, messages = (20, 20, 40) if asked_kills() else (1, 4, 8)
    async with Cluster(tmp_path, address, 0.1) as cluster:
        await cluster.open_doors(1)
        workers = list(await cluster.start_workers(2))
        talks = asyncio.gather(*(talk(cluster, f"s{n}", messages) for n in range(sessions)))
        for _ in range(stops):
            workers += await cluster.start_workers(1)
            await workers.pop(0).stop()
        await talks
        await cluster.until_done()

        assert faults(cluster, judged(cluster, sessions * messages)) == ALL_WELL
    count(workers_replaced=stops)


async def test_who_asks_how_things_are_is_told_while_a_turn_runs_elsewhere(
    tmp_path: Path, address: str, gate: Path
):
    async with Cluster(tmp_path, address, settings={GATE: str(gate)}) as cluster:
        await cluster.open_doors(1)
        await cluster.start_workers(1)
        await cluster.say("s1", 1)
        await cluster.until(lambda: [entry.what for entry in cluster.entries()] == [BEGUN])

        asked = await cluster.tell("s1", "status", "status.1")
        await cluster.until(
            lambda: bool(cluster.rows(f"SELECT 1 FROM http_events WHERE reply_to = '{asked}'"))  # noqa: S608 - an id of ours
        )

        assert ENDED not in {entry.what for entry in cluster.entries()}
        await asyncio.to_thread(gate.touch)
        await cluster.until_done()


async def test_progress_of_a_worker_is_streamed_at_other_doors(
    tmp_path: Path, address: str, gate: Path
):
    async with Cluster(tmp_path, address, settings={GATE: str(gate)}) as cluster:
        await cluster.open_doors(1)
        await cluster.start_workers(1)
        await cluster.until(lambda: bool(cluster.rows(DOORS_THAT_HEAR)))
        await asyncio.to_thread(gate.touch)
        await cluster.say("s1", 1)
        await cluster.until_done()
        await asyncio.to_thread(gate.unlink)

        heard = asyncio.create_task(cluster.streamed("s1", until="tallying 2"))
        await cluster.until(lambda: cluster.is_listening)
        await cluster.say("s1", 2)

        assert "event: progress" in await heard
        await asyncio.to_thread(gate.touch)


async def test_a_worker_shows_its_own_figures(tmp_path: Path, address: str):
    port = {"FRONTDESK_WORKER_PORT": "0"}
    async with Cluster(tmp_path, address, settings=port) as cluster:
        await cluster.open_doors(1)
        (worker,) = await cluster.start_workers(1)
        await cluster.say("s1", 1)
        await cluster.until_done()

        figures = await cluster.page_of(worker, "/metrics")

    assert 'frontdesk_turns_total{platform="http"} 1.0' in figures

"""What waits is counted by the database: doors and workers show the same."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.cluster import Cluster, Member, a_database, a_server

pytestmark = [pytest.mark.faults, pytest.mark.postgres, pytest.mark.timeout(1_500)]

SHOWN = ("frontdesk_queue_depth", "frontdesk_jobs_waiting")
JOBS_LEFT = "SELECT COUNT(*) FROM procrastinate.procrastinate_jobs"
AGES = ("frontdesk_queue_age_seconds", "frontdesk_jobs_age_seconds")


@pytest.fixture
def address() -> Iterator[str]:
    with a_server() as server, a_database(server) as address:
        yield address


async def figures(cluster: Cluster, member: Member) -> dict[str, float]:
    page = await cluster.page_of(member, "/metrics")
    lines = [line.split(" ") for line in page.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines if name in (*SHOWN, *AGES)}


async def test_doors_and_workers_show_the_same_queue(tmp_path: Path, address: str):
    settings = {"FRONTDESK_WORKER_PORT": "0"}
    async with Cluster(tmp_path, address, settings=settings) as cluster:
        await cluster.open_doors(1)
        (door,) = cluster.members
        for session in ("s1", "s2"):
            await cluster.say(session, 1)
        await cluster.say("s2", 2)
        waiting = await figures(cluster, door)

        (worker,) = await cluster.start_workers(1)
        await cluster.until_done()
        await cluster.until(lambda: cluster.rows(JOBS_LEFT) == [(0,)])
        done = [await figures(cluster, member) for member in (door, worker)]

    assert [waiting[name] for name in SHOWN] == [3, 2]
    assert all(waiting[name] > 0 for name in AGES)
    assert done == [dict.fromkeys((*SHOWN, *AGES), 0.0)] * 2

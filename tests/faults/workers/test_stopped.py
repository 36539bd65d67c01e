"""Told to stop while their database answers nobody, doors and workers end, and lose nothing."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tests.faults.cluster import Cluster, a_database, a_server
from tests.faults.conftest import Count, asked_kills
from tests.faults.crowd import BEGUN
from tests.faults.tallying import ALL_WELL, judged

pytestmark = [
    pytest.mark.faults,
    pytest.mark.postgres,
    pytest.mark.timeout(1800),
    pytest.mark.proves("R14"),
]

FIRST = "SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int"
OTHERS = """
    SELECT pid FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"""


@pytest.fixture
def address() -> Iterator[str]:
    with a_server() as server, a_database(server) as address:
        yield address


@contextmanager
def frozen(address: str) -> Iterator[None]:
    """Let the server take everything and answer nothing, as one behind a broken network does."""
    frozen = list[int]()
    try:
        with psycopg.connect(address) as connection:
            for which in (FIRST, OTHERS):  # whoever connects from then on waits
                pids = [pid for (pid,) in connection.execute(which)]
                for pid in pids:
                    os.kill(pid, signal.SIGSTOP)
                frozen += pids
        yield
    finally:
        for pid in frozen:
            os.kill(pid, signal.SIGCONT)


@pytest.mark.skipif(not asked_kills(), reason="waits for long; run by make faults")
async def test_who_is_told_to_stop_while_the_database_hangs_ends_and_loses_nothing(
    tmp_path: Path, address: str, count: Count
):
    sessions = [f"s{number}" for number in range(4)]
    async with Cluster(tmp_path, address, 1.0) as cluster:
        await cluster.open_doors(1)
        await cluster.start_workers(1)
        await asyncio.gather(*(cluster.say(session, 0) for session in sessions))
        await cluster.until(lambda: {entry.what for entry in cluster.entries()} == {BEGUN})

        with frozen(address):
            begun = time.monotonic()
            await asyncio.gather(*(member.stop() for member in cluster.members))
            seconds = round(time.monotonic() - begun)

        await cluster.start_workers(1)
        await cluster.until_done()
        result = judged(cluster, len(sessions))
    assert result.as_promised == ALL_WELL
    count(seconds_to_stop_while_the_database_hangs=seconds)

"""What a machine carries: messages a second over HTTP, and memory, by how many processes.

The agent answers at once and asks no model, so that this is what the bot itself costs. Doors,
workers, Postgres and whoever sends share the machine.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.faults.cluster import Cluster, a_database, a_server
from tests.faults.crowd import ENDED

MESSAGES, SESSIONS = 600, 60
WARMING = 60
WORKERS = (1, 2, 4)
KILOBYTES_PER_MEGABYTE = 1024
TITLE = "Messages a second over HTTP, to an agent that answers at once"


@dataclass(frozen=True, slots=True)
class Size:
    """So many messages a second, by so many workers; memory of each door and each worker."""

    name: str
    per_second: float
    megabytes: Sequence[int]


async def sizes() -> Sequence[Size]:
    """Measure one process on SQLite, then workers on Postgres."""
    with tempfile.TemporaryDirectory() as folder:
        found = [await _size(folder, f"sqlite:///{folder}/frontdesk.db", workers=0)]
    for workers in WORKERS:
        with (
            tempfile.TemporaryDirectory() as folder,
            a_server() as server,
            a_database(server) as address,
        ):
            found.append(await _size(folder, address, workers=workers))
    return found


async def _size(folder: str, address: str, *, workers: int) -> Size:
    async with Cluster(Path(folder), address) as cluster:
        await cluster.open_doors(1)
        await cluster.start_workers(workers)
        await _flood(cluster, 0, WARMING)
        began = time.monotonic()
        await _flood(cluster, WARMING, MESSAGES)
        seconds = time.monotonic() - began
        megabytes = [_megabytes(member.pid) for member in cluster.members]
    name = f"Postgres, 1 door, workers: {workers}" if workers else "SQLite, 1 process"
    return Size(name, MESSAGES / seconds, megabytes)


async def _flood(cluster: Cluster, first: int, messages: int) -> None:
    """Send them as fast as they are taken in, and wait until all are answered."""
    each = messages // SESSIONS

    async def talk(session: int) -> None:
        for number in range(each):
            await cluster.say(f"s{session}", first + number)

    await asyncio.gather(*(talk(session) for session in range(SESSIONS)))
    done = first // SESSIONS * SESSIONS + messages
    await cluster.until(lambda: sum(e.what == ENDED for e in cluster.entries()) >= done)


def _megabytes(pid: int) -> int:
    """What a process holds of the machine's memory."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    (resident,) = (line.split()[1] for line in lines if line.startswith("VmRSS:"))
    return int(resident) // KILOBYTES_PER_MEGABYTE


def _row(megabytes: Sequence[int]) -> str:
    return ", ".join(map(str, megabytes))


def as_text(found: Sequence[Size]) -> str:
    """The figures, to read."""
    load, cores = os.getloadavg()[0], os.cpu_count()
    head = f"  {'':<36}{'messages/s':>12}{'N':>8}  MB of each process"
    lines = [
        f"  {one.name:<36}{one.per_second:>12.1f}{MESSAGES:>8}  {_row(one.megabytes)}"
        for one in found
    ]
    return "\n".join([f"{TITLE} ({cores} cores, load {load:.0f})", head, *lines])

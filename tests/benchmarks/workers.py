"""How long a message waits for a worker that has nothing else to do; all are processes.

A machine that does other things as well shows those: `chrt -r 5 make bench` goes before them.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

from tests.faults.cluster import Cluster, a_database, a_server
from tests.faults.crowd import BEGUN

MESSAGES = 300
SESSIONS = 30
WARMING = 20
EVERY_SECONDS = 0.05
WORKERS = 2
MILLI = 1000.0


@dataclass(frozen=True, slots=True)
class Waits:
    """Milliseconds to a message's agent's first line."""

    p50: float
    p99: float
    worst: float
    messages: int

    @classmethod
    def of(cls, seconds: Sequence[float]) -> "Waits":
        """Sum up single waits."""
        cuts = quantiles([one * MILLI for one in seconds], n=100, method="inclusive")
        return cls(cuts[49], cuts[98], max(seconds) * MILLI, len(seconds))


async def waits() -> tuple[Waits, Waits]:
    """Send messages one after the other, each to workers that are idle.

    The first counts from sending a message over HTTP, the second from hearing that it is kept.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        a_server() as server,
        a_database(server) as address,
    ):
        async with Cluster(Path(folder), address) as cluster:
            await cluster.open_doors(1)
            await cluster.start_workers(WORKERS)
            sent, kept = {}, {}
            for number in range(WARMING + MESSAGES):
                session = f"s{number % SESSIONS}"
                sent[session, number] = time.monotonic()
                kept[session, number] = await cluster.say(session, number)
                await asyncio.sleep(EVERY_SECONDS)
            await cluster.until_done()
            begun = {(e.session, e.number): e.at for e in cluster.entries() if e.what == BEGUN}

    def _since(at: dict[tuple[str, int], float]) -> Waits:
        # A turn may begin before its sender has heard that the message was kept.
        each = [max(0.0, begun[key] - began) for key, began in at.items()]
        return Waits.of(each[WARMING:])

    return _since(sent), _since(kept)


def as_text(waited: Sequence[Waits]) -> str:
    """The figures, to read."""
    lines = [
        f"  {name:<24}{one.p50:>8.1f}{one.p99:>8.1f}{one.worst:>8.1f}{one.messages:>8}"
        for name, one in zip(("since it was sent", "since it was accepted"), waited, strict=True)
    ]
    targets = f"targets: 15, 100; load {os.getloadavg()[0]:.0f}"
    return "\n".join(
        [
            f"From a message over HTTP to its turn, {WORKERS} idle workers, ms ({targets})",
            f"  {'':<24}{'p50':>8}{'p99':>8}{'max':>8}{'N':>8}",
            *lines,
        ]
    )

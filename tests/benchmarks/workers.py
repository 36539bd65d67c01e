"""How long a message waits for a worker that has nothing else to do; all are processes."""

import asyncio
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
    """Milliseconds from sending a message over HTTP to its agent's first line."""

    p50: float
    p99: float
    worst: float
    messages: int

    @classmethod
    def of(cls, seconds: Sequence[float]) -> "Waits":
        """Sum up single waits."""
        cuts = quantiles([one * MILLI for one in seconds], n=100, method="inclusive")
        return cls(cuts[49], cuts[98], max(seconds) * MILLI, len(seconds))


async def waits() -> Waits:
    """Send messages one after the other, each to workers that are idle."""
    with (
        tempfile.TemporaryDirectory() as folder,
        a_server() as server,
        a_database(server) as address,
    ):
        async with Cluster(Path(folder), address) as cluster:
            await cluster.open_doors(1)
            await cluster.start_workers(WORKERS)
            sent = {}
            for number in range(WARMING + MESSAGES):
                session = f"s{number % SESSIONS}"
                sent[session, number] = time.monotonic()
                await cluster.say(session, number)
                await asyncio.sleep(EVERY_SECONDS)
            await cluster.until_done()
            begun = {(e.session, e.number): e.at for e in cluster.entries() if e.what == BEGUN}
    each = [begun[key] - at for key, at in sent.items()]
    return Waits.of(each[WARMING:])


def as_text(waited: Waits) -> str:
    """The figures, to read."""
    figures = "".join(f"{each:>8.1f}" for each in (waited.p50, waited.p99, waited.worst))
    name = f"{WORKERS} workers, 1 door"
    return "\n".join(
        [
            "From a message over HTTP to its turn on an idle worker, ms (targets: 15, 100)",
            f"  {'':<24}{'p50':>8}{'p99':>8}{'max':>8}{'N':>8}",
            f"  {name:<24}{figures}{waited.messages:>8}",
        ]
    )

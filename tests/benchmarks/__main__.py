"""`make bench`: what a turn costs, and how that compares with what no bot can do without.

`python -m tests.benchmarks soak` looks whether a process grows over 20,000 turns,
`instructions` counts what CPU seconds are too noisy for, `throughput` alone how many turns a
second it carries out, `sizes` how many messages a second processes on one machine do, `workers`
how soon they begin one, and `load` whether one holds what Slack may bring: bursts, then ten events
a second for an hour, or for `--minutes`.
"""

import argparse
import asyncio
from collections.abc import Callable

from tests.benchmarks import (
    acks,
    instructions,
    load,
    plans,
    remembering,
    sizes,
    soak,
    throughput,
    workers,
)
from tests.benchmarks.report import as_json, as_text
from tests.benchmarks.taking import take

HOUR_MINUTES = 60.0
PARTS: dict[str, Callable[[float], str]] = {
    "instructions": lambda _: instructions.instructions(),
    "load": lambda minutes: load.as_text(asyncio.run(load.load(load.all_stages(minutes)))),
    "sizes": lambda _: sizes.as_text(asyncio.run(sizes.sizes())),
    "soak": lambda _: soak.as_text(asyncio.run(soak.soak())),
    "throughput": lambda _: throughput.as_text(asyncio.run(throughput.throughput())),
    "workers": lambda _: workers.as_text(asyncio.run(workers.waits())),
}


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--json", action="store_true", help="figures for programs")
    parser.add_argument("--pairs", type=int, default=15, help="how often CPU is compared")
    parser.add_argument("--minutes", type=float, default=HOUR_MINUTES, help="how long load stays")
    parser.add_argument("part", nargs="?", choices=sorted(PARTS), help="only this, else the rest")
    arguments = parser.parse_args()
    if arguments.part:
        print(PARTS[arguments.part](arguments.minutes))
        return
    report = asyncio.run(take(arguments.pairs))
    print(as_json(report) if arguments.json else as_text(report))
    if not arguments.json:
        steady = asyncio.run(acks.acks(acks.STEADY_PER_SECOND))
        burst = asyncio.run(acks.acks(acks.BURST_PER_SECOND))
        print(f"\n{acks.as_text(steady, burst)}")
        print(f"\n{plans.as_text(asyncio.run(plans.costs()))}")
        costs, recalls = asyncio.run(remembering.costs())
        print(f"\n{remembering.as_text(costs, recalls=recalls)}")
        for part in ("instructions", "workers", "throughput", "sizes"):
            print(f"\n{PARTS[part](HOUR_MINUTES)}")


if __name__ == "__main__":
    main()

"""Whether a process grows with the turns it has carried out: its memory and its open files."""

import gc
import resource
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import linear_regression

from tests.benchmarks.instant import an_instant_bot

TURNS = 20_000
SESSIONS = 200
EVERY = 500
MOST_GROWTH = 0.05
MEGABYTE = 2**20


@dataclass(frozen=True, slots=True)
class Sample:
    """How much a process holds after so many turns."""

    turns: int
    resident_bytes: int
    open_files: int

    @classmethod
    def of_this(cls, turns: int) -> "Sample":
        """Look at this process; what is garbage is cleared before."""
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        open_files = len(list(Path("/proc/self/fd").iterdir()))
        return cls(turns, pages * resource.getpagesize(), open_files)


@dataclass(frozen=True, slots=True)
class Soak:
    """All samples of one process, and how long its turns took."""

    samples: Sequence[Sample]
    seconds: float

    @property
    def second_half(self) -> Sequence[Sample]:
        """The samples after what a process loads and caches in its first turns."""
        return self.samples[len(self.samples) // 2 :]

    @property
    def growth(self) -> float:
        """By what share the memory grew over the second half, by the line that fits best."""
        half = self.second_half
        line = linear_regression([s.turns for s in half], [s.resident_bytes for s in half])
        grown = line.slope * (half[-1].turns - half[0].turns)
        return grown / (line.intercept + line.slope * half[0].turns)

    @property
    def is_steady(self) -> bool:
        """Whether it held its memory and its files."""
        files = [sample.open_files for sample in self.second_half]
        return self.growth < MOST_GROWTH and files[-1] <= files[0]


async def soak(turns: int = TURNS) -> Soak:
    """Ask so many questions, one after the other, in many sessions; look at it now and then."""
    began = time.monotonic()
    samples = list[Sample]()
    with tempfile.TemporaryDirectory() as folder:
        async with an_instant_bot(f"sqlite:///{folder}/frontdesk.db") as bot:
            for turn in range(1, turns + 1):
                await bot.ask(f"s{turn % SESSIONS}")
                if turn % EVERY == 0:
                    samples.append(Sample.of_this(turn))
    return Soak(samples, time.monotonic() - began)


def as_text(soaked: Soak) -> str:
    """The figures, to read."""
    every = max(1, len(soaked.samples) // 8)
    shown = [*soaked.samples[:-1:every], soaked.samples[-1]]
    title = (
        f"One process, {soaked.samples[-1].turns:,} turns in {SESSIONS} sessions, "
        f"{soaked.seconds:.0f} s, SQLite, a model that answers at once"
    )
    lines = [
        f"  {s.turns:>8,}{s.resident_bytes / MEGABYTE:>14.1f}{s.open_files:>12}" for s in shown
    ]
    verdict = (
        f"  memory over the second half: {soaked.growth:+.1%} (target: < {MOST_GROWTH:.0%})"
        f"{'' if soaked.is_steady else ' MISSED'}"
    )
    head = f"  {'turns':>8}{'MB resident':>14}{'open files':>12}"
    return "\n".join([title, head, *lines, verdict])

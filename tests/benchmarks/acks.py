"""How long Slack waits for an acknowledgement while every model call hangs."""

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

from bot.cli.application import QUIET
from bot.logs import set_up_logs
from tests.fakes.slack import FakeSlack
from tests.platforms.slow_model import Gated
from tests.platforms.two_doors import two_doors

EVENTS = 500
PEOPLE = 50
STEADY_PER_SECOND = 50
BURST_PER_SECOND = 500
LONGEST_SECONDS = 60.0
MILLI = 1000.0


@dataclass(frozen=True, slots=True)
class Acks:
    """Milliseconds from sending an event to its acknowledgement; fake and bot share a process."""

    p50: float
    p99: float
    worst: float
    events: int

    @classmethod
    def of(cls, seconds: Sequence[float]) -> "Acks":
        """Sum up single delays."""
        cuts = quantiles([one * MILLI for one in seconds], n=100, method="inclusive")
        return cls(cuts[49], cuts[98], max(seconds) * MILLI, len(seconds))


async def acks(per_second: int) -> Acks:
    """Send so many events a second over both doors, to a bot whose model does not answer."""
    model = Gated()
    with tempfile.TemporaryDirectory() as folder:
        async with FakeSlack() as fake, two_doors(fake, Path(folder), model=model) as doors:
            set_up_logs(QUIET, secrets=())
            for known in range(PEOPLE):
                fake.user(f"U{known + 100}", name=f"name {known}")
            sent = []
            for number in range(EVENTS):
                fake.door = doors[number % 2]
                person = f"U{number % PEOPLE + 100}"
                sent.append(await fake.say(person, None, f"echo {number}", wait=False))
                await asyncio.sleep(1 / per_second)
            waiting = [message.deliveries[0] for message in sent]
            await fake.until(lambda: all(one.is_acked for one in waiting), LONGEST_SECONDS)
            model.open()
    return Acks.of([one.ack_delay or 0.0 for one in waiting])


def as_text(steady: Acks, burst: Acks) -> str:
    """The figures, to read."""
    lines = [
        f"  {name:<24}{one.p50:>8.0f}{one.p99:>8.0f}{one.worst:>8.0f}{one.events:>8}"
        for name, one in (
            (f"{STEADY_PER_SECOND} events a second", steady),
            (f"{BURST_PER_SECOND} events in a second", burst),
        )
    ]
    head = f"  {'':<24}{'p50':>8}{'p99':>8}{'max':>8}{'N':>8}"
    return "\n".join(
        ["Acknowledging Slack while the model hangs, ms (target: p99 500)", head, *lines]
    )

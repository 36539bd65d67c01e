"""Whether one process holds the load that Slack may bring, with a model that takes its time.

The bot is a process of its own; Slack and the model are in this one, so that what they cost
makes delays longer, never shorter. Delays are figures; what is lost or doubled is a fault.
"""

import asyncio
import re
import resource
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import quantiles

from tests.fakes.model_answers import Answer, Asked, Reply
from tests.fakes.model_server import ModelServer
from tests.fakes.slack import FakeSlack, Message
from tests.faults.bot_process import reaching
from tests.faults.slack.process import SlackProcess
from tests.platforms import small_desk

PEOPLE = 500
MODEL_SECONDS = 2.0
CALLS_AT_ONCE = 100
LONGEST_SECONDS = 1_200.0
LOOK_SECONDS = 0.25
MILLI, MEGABYTE = 1000.0, 2**20
ANSWER = re.compile(r"answer (\d+)\.")


@dataclass(frozen=True, slots=True)
class Stage:
    """So many events a second, for so long."""

    name: str
    per_second: float
    seconds: float

    @property
    def events(self) -> int:
        """How many come in all."""
        return round(self.per_second * self.seconds)


@dataclass(frozen=True, slots=True)
class Held:
    """How a stage went: milliseconds to acknowledge, seconds until nothing was left to do."""

    stage: Stage
    ack_p50: float
    ack_p99: float
    ack_worst: float
    drained_seconds: float
    lost: int
    doubled: int
    megabytes: float
    """What the bot's process held when all was done."""


SHORT = (Stage("500 in a second", 500, 1), Stage("100 a second", 100, 60))


def all_stages(minutes: float) -> tuple[Stage, ...]:
    """The bursts, and what Slack may bring of one workspace for so long."""
    return (*SHORT, Stage("10 a second", 10, minutes * 60))


async def load(
    stages: Sequence[Stage], model_seconds: float = MODEL_SECONDS, database_url: str = ""
) -> list[Held]:
    """Bring stage after stage to one bot; each waits until nothing is left of the last.

    It keeps all in a file, or in a database with this address.
    """
    with tempfile.TemporaryDirectory() as folder:
        async with _a_bot(Path(folder), model_seconds, database_url) as bot:
            for number in range(PEOPLE):
                bot.fake.user(_person(number), name=f"name {number}")
            first, held = 0, []
            for stage in stages:
                held.append(await _held(bot, stage, first))
                first += stage.events
    return held


@asynccontextmanager
async def _a_bot(
    folder: Path, model_seconds: float, database_url: str
) -> AsyncIterator[SlackProcess]:
    def script(asked: Asked) -> Reply:
        answer = small_desk.answered(asked)
        assert isinstance(answer, Answer)
        return replace(answer, pause_seconds=model_seconds)

    async with FakeSlack() as fake, ModelServer(script) as model:
        settings = reaching(model, folder)
        settings["FRONTDESK_MODEL_CALLS_AT_ONCE"] = str(CALLS_AT_ONCE)
        if database_url:
            settings["DATABASE_URL"] = database_url
        async with SlackProcess(folder, settings, model.asked, fake=fake) as bot:
            yield bot


async def _held(bot: SlackProcess, stage: Stage, first: int) -> Held:
    fake, began = bot.fake, time.monotonic()
    said = list[Message]()
    for number in range(stage.events):
        await asyncio.sleep(max(0.0, began + number / stage.per_second - time.monotonic()))
        text = f"echo {first + number}"
        said.append(await fake.say(_person(number), None, text, wait=False))
    ended = time.monotonic()
    wanted = {str(first + number) for number in range(stage.events)}
    answers = await _answers(fake, said)
    delays = [message.deliveries[0].ack_delay or LONGEST_SECONDS for message in said]
    cuts = quantiles([delay * MILLI for delay in delays], n=100, method="inclusive")
    return Held(
        stage,
        ack_p50=cuts[49],
        ack_p99=cuts[98],
        ack_worst=max(delays) * MILLI,
        drained_seconds=time.monotonic() - ended,
        lost=len(wanted - answers.keys()),
        doubled=sum(count > 1 for count in answers.values()),
        megabytes=_resident(bot),
    )


async def _answers(fake: FakeSlack, said: Sequence[Message]) -> Counter[str]:
    """Wait until all is answered, or for long; how often each was."""
    until, left = time.monotonic() + LONGEST_SECONDS, list(said)
    while left and time.monotonic() < until:
        left = [message for message in left if not _numbers(fake, message)]
        await asyncio.sleep(LOOK_SECONDS)
    return Counter(number for message in said for number in _numbers(fake, message))


def _numbers(fake: FakeSlack, message: Message) -> list[str]:
    """The numbers that were answered in the thread of a message."""
    shown = (answer.shown for answer in fake.answers(message.channel, message.ts))
    return [number for text in shown for number in ANSWER.findall(text)]


def _person(number: int) -> str:
    return f"U{number % PEOPLE + 1_000}"


def _resident(bot: SlackProcess) -> float:
    pages = int(Path(f"/proc/{bot.pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / MEGABYTE


def as_text(held: Sequence[Held], store: str = "SQLite") -> str:
    """The figures, to read."""
    title = (
        f"One process on {store} under load from Slack; a model that takes {MODEL_SECONDS:.0f} s "
        f"a call, twice a turn (targets: ack p99 500 ms, max 2,500 ms; drained in 300 s)"
    )
    head = (
        f"  {'':<18}{'events':>8}{'ack p50':>9}{'p99':>7}{'max':>7}{'drained s':>11}"
        f"{'lost':>6}{'doubled':>9}{'MB':>8}"
    )
    lines = [
        f"  {one.stage.name:<18}{one.stage.events:>8,}{one.ack_p50:>9.0f}{one.ack_p99:>7.0f}"
        f"{one.ack_worst:>7.0f}{one.drained_seconds:>11.1f}{one.lost:>6}{one.doubled:>9}"
        f"{one.megabytes:>8.1f}"
        for one in held
    ]
    return "\n".join([title, head, *lines])

"""What a turn costs as its session grows: the prompt it sends, and the CPU it takes."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from statistics import median
from time import process_time

from agents.kit.values.model import Model, ModelCall, ModelReply, Purpose
from agents.kit.values.person import Person
from bot.bootstrap import App, Settings, build
from bot.cli.application import QUIET
from bot.core.turn.answer import answer
from bot.domain.messages import Incoming, Thread
from bot.engine.dispatcher import InProcessDispatcher, Run
from bot.engine.engine import Engine
from bot.engine.internal_jobs import Rememberer
from bot.llm.model_reader import ModelReader
from bot.logs import set_up_logs
from tests.benchmarks.bot import PLATFORM, Quiet
from tests.fakes.stand_in import StandIn

TURNS = (10, 30, 100, 1_000)
AROUND = 4  # so many turns before and after each are measured too, for the median of CPU
FACT = "Please note that my locker is number 4711 in the basement"


@dataclass
class Measured(Model):
    """Measures what an agent's call holds."""

    inner: Model
    characters: int = 0
    read: str = ""

    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        if call.purpose is Purpose.AGENT:
            self.read = "\n".join(message.content for message in call.messages)
            self.characters = len(self.read)
        return await self.inner.complete(call, within_seconds=within_seconds)


@dataclass(frozen=True, slots=True)
class Cost:
    """Characters of the prompt, and milliseconds of CPU, of a turn."""

    characters: int
    cpu_ms: float


@dataclass
class Talk:
    """A session that goes on and on."""

    engine: Engine
    dispatcher: InProcessDispatcher
    rememberer: Rememberer
    model: Measured
    said: int = 0

    async def say(self, text: str) -> Cost:
        """Carry one turn to its end."""
        self.said += 1
        thread, ana = Thread(PLATFORM, "local", "chat", "1"), Person(PLATFORM, "local", "ana")
        event = Incoming(f"event-{self.said}", thread, ana, text=f"@concierge {text}")
        began = process_time()
        await self.engine.accept(event)
        await self.dispatcher.idle()
        return Cost(self.model.characters, (process_time() - began) * 1000)


async def costs() -> tuple[dict[int, Cost], bool]:
    """The cost of a turn at each of these lengths, and whether the first fact is recalled last."""
    found: dict[int, Cost] = {}
    async with _talk() as talk:
        await talk.say("hello")
        await talk.say(FACT)
        for turn in TURNS:
            measured = [await _next(talk) for _turn in range(turn + AROUND - talk.said)]
            around = measured[-2 * AROUND - 1 :]
            characters = around[AROUND].characters
            found[turn] = Cost(characters, median(cost.cpu_ms for cost in around))
        await talk.say("What is the number of my locker?")
        return found, FACT in talk.model.read


async def _next(talk: Talk) -> Cost:
    cost = await talk.say(f"tell me about topic{talk.said} and matter{talk.said % 97}, please?")
    await talk.rememberer.remember()
    return cost


def as_text(costs: dict[int, Cost], *, recalls: bool) -> str:
    """The figures as a table."""
    rows = [
        f"  turn {turn:>5,}: prompt of the agent {cost.characters:>6,} characters,"
        f" CPU {cost.cpu_ms:5.2f} ms"
        for turn, cost in costs.items()
    ]
    last = costs[TURNS[-1]]
    ratios = [
        f"  turn {TURNS[-1]:,} against turn {turn}: prompt {last.characters / cost.characters:.2f}"
        f" times, CPU {last.cpu_ms / cost.cpu_ms:.2f} times"
        for turn, cost in costs.items()
        if turn != TURNS[-1]
    ]
    count = 2 * AROUND + 1
    head = f"Memory, a model by heart, SQLite, one session; CPU is the median of {count} turns"
    recall = f"  said in turn 2, asked for in turn {TURNS[-1] + AROUND + 1:,}: recalled {recalls}"
    return "\n".join([head, *rows, *ratios, recall])


@asynccontextmanager
async def _talk() -> AsyncIterator[Talk]:
    with tempfile.TemporaryDirectory() as folder:
        settings = {"DATABASE_URL": f"sqlite:///{Path(folder)}/frontdesk.db"}
        app = build(Settings.model_validate(settings))
        set_up_logs(QUIET, secrets=app.settings.secrets, stream=StringIO())
        await app.prepare()
        talk = _assembled(app)
        await talk.dispatcher.start()  # the engine would sweep as well
        yield talk
        await talk.dispatcher.stop()
        await app.close()


def _assembled(app: App) -> Talk:
    made = list[InProcessDispatcher]()
    model = Measured(StandIn())
    ports = replace(app.ports, model=model, reader=ModelReader(), by_rules=False)
    assert ports.summaries is not None, "kept in a database"

    def dispatch(run: Run) -> InProcessDispatcher:
        made.append(InProcessDispatcher(run))
        return made[0]

    engine = Engine(ports, {PLATFORM: Quiet()}, answer, dispatch=dispatch)
    return Talk(engine, made[0], Rememberer(ports.summaries, ports, {PLATFORM}), model)

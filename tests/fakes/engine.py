"""An engine over the in-memory store, a fake platform, and a core that is a plain function."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any

from bot.core.ports.turns import Beginning, Ending
from bot.core.state.catalogue import Progress, Services
from bot.domain.messages import Incoming
from bot.engine.dispatcher import InProcessDispatcher, Run
from bot.engine.engine import Engine
from bot.engine.ports import Ports
from bot.engine.turn_runner import Answer
from tests.fakes.events import a_reply, the_ending
from tests.fakes.in_memory.ports import memory_ports
from tests.fakes.platform import FakePlatform
from tests.fakes.store.store import MemoryStore
from tests.fakes.world import FakeClock, FakeIds


def hanging(begun: asyncio.Event) -> Answer:
    """A core that answers nobody, from its first turn on."""

    async def hangs(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        begun.set()
        await asyncio.Event().wait()
        raise AssertionError

    return hangs


async def echo(beginning: Beginning, services: Services, progress: Progress) -> Ending:
    """Answer with what was said."""
    return the_ending(beginning, replies=(a_reply(beginning, f"re: {beginning.incoming.text}"),))


@dataclass
class Bot:
    """A process: what it keeps outlives it, the rest is made anew for each."""

    store: MemoryStore
    platform: FakePlatform
    engine: Engine
    dispatcher: InProcessDispatcher
    pauses: list[float]

    async def hears(self, *messages: Incoming) -> None:
        for message in messages:
            await self.engine.accept(message)

    async def idles(self) -> None:
        """Wait until nothing is running, the sweep apart."""
        await asyncio.sleep(0)
        await self.dispatcher.idle()

    async def answers(self, *messages: Incoming) -> list[str]:
        await self.hears(*messages)
        await self.idles()
        return self.platform.said


@dataclass
class Office:
    """Makes bots that share a store and a clock."""

    clock: FakeClock = field(default_factory=FakeClock)
    platform: FakePlatform = field(default_factory=FakePlatform)
    store: MemoryStore = field(init=False)
    services: Ports = field(init=False)

    def __post_init__(self) -> None:
        self.store = MemoryStore(self.clock, FakeIds())
        self.services = memory_ports(self.store, self.clock)

    def bot(self, answer: Answer = echo, *, store: Any = None) -> Bot:
        """A bot that has not started yet; `store` may stand in front of the real one."""
        store = store or self.store
        made: list[InProcessDispatcher] = []
        pauses: list[float] = []

        async def pause(seconds: float) -> None:
            pauses.append(seconds)
            await asyncio.sleep(0)
            if seconds > 10:  # a sweep, which nobody here waits for
                await asyncio.Event().wait()

        def dispatch(run: Run) -> InProcessDispatcher:
            made.append(InProcessDispatcher(run, stop_seconds=0))
            return made[0]

        before = {"turns": store, "inbox": store, "outbox": store, "upkeep": store}
        ports = replace(self.services, **before, pause=pause)
        engine = Engine(ports, {"console": self.platform}, answer, dispatch=dispatch)
        return Bot(self.store, self.platform, engine, made[0], pauses)

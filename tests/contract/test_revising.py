"""Edits, deletions and wishes to stop over the real stores: what is taken back is not done."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace

import pytest

from agents.kit import Agent, EffectKey, always, tool
from agents.kit.values.model import ModelCall, ToolCall
from bot.core.state.catalogue import Catalogue
from bot.core.turn.answer import answer
from bot.domain.messages import Incoming, Kind
from bot.engine.dispatcher import InProcessDispatcher
from bot.engine.engine import Engine
from bot.llm.model_reader import ModelReader
from bot.storage.export import ExportReader
from tests.fakes.engine import Office
from tests.fakes.events import ANA, SESSION, a_thread
from tests.fakes.opened import Store
from tests.fakes.platform import FakePlatform
from tests.fakes.questions import NOTHING_LEFT, asks, chosen, is_reading
from tests.fakes.scripted import ScriptedAnswer, ScriptedModel
from tests.fakes.world import FakeClock

pytestmark = pytest.mark.timeout(30)


@dataclass
class Desks:
    """A bot over a store, with one agent that posts a letter after it was asked."""

    store: Store
    clock: FakeClock
    posted: list[str] = field(default_factory=list)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    platform: FakePlatform = field(default_factory=FakePlatform)
    events: int = 0

    def __post_init__(self) -> None:
        @tool(effect=True, approval=always(), ends_task=True)
        async def post(letter: str, key: EffectKey) -> str:
            """Post a letter."""
            self.posted.append(letter)
            return f"Posted {letter}."

        poster = Agent(
            name="poster", description="Posts.", prompt="Post.", tools=(post,), style="talk"
        )
        ports = replace(
            Office(self.clock).services,
            catalogue=Catalogue.of((poster,)),
            model=ScriptedModel(self._act),
            reader=ModelReader(),
            turns=self.store.turns,
            sessions=self.store.sessions,
            requests=self.store.requests,
            records=self.store.records,
            inbox=self.store.inbox,
            outbox=self.store.outbox,
            upkeep=self.store.upkeep,
        )
        platforms = {"console": self.platform}
        self.engine = Engine(ports, platforms, answer, dispatch=self._dispatch)

    async def _act(self, call: ModelCall) -> ScriptedAnswer:
        if asks(call, "which"):
            return chosen("poster")
        if is_reading(call):
            return NOTHING_LEFT
        self.asked.set()
        await self.gate.wait()
        words = next(m.content for m in reversed(call.messages) if m.role == "user")
        return ToolCall("c", "post", f'{{"letter": "{words[-1]}"}}')

    def _dispatch(self, run: object) -> InProcessDispatcher:
        self.dispatcher = InProcessDispatcher(run, stop_seconds=0)  # type: ignore[arg-type]
        return self.dispatcher

    def event(self, text: str = "", kind: Kind = Kind.MESSAGE) -> Incoming:
        self.events += 1
        return Incoming(str(self.events), a_thread(), ANA, kind, text, message="wish")

    async def hears(self, event: Incoming) -> str:
        before = len(self.platform.said)
        await self.engine.accept(event)
        await self.idles()
        return "\n".join(self.platform.said[before:])

    async def idles(self) -> None:
        for _ in range(3):
            await self.dispatcher.idle()
            await asyncio.sleep(0)


@pytest.fixture
async def bot(store: Store, clock: FakeClock) -> AsyncIterator[Desks]:
    bot = Desks(store, clock)
    await bot.engine.start()
    yield bot
    await bot.engine.stop()


async def test_a_wish_that_changes_while_the_model_thinks_is_another_one(bot: Desks):
    await bot.engine.accept(bot.event("post A"))
    await bot.asked.wait()

    await bot.engine.accept(bot.event("post B", Kind.EDIT))
    bot.gate.set()
    await bot.idles()

    (card,) = bot.platform.said
    assert "letter: B" in card
    assert bot.posted == []
    lines = await ExportReader(bot.store.database).transcript(SESSION, most=10)
    assert [line.text for line in lines if not line.by_bot][-1].endswith("post B")


async def test_a_wish_that_goes_while_the_model_thinks_leaves_nothing(bot: Desks):
    await bot.engine.accept(bot.event("post A"))
    await bot.asked.wait()

    assert await bot.hears(bot.event(kind=Kind.DELETION)) == ""

    bot.gate.set()
    assert await bot.store.inbox.waiting() == []


async def test_a_stop_is_heard_while_the_model_thinks(bot: Desks):
    await bot.engine.accept(bot.event("post A"))
    await bot.asked.wait()

    said = await bot.hears(bot.event("stop"))

    assert said.startswith("Stopped")
    assert said.endswith("Nothing else is running.")
    assert bot.posted == []


async def test_status_is_told_while_the_model_thinks(bot: Desks):
    await bot.engine.accept(bot.event("post A"))
    await bot.asked.wait()

    await bot.engine.accept(bot.event("status"))
    while not bot.platform.said:  # noqa: ASYNC110 - the fake platform sets no event
        await asyncio.sleep(0)

    assert bot.platform.said[0].startswith("I am working on your last message.")
    bot.gate.set()
    await bot.idles()
    assert len([said for said in bot.platform.said if "I am working" in said]) == 1

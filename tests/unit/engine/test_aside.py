"""What is answered beside a turn is sent once, whenever that turn ends."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.core.ports.turns import Beginning, Ending
from bot.core.state.catalogue import Progress, Services
from bot.domain.ids import TurnId
from bot.domain.messages import Reply
from tests.fakes.engine import Bot, Office, echo
from tests.fakes.events import a_message
from tests.fakes.store.store import MemoryStore

pytestmark = pytest.mark.proves("R13")

STATUS = a_message("2", text="status")
TOLD = "I am working on your last message. Say “stop” to end that."


@dataclass
class Held:
    """Answers as soon as it may."""

    begun: asyncio.Event = field(default_factory=asyncio.Event)
    may_end: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, beginning: Beginning, s: Services, p: Progress) -> Ending:
        self.begun.set()
        await self.may_end.wait()
        return await echo(beginning, s, p)


@dataclass
class SlowToTell:
    """A store that has kept an answer for a while before it says so."""

    inner: MemoryStore
    kept: asyncio.Event = field(default_factory=asyncio.Event)
    may_tell: asyncio.Event = field(default_factory=asyncio.Event)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    async def answer_aside(self, turn: TurnId, reply: Reply) -> bool:
        is_ours = await self.inner.answer_aside(turn, reply)
        self.kept.set()
        await self.may_tell.wait()
        return is_ours


@asynccontextmanager
async def busy(office: Office, turn: Held, store: Any = None) -> AsyncIterator[Bot]:
    bot = office.bot(turn, store=store)
    await bot.engine.start()
    await bot.hears(a_message("1"))
    await turn.begun.wait()
    yield bot
    await bot.engine.stop()


async def comes_true(is_so: Callable[[], bool]) -> bool:
    """Let everything that can go on do so."""
    for _ in range(100):
        await asyncio.sleep(0)
    return is_so()


async def test_a_session_is_not_let_go_while_an_answer_beside_it_is_under_way():
    office, turn, sending = Office(), Held(), asyncio.Event()
    async with busy(office, turn) as bot:
        office.platform.gate = sending
        await bot.hears(STATUS)
        assert not await comes_true(lambda: bool(office.platform.said))
        office.platform.gate = None
        turn.may_end.set()

        idle = asyncio.create_task(bot.idles())
        assert not await comes_true(idle.done)
        assert office.platform.said == ["re: message 1"]

        sending.set()
        await idle
        assert office.platform.said == ["re: message 1", TOLD]


async def test_an_answer_that_is_kept_while_the_next_turn_begins_is_sent_once():
    office, turn = Office(), Held()
    store = SlowToTell(office.store)
    async with busy(office, turn, store) as bot:
        await bot.hears(STATUS, a_message("3"))
        await store.kept.wait()
        turn.may_end.set()
        await comes_true(lambda: len(office.platform.said) == 2)
        store.may_tell.set()
        await bot.idles()

        assert office.platform.said == ["re: message 1", "re: message 3", TOLD]


async def test_an_answer_that_is_kept_a_moment_before_its_turn_ends_is_sent_once():
    office, turn = Office(), Held()
    store = SlowToTell(office.store)
    async with busy(office, turn, store) as bot:
        await bot.hears(STATUS)
        await store.kept.wait()
        turn.may_end.set()
        await comes_true(lambda: True)
        store.may_tell.set()
        await bot.idles()

        assert office.platform.said == ["re: message 1", TOLD]

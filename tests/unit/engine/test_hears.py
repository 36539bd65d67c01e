"""What other processes accept reaches the turn that runs here, and no other."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.core.ports.turns import Beginning, Ending, Why
from bot.core.revisions import arrivals
from bot.core.state.catalogue import Progress, Services
from bot.domain.errors import Interrupted
from bot.domain.ids import TurnId
from bot.domain.messages import Incoming
from tests.fakes.engine import Bot, Office
from tests.fakes.events import BEN, SESSION, a_message, a_reply, a_thread, the_ending

pytestmark = pytest.mark.proves("R13")

STOP = arrivals.mark_halt(a_message("2", text="stop"))
ELSEWHERE = TurnId("accepted elsewhere")


@dataclass
class Accepted:
    """A store with one event that another process accepted."""

    event: Incoming | None = STOP
    asked: list[TurnId] = field(default_factory=list)
    office: Office = field(default_factory=Office)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.office.store, name)

    async def waiting_event(self, turn: TurnId) -> Incoming | None:
        self.asked.append(turn)
        return self.event


@dataclass
class Patient:
    """Answers once it is told to stop, or to go on; says why it stopped."""

    begun: asyncio.Event = field(default_factory=asyncio.Event)
    may_end: asyncio.Event = field(default_factory=asyncio.Event)
    why: Why | None = None

    async def __call__(self, beginning: Beginning, _s: Services, _p: Progress) -> Ending:
        self.begun.set()
        with suppress(Interrupted):
            await beginning.halt.cuts(self.may_end.wait)
        self.why = beginning.halt.why
        return the_ending(beginning, replies=(a_reply(beginning),))


async def running(events: Accepted, turn: Patient) -> Bot:
    bot = events.office.bot(turn, store=events)
    await bot.engine.start()
    await bot.hears(a_message("1"))
    await turn.begun.wait()
    return bot


async def test_a_wish_to_stop_that_came_in_elsewhere_stops_the_turn():
    turn = Patient()
    bot = await running(Accepted(), turn)

    await bot.engine.hear(SESSION, ELSEWHERE)
    await bot.idles()

    assert turn.why is Why.STOPPED
    await bot.engine.stop()


@pytest.mark.parametrize(
    "event", [None, arrivals.mark_halt(a_message("2", text="stop", person=BEN)), a_message("2")]
)
async def test_what_is_not_for_the_turn_lets_it_go_on(event: Incoming | None):
    turn = Patient()
    bot = await running(Accepted(event), turn)

    await bot.engine.hear(SESSION, ELSEWHERE)
    turn.may_end.set()
    await bot.idles()

    assert turn.why is None
    await bot.engine.stop()


async def test_events_of_sessions_where_nothing_runs_are_not_even_read():
    events, turn = Accepted(), Patient()
    bot = await running(events, turn)

    await bot.engine.hear(a_thread("another").session, ELSEWHERE)
    turn.may_end.set()
    await bot.idles()

    assert events.asked == []
    await bot.engine.stop()

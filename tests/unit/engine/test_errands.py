"""What a turn sets going elsewhere: errands in other sessions, and a pause that waits for none."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.core.ports.turns import Beginning, Ending, Why
from bot.core.state.catalogue import Progress, Services
from bot.core.turn.answer import answer as real_answer
from bot.domain.messages import Incoming, Kind, Thread
from bot.domain.operations import TurnOperations
from tests.fakes.engine import Bot, Office, echo
from tests.fakes.events import ANA, BEN, a_message, a_thread, the_ending

THERE = a_thread("there")
ERRAND = Incoming("1/reset/1", THERE, BEN, Kind.ERRAND, "reset Ana", halts=True)


async def sends(
    beginning: Beginning, services: Services, progress: Progress, **changes: Any
) -> Ending:
    """Send an errand for the first message, echo the rest."""
    if beginning.incoming.text != "send":
        return await echo(beginning, services, progress)
    return the_ending(beginning, besides=TurnOperations(errands=(replace(ERRAND, **changes),)))


async def a_moment() -> None:
    """Let everything happen that waits for nothing but its turn."""
    for _ in range(50):
        await asyncio.sleep(0)


async def test_an_errand_is_carried_out_without_waiting_for_a_sweep():
    bot = Office().bot(sends)
    await bot.engine.start()

    said = await bot.answers(a_message("1", text="send"))

    assert said == ["re: reset Ana"]
    await bot.engine.stop()


async def test_what_an_errand_is_to_end_is_told_to_stop():
    office = Office()
    halted: list[Why | None] = []
    begun, sent = asyncio.Event(), asyncio.Event()

    async def slow(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        if beginning.incoming.thread == THERE and beginning.incoming.kind is Kind.MESSAGE:
            begun.set()
            await sent.wait()
            halted.append(beginning.halt.why)
        return await sends(beginning, services, progress)

    bot = office.bot(slow)
    await bot.engine.start()
    await bot.hears(a_message("slow", THERE, person=BEN))
    await begun.wait()

    await bot.hears(a_message("1", text="send"))
    await a_moment()
    sent.set()
    await bot.idles()

    assert halted == [Why.STOPPED]
    assert bot.platform.said == ["re: message slow", "re: reset Ana"]
    await bot.engine.stop()


async def test_an_errand_that_ends_nothing_lets_a_running_turn_go_on():
    office = Office()
    halted: list[Why | None] = []
    begun, sent = asyncio.Event(), asyncio.Event()

    async def slow(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        if beginning.incoming.thread == THERE and beginning.incoming.kind is Kind.MESSAGE:
            begun.set()
            await sent.wait()
            halted.append(beginning.halt.why)
        return await sends(beginning, services, progress, halts=False)

    bot = office.bot(slow)
    await bot.engine.start()
    await bot.hears(a_message("slow", THERE, person=BEN))
    await begun.wait()

    await bot.hears(a_message("1", text="send"))
    await a_moment()
    sent.set()
    await bot.idles()

    assert halted == [None]
    assert bot.platform.said == ["re: message slow", "re: reset Ana"]
    await bot.engine.stop()


async def test_an_errand_for_a_platform_served_elsewhere_is_left_to_that():
    office = Office()
    away = Thread("slack", "T1", "C1", "1.0")

    async def abroad(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        return await sends(beginning, services, progress, thread=away)

    bot = office.bot(abroad)
    await bot.engine.start()

    said = await bot.answers(a_message("1", text="send"))

    assert said == []
    [left] = office.store.tables.waiting()
    assert (left.session, left.attempts) == (away.session, 0)
    await bot.engine.stop()


async def busy(office: Office) -> tuple[Bot, asyncio.Event]:
    """A bot whose first turn runs until it is let go; the others are as they are shipped."""
    let_go, begun = asyncio.Event(), asyncio.Event()

    async def answers(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        if beginning.incoming.id != "long":
            return await real_answer(beginning, services, progress)
        begun.set()
        await let_go.wait()
        return await echo(beginning, services, progress)

    bot = office.bot(answers)
    await bot.engine.start()
    await bot.hears(a_message("long"))
    await begun.wait()
    return bot, let_go


@pytest.mark.parametrize(
    "event",
    [
        a_message("p", text="pause"),
        a_message("p", text="/frontdesk pause an incident", kind=Kind.COMMAND),
    ],
)
async def test_a_pause_holds_before_the_turn_that_is_running_has_ended(event: Incoming):
    office = Office()
    office.services = replace(office.services, admins=(ANA.key,))
    bot, let_go = await busy(office)

    await bot.hears(event)
    await a_moment()

    assert office.store.tables.pauses != {}
    assert bot.platform.said == []
    let_go.set()
    await bot.idles()
    assert bot.platform.said[-1].startswith("I am paused by Ana")
    assert [link.person for link in office.store.tables.audit] == [ANA.key, ANA.key]
    await bot.engine.stop()


async def test_a_pause_by_nobody_holds_neither_at_once_nor_later():
    office = Office()
    bot, let_go = await busy(office)

    await bot.hears(a_message("p", text="pause"))
    await a_moment()
    let_go.set()
    await bot.idles()

    assert office.store.tables.pauses == {}
    assert "Only admins" in bot.platform.said[-1]
    await bot.engine.stop()

"""Whoever floods the bot waits for themselves; others are answered, and everybody sees why."""

import asyncio
from dataclasses import replace

from bot.core.ports.turns import Beginning, Ending
from bot.core.state.catalogue import Progress, Services
from bot.engine.concurrency_limit import SHARE
from tests.fakes.engine import Office, echo
from tests.fakes.events import ANA, BEN, a_message, a_thread

FLOOD = 100


async def a_while() -> None:
    """Let everything happen that waits for nothing but its turn."""
    for _ in range(2_000):
        await asyncio.sleep(0)


async def test_a_flood_of_one_person_delays_nobody_else():
    thinking, most, goes_on = 0, 0, asyncio.Event()

    async def slow(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        nonlocal thinking, most
        if beginning.incoming.person == BEN:
            return await echo(beginning, services, progress)
        thinking += 1
        most = max(most, thinking)
        await goes_on.wait()
        thinking -= 1
        return await echo(beginning, services, progress)

    bot = Office().bot(slow)
    await bot.engine.start()
    flood = [a_message(f"a{n}", a_thread(f"t{n}"), person=ANA) for n in range(FLOOD)]
    await bot.hears(*flood)
    await a_while()
    await bot.hears(a_message("b", a_thread("b"), person=BEN))
    await a_while()

    assert bot.platform.said == ["re: message b"]
    assert thinking == most == SHARE
    assert bot.platform.doing[0] == "concierge: I am busy for a moment; this is next."
    assert bot.platform.doing[-1] == f"concierge: I am busy; {FLOOD - SHARE - 1} wait before this."
    goes_on.set()
    await bot.idles()
    assert len(bot.platform.said) == FLOOD + 1
    assert most == SHARE
    await bot.engine.stop()


async def test_as_many_turns_go_on_as_the_settings_allow():
    thinking, goes_on = 0, asyncio.Event()

    async def slow(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        nonlocal thinking
        thinking += 1
        await goes_on.wait()
        return await echo(beginning, services, progress)

    office = Office()
    office.services = replace(office.services, turns_at_once=8)
    bot = office.bot(slow)
    await bot.engine.start()
    await bot.hears(*(a_message(f"a{n}", a_thread(f"t{n}"), person=ANA) for n in range(10)))
    await a_while()
    assert thinking == 6
    await bot.hears(*(a_message(f"b{n}", a_thread(f"s{n}"), person=BEN) for n in range(10)))
    await a_while()
    assert thinking == 8

    goes_on.set()
    await bot.idles()
    await bot.engine.stop()

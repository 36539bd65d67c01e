"""Turns that do not end here are shown here no more; those that do are ended."""

import asyncio

import pytest

from bot.core.ports.turns import Beginning, Ending
from bot.core.state.catalogue import Progress, Services
from bot.domain.errors import Fenced
from tests.fakes.engine import Office, echo, hanging
from tests.fakes.events import SESSION, a_message

ENOUGH_TRIES = 50


async def test_a_fenced_worker_stops_quietly_and_does_not_count_as_a_failure():
    async def fenced(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        raise Fenced

    office = Office()
    bot = office.bot(fenced)
    await bot.engine.start()

    assert await bot.answers(a_message("1")) == []

    assert (bot.platform.ended, bot.platform.left) == ([], [SESSION])
    (event,) = office.store.tables.waiting()
    assert event.attempts == 0
    await bot.engine.stop()


async def test_what_another_worker_has_begun_again_is_shown_here_no_more():
    office = Office()

    async def fails(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        office.store.tables.events.clear()  # the other one has done it meanwhile
        raise ValueError

    bot = office.bot(fails)
    await bot.engine.start()

    assert await bot.answers(a_message("1")) == []

    assert (bot.platform.ended, bot.platform.left) == ([], [SESSION])
    await bot.engine.stop()


async def test_a_worker_that_is_stopped_shows_no_turn_any_more():
    began = asyncio.Event()
    office = Office()
    bot = office.bot(hanging(began))
    await bot.engine.start()
    await bot.engine.accept(a_message("1"))
    await began.wait()

    await bot.engine.stop()

    assert bot.platform.left == [SESSION]


@pytest.mark.proves("R4", "R26")
async def test_a_last_try_that_a_stop_cuts_off_is_made_again():
    began = asyncio.Event()
    office = Office()
    await office.store.accept(a_message("1"))
    for _ in range(2):  # it died twice before
        await office.store.begin(SESSION)
    stopped = office.bot(hanging(began))
    await stopped.engine.start()
    await began.wait()
    await stopped.engine.stop()

    bot = office.bot(echo)
    await bot.engine.start()
    await bot.idles()

    assert bot.platform.said == ["re: message 1"]
    await bot.engine.stop()


async def test_turns_that_end_here_are_ended_and_not_left():
    bot = Office().bot(echo)
    await bot.engine.start()

    for number in ("1", "2"):
        await bot.answers(a_message(number))

    assert (len(bot.platform.ended), bot.platform.left) == (2, [])
    await bot.engine.stop()

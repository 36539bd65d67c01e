"""What is piped in at once keeps its order; what is typed while a turn runs overtakes it."""

import asyncio

import pytest

from tests.journeys.live import Live
from tests.journeys.mail import LETTERS, Mail, a_post


async def a_piped_post(mail: Mail) -> Live:
    bot = await a_post(mail)
    bot.platform.reads_ahead = True  # as that of a pipe does
    return bot


@pytest.mark.parametrize("word", ["stop", "reset", "status", "cancel"])
async def test_a_script_is_carried_out_in_its_order(word: str):
    mail = Mail()
    bot = await a_piped_post(mail)

    await bot.hears(bot.message("post the letters"), bot.message(word))

    assert mail.posted == list(LETTERS)
    assert bot.model.cut == 0
    assert not any("Nothing else is running" in said for said in bot.platform.said)


async def test_a_stop_that_was_waited_with_overtakes():
    mail = Mail()
    bot = await a_piped_post(mail)

    async def later() -> None:
        bot.conversation.clock.pass_time(seconds=0.2)
        await bot.engine.accept(bot.message("stop"))
        await asyncio.sleep(0)

    bot.model.during(3, later)

    said = await bot.hears(bot.message("post the letters"))

    assert mail.posted == ["L1"]
    assert said.startswith("Stopped: post.")

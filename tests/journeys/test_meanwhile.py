"""How things are is told at once, beside the turn that is running."""

import asyncio

import pytest

from tests.journeys.mail import LETTERS, Mail, a_post, stop_of
from tests.journeys.small_agents import asks


@pytest.mark.parametrize("way", ["status", "tasks", "/frontdesk status", "what were we doing?"])
async def test_how_things_are_is_told_while_they_go_on(way: str):
    mail = Mail()
    bot = await a_post(mail, asks("claim"))
    await bot.hears(bot.message("my claim"))
    before = len(bot.platform.said)
    asking = stop_of(bot, way)
    told: list[str] = []

    async def ask() -> None:
        await bot.engine.accept(asking)
        for _ in range(5):
            await asyncio.sleep(0)
        told.extend(bot.platform.said[before:])

    bot.model.during(2, ask)

    await bot.hears(bot.message("@post the letters"))

    assert len(told) == 1
    assert "I am working on your last message." in told[0]
    assert "- claim" in told[0]
    assert mail.posted == list(LETTERS)
    assert bot.ends_of(asking) == 1
    assert sum("I am working" in said for said in bot.platform.said) == 1


async def test_somebody_else_learns_only_that_the_bot_is_busy():
    mail = Mail()
    bot = await a_post(mail)
    told: list[str] = []

    async def ask() -> None:
        await bot.engine.accept(stop_of(bot, "status", user="ben"))
        for _ in range(5):
            await asyncio.sleep(0)
        told.extend(bot.platform.said)

    bot.model.during(3, ask)

    await bot.hears(bot.message("post the letters"))

    assert told == ["I am busy with somebody else's message here; yours comes next."]

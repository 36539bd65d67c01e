"""How things are is told at once, beside the turn that is running."""

import asyncio
from types import ModuleType

import pytest
from structlog.testing import capture_logs

from bot.core.commands import kill_switch, run
from tests.journeys.agents.small_agents import asks
from tests.journeys.mail import LETTERS, Mail, a_post, stop_of


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


@pytest.mark.parametrize(
    ("words", "fault", "event"),
    [
        ("status", (run, "describe_progress"), "not_answered_aside"),
        ("pause", (kill_switch, "pause_at_once"), "not_paused_at_once"),
    ],
)
async def test_what_fails_at_once_is_done_in_its_turn(
    words: str, fault: tuple[ModuleType, str], event: str, monkeypatch: pytest.MonkeyPatch
):
    mail = Mail()
    bot = await a_post(mail)
    asking = stop_of(bot, words)

    async def fails(*_given: object) -> str:
        message = "post the letters"  # what somebody said
        raise RuntimeError(message)

    async def ask() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(*fault, fails)
            await bot.engine.accept(asking)
            for _ in range(5):
                await asyncio.sleep(0)

    bot.model.during(3, ask)

    with capture_logs() as logs:
        await bot.hears(bot.message("post the letters"))

    [failed] = [log for log in logs if log["event"] == event]
    assert failed["error"] == "RuntimeError"
    assert "letters" not in str(failed)
    assert bot.ends_of(asking) == 1

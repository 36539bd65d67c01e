"""Stop ends what goes on by itself at its next boundary, however quick its turns are."""

import asyncio

import pytest

from agents.kit.procedures import procedure_agent
from agents.kit.values.model import ModelCall
from agents.meetings.agent import debate
from tests.journeys.agents.scripts import a_script, counting
from tests.journeys.agents.small_agents import directed
from tests.journeys.live import Live, a_started_bot
from tests.journeys.meetings.test_meetings import role
from tests.unit.procedures.stories import a_procedure, a_state, with_state

LAPS = 40


async def comes_meanwhile(bot: Live, wish: str, word: str) -> list[str]:
    """Say something, and have a second word come from outside as soon as it can."""
    await bot.engine.accept(bot.message(wish))
    coming = asyncio.create_task(bot.engine.accept(bot.message(word)))
    await bot.idles()
    await coming
    return bot.platform.said


@pytest.mark.parametrize("way", ["typed", "piped"])
async def test_what_comes_in_has_its_turn_between_laps_that_wait_for_nothing(way: str):
    bot = await a_started_bot(a_script(counting(LAPS)))
    bot.platform.reads_ahead = way == "piped"

    said = await comes_meanwhile(bot, "@press please", "stop")

    assert len(said) < LAPS / 4
    assert "Stopped: press." in said[-2] + said[-1]
    assert await bot.conversation.stack() == []


@pytest.mark.parametrize("way", ["typed", "piped"])
async def test_a_meeting_without_a_language_model_can_be_stopped(way: str):
    raw = with_state(
        "chat", a_state("host", "guest", controller={"judge_words": {"1": ["enough"]}})
    )
    bot = await a_started_bot(procedure_agent(a_procedure(raw)))
    bot.platform.reads_ahead = way == "piped"

    said = await comes_meanwhile(bot, "@talk pumps", "stop")

    assert len(said) < LAPS / 4
    assert "Stopped: talk." in said[-2] + said[-1]
    assert await bot.conversation.stack() == []


@pytest.mark.parametrize("call", [1, 2, 5])
async def test_a_meeting_is_left_while_its_model_is_being_asked(call: int):
    asked, heard = asyncio.Event(), list[str]()

    def play(made: ModelCall) -> str:
        heard.append(made.agent)
        return str(role(made))

    bot = await a_started_bot(debate, model=directed({"debate": "debate"}, play))
    barrier = asyncio.Event()

    async def never() -> None:
        asked.set()
        await barrier.wait()

    bot.model.during(call, never)
    await bot.engine.accept(bot.message("@debate whether we need tea"))
    await asked.wait()

    await bot.engine.accept(bot.message("stop"))
    await bot.idles()

    assert bot.model.cut == 1
    assert bot.model.calls == call
    assert any(text.startswith("Stopped: debate.") for text in bot.platform.said)
    assert await bot.conversation.stack() == []


async def test_what_comes_in_for_others_need_not_wait_for_the_end_of_a_long_meeting():
    bot = await a_started_bot(a_script(counting(LAPS)))

    said = await comes_meanwhile(bot, "@press please", "status")

    assert any("press" in text for text in said[:10] if not text.isdigit())

"""What a person edits or deletes is forgotten by a procedure too, wherever it kept it."""

import json
from typing import Any

import pytest

from agents.kit.procedures.position import ProcedurePosition
from agents.meetings.agent import incident_review
from tests.fakes.stage import Play
from tests.journeys.agents.small_agents import directed
from tests.journeys.live import a_started_bot
from tests.journeys.meetings.test_meetings import role
from tests.unit.procedures.stories import a_state, a_talk, numbered, playing, position_of, text_of

SECRET = "the key lies under the mat"


def a_round(**config: int) -> dict[str, Any]:
    """A round of two and a person, who is asked every third time."""
    raw = a_talk(config=config)
    raw["agents"]["Cy"] = {"person": True, "roles": {"chat": "witness"}}
    raw["states"]["chat"] = a_state(
        "witness", "host", "guest", controller={"judge_words": {"1": ["enough"]}}
    )
    return raw


async def a_play(rounds: int, **config: int) -> Play:
    """A round in which the person said it at first, and other things since."""
    play = playing(a_round(**config), numbered())
    await play.start("hi")
    await play.answer(SECRET)
    for number in range(rounds):
        await play.answer(f"answer {number}")
    return play


def take_back(play: Play, *words: str) -> None:
    """Let it stand where it stood, without these words."""
    last = play.outcomes[-1]
    assert last.state is not None
    state = play.script.without(last.state, set(words))
    play.outcomes[-1] = last.model_copy(update={"state": json.loads(json.dumps(state))})


def kept(play: Play) -> str:
    return json.dumps([play.outcomes[-1].state, play.stage.books], ensure_ascii=False)


@pytest.mark.proves("S4-50c")
@pytest.mark.parametrize("rounds", [0, 1, 25])
@pytest.mark.parametrize("config", [{}, {"TOP_K": 3}])
async def test_with_the_next_step_nothing_of_it_is_kept_and_no_model_reads_it(
    rounds: int, config: dict[str, int]
):
    play = await a_play(rounds, **config)
    before = len(play.stage.model.calls)
    assert SECRET in kept(play)

    take_back(play, SECRET)
    await play.answer("something else")

    assert SECRET not in kept(play)
    assert not any(SECRET in text_of(call) for call in play.stage.model.calls[before:])
    assert "something else" in kept(play)


async def test_what_others_said_and_what_merely_looks_alike_stays():
    play = await a_play(3)
    await play.answer(f"{SECRET}, they say")

    take_back(play, SECRET, "line 2")
    await play.answer("something else")

    assert f"{SECRET}, they say" in kept(play)
    assert "line 2" in kept(play)


@pytest.mark.proves("S4-50c")
async def test_the_wish_and_what_was_summed_up_are_gone_at_once():
    play = await a_play(12, MAX_CHAT_HISTORY=4)

    take_back(play, "hi", SECRET)

    position = ProcedurePosition.read(play.outcomes[-1].state)
    assert position is not None
    assert (position.shared["wish"], position.summary) == ("", "")
    assert {own.summary for own in position.agents.values()} == {""}


async def test_it_is_looked_for_once():
    play = await a_play(2)
    take_back(play, SECRET)
    await play.answer("something else")

    done, told = len(play.outcomes), (await position_of(play)).told
    await play.answer("and more")

    written = [line for outcome in play.outcomes[done:] for line in outcome.diary]
    assert {line.number for line in written if line.book == "said"} == {told, told + 1, told + 2}


def test_what_is_no_position_stays_as_it_is():
    script = playing().script

    assert script.without({"asked": True}, {"hi"}) == {"asked": True}


@pytest.mark.proves("S4-50c")
async def test_a_message_that_is_deleted_is_read_by_nobody_in_the_meeting_any_more():
    where = {"incident": "incident_review"}
    bot = await a_started_bot(incident_review, model=directed(where, role))
    await bot.hears(bot.message("start an incident review"))
    await bot.hears(bot.message("the incident of Monday"))
    await bot.hears(bot.message(SECRET, "told"))
    await bot.hears(bot.message("at nine it broke"))
    before = len(bot.conversation.model.calls)

    await bot.hears(bot.deletion("told"))
    await bot.hears(bot.message("then it was repaired"))

    calls = bot.conversation.model.calls[before:]
    assert calls
    assert not any(SECRET in text_of(call) for call in calls)

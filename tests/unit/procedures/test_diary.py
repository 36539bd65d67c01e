"""A step of a long procedure writes no more than one of a young one; nothing said is lost."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from agents.kit.outcome import Outcome
from agents.kit.values.model import ModelCall
from tests.fakes.stage import Play
from tests.unit.procedures.stories import (
    a_state,
    a_talk,
    in_order,
    numbered,
    playing,
    position_of,
    text_of,
    with_state,
)


def a_long_talk(most: int = 1000, **config: int) -> dict[str, Any]:
    """A talk of three that goes on and on."""
    state = a_state("host", "guest", "judge", controller={"max_chat_nums": most})
    agents = {
        "Ann": {"roles": {"welcome": "host", "chat": "host"}},
        "Ben": {"roles": {"chat": "guest"}},
        "Cleo": {"roles": {"chat": "judge"}},
    }
    return with_state("chat", state, agents=agents, config=config)


def written(outcome: Outcome) -> int:
    """How many bytes a step writes: its position, and what it adds to the diary."""
    lines = [line.model_dump(mode="json") for line in outcome.diary]
    return len(json.dumps(outcome.state)) + len(json.dumps(lines))


def average(play: Play, first: int, last: int) -> float:
    steps = [written(outcome) for outcome in play.outcomes[first:last]]
    return sum(steps) / len(steps)


@pytest.mark.proves("S4-50b")
@pytest.mark.parametrize("config", [{}, {"TOP_K": 3}, {"MAX_CHAT_HISTORY": 4}])
async def test_the_two_hundredth_step_writes_no_more_than_the_tenth(config: Mapping[str, int]):
    # A round of three, and a summary that is as long each time.
    play = playing(a_long_talk(**config), _line)
    await play.start("hi", turns=231)

    young, old = average(play, 10, 40), average(play, 200, 230)

    assert old / young <= 1.2
    assert {len(outcome.diary) for outcome in play.outcomes[10:230]} == {3}


def _line(call: ModelCall) -> str:
    return "<end>0</end>" if call.purpose == "judge" else "just as long as every other line"


@pytest.mark.proves("S4-50", "S4-50b")
async def test_everything_that_was_said_is_kept_in_order_and_once():
    play = playing(a_long_talk(), numbered())
    await play.start("hi", turns=61)

    position = await position_of(play)

    said = [memory.content for memory in position.memories]
    assert said == ["Welcome, all.", *(f"line {number}" for number in range(1, 61))]
    assert position.told == 61


async def test_only_what_is_needed_of_it_is_looked_up_again():
    play = playing(a_long_talk(MAX_CHAT_HISTORY=4), numbered())
    asked: list[tuple[int, int]] = []
    await play.start("hi", turns=60)
    look_up = play.stage.diary

    async def diary(book: str, since: int, until: int) -> Any:
        asked.append((since, until))
        return await look_up(book, since, until)

    play.stage.diary = diary  # type: ignore[method-assign]
    await play.script.run(play.stage)

    assert asked == [(50, 59), (18, 38)]


async def test_with_recall_also_the_oldest_line_is_found_again():
    raw = a_long_talk(TOP_K=1)
    play = playing(raw, lambda call: "<end>0</end>" if call.purpose == "judge" else "hm")
    await play.start("hi", turns=60)
    calls = play.stage.model.calls

    await play.answer("Welcome, who said so?", turns=1)

    assert in_order(text_of(calls[-1]), "<relevant_history>", "Ann said: Welcome, all.")


@pytest.mark.proves("S4-50b")
async def test_a_position_of_an_earlier_version_moves_into_the_diary():
    play = playing(a_talk(), numbered())
    await play.start("hi", turns=4)
    whole = await position_of(play)
    earlier = whole.model_dump(mode="json", exclude_defaults=True)
    play.stage.books.clear()
    play.outcomes[-1] = play.outcomes[-1].model_copy(update={"state": earlier, "diary": ()})

    await play.go_on()

    position = await position_of(play)
    assert [memory.content for memory in position.memories[:-1]] == [
        memory.content for memory in whole.memories
    ]
    assert position.agents["Ann"] == whole.agents["Ann"]
    assert {line.book for line in play.outcomes[-1].diary} == {"said", "own/Ann", "own/Ben"}

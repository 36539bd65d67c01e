"""Who speaks next: in order, by chance, or as a model chooses."""

from collections import Counter
from typing import Any

import pytest

from agents.kit.procedures import transitions
from agents.kit.procedures.position import ProcedurePosition, Progress
from agents.kit.values.model import ModelCall, Purpose
from tests.unit.procedures.stories import (
    a_procedure,
    a_state,
    a_talk,
    chooses_speaker,
    in_order,
    numbered,
    playing,
    position_of,
    speakers,
    text_of,
    with_state,
)


def three(controller: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """A state of three roles, played by Ann, Ben and Cy."""
    raw = with_state("chat", a_state("host", "guest", "critic", controller=controller, **keys))
    raw["agents"]["Cy"] = {"roles": {"chat": "critic"}}
    return raw


def choosing(*roles: str) -> Any:
    """A model that gives the floor to these, one after the other."""
    chosen = iter(roles)

    def answer(call: ModelCall) -> str:
        if chooses_speaker(call):
            return next(chosen)
        return "<end>0</end>" if call.purpose is Purpose.JUDGE else "a line"

    return answer


@pytest.mark.proves("S4-30", "S4-32")
async def test_order_is_the_default_and_goes_round():
    play = playing(three({"max_chat_nums": 7}), numbered())

    await play.start("hi")

    assert speakers(play)[1:] == ["Ann", "Ben", "Cy", "Ann", "Ben", "Cy", "Ann"]


@pytest.mark.proves("S4-38")
async def test_after_a_begin_role_that_is_not_the_first_comes_the_role_behind_it():
    play = playing(three({"max_chat_nums": 4}, begin_role="guest", begin_query="Hm."), numbered())

    await play.start("hi")

    assert speakers(play)[1:] == ["Ben", "Cy", "Ann", "Ben"]


@pytest.mark.proves("S4-38")
def test_roles_that_are_not_listed_are_those_with_parts_and_the_first_of_them_begins():
    raw = a_talk()
    del raw["states"]["chat"]["roles"]
    procedure = a_procedure(raw)

    assert procedure.roles("chat") == ("host", "guest")
    assert procedure.begin_role("chat") == "host"
    start = transitions.progress(procedure, ProcedurePosition(state="chat"), "chat")
    assert start == Progress(spoken=0, index=0, role="host", is_new=True)


@pytest.mark.proves("S4-32")
def test_an_order_in_which_nobody_has_had_the_floor_starts_at_its_beginning():
    procedure = a_procedure(three({}))
    nobody = Progress(index=0, role="", is_new=False)
    position = ProcedurePosition(state="chat", progress={"chat": nobody})

    assert (
        transitions.known_role(procedure, position, transitions.chance_for("k", position))
        == "host"
    )


@pytest.mark.proves("S4-33")
async def test_chance_gives_everybody_the_floor_and_falls_the_same_way_for_the_same_run():
    raw = three({"controller_type": "random", "max_chat_nums": 40})
    first, second = playing(raw, numbered()), playing(raw, numbered())

    await first.start("hi")
    await second.start("hi")

    assert set(speakers(first)) == {"Ann", "Ben", "Cy"}
    assert first.lines == second.lines


@pytest.mark.proves("S4-33", "S4-37")
def test_a_role_listed_twice_is_twice_as_likely_by_chance_and_speaks_twice_a_round():
    twice = a_state("host", "guest", "guest", controller={"controller_type": "random"})
    by_chance = a_procedure(with_state("chat", twice))
    position = ProcedurePosition(state="chat")

    drawn = Counter(
        transitions.known_role(by_chance, position, transitions.chance_for(str(n), position))
        for n in range(3000)
    )

    assert drawn["guest"] / drawn["host"] == pytest.approx(2, rel=0.2)


@pytest.mark.proves("S4-37")
async def test_in_order_a_role_may_occur_twice():
    state = a_state("host", "guest", "host", controller={"max_chat_nums": 6})
    play = playing(with_state("chat", state), numbered())

    await play.start("hi")

    assert speakers(play)[1:] == ["Ann", "Ben", "Ann", "Ann", "Ben", "Ann"]


@pytest.mark.proves("S4-16", "S4-31", "S4-35")
async def test_by_rule_a_model_chooses_the_role_and_its_agent_speaks():
    raw = three({"controller_type": "rule", "max_chat_nums": 3})
    play = playing(raw, choosing("it is <end>critic</end> now", "<end>guest</end>"))

    await play.start("hi")

    position = await position_of(play, -2)
    assert speakers(play)[1:] == ["Ann", "Cy", "Ben"]
    assert position.progress["chat"].role == "guest"


@pytest.mark.proves("S4-31")
async def test_the_choice_is_put_with_task_scene_roles_and_the_one_who_may_not():
    controller = {
        "controller_type": "rule",
        "call_system_prompt": "Let the critic speak rarely.",
        "call_last_prompt": "Choose now.",
        "max_chat_nums": 2,
    }
    play = playing(
        three(controller, environment_prompt="A quiet room."), choosing("<end>guest</end>")
    )

    await play.start("hi")

    [call] = [c for c in play.stage.model.calls if chooses_speaker(c)]
    system, heard, last = (message.content for message in call.messages)
    assert in_order(system, "Let the critic speak rarely.", "A quiet room.",
                    "<end>host</end>", "<end>guest</end>", "<end>critic</end>")  # fmt: skip
    assert "Ann said: a line" in heard
    assert in_order(last, "Choose now.", "<query>", "Ann said: a line", "<end>critic</end>",
                    "Ann (host) spoke last and cannot be chosen again")  # fmt: skip


@pytest.mark.proves("S4-37")
async def test_a_model_is_offered_each_role_once():
    state = a_state("host", "guest", "guest", controller={
        "controller_type": "rule", "max_chat_nums": 2})  # fmt: skip
    play = playing(with_state("chat", state), choosing("<end>guest</end>"))

    await play.start("hi")

    choice = play.stage.model.calls[2]
    assert chooses_speaker(choice)
    assert choice.messages[0].content.count("<end>host</end>") == 1
    assert choice.messages[0].content.count("<end>guest</end>") == 1


@pytest.mark.proves("S4-31")
async def test_the_tag_of_the_choice_may_be_another_one():
    raw = three({"controller_type": "rule", "call_extract_words": "turn", "max_chat_nums": 2})
    play = playing(raw, choosing("<turn>critic</turn>"))

    await play.start("hi")

    assert speakers(play)[1:] == ["Ann", "Cy"]


@pytest.mark.parametrize("answer", ["<end>nobody</end>", "the critic", "<end>Cy</end>"])
@pytest.mark.proves("S4-34")
def test_who_is_not_a_role_here_is_replaced_by_somebody_by_chance(answer: str):
    procedure = a_procedure(three({"controller_type": "rule"}))
    position = ProcedurePosition(state="chat")

    drawn = {
        transitions.chosen_role(
            procedure, "chat", answer, transitions.chance_for(str(n), position)
        )
        for n in range(200)
    }

    assert drawn == {"host", "guest", "critic"}


@pytest.mark.parametrize("controller_type", ["order", "random", "rule"])
@pytest.mark.proves("S4-36")
async def test_a_state_with_one_role_needs_no_choice(controller_type: str):
    state = a_state("host", controller={"controller_type": controller_type, "max_chat_nums": 2})
    play = playing(with_state("chat", state), numbered())

    await play.start("hi")

    assert speakers(play) == ["Ann", "Ann", "Ann"]
    assert not any("spoke last" in text_of(call) for call in play.stage.model.calls)

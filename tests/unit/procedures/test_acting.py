"""What one contribution is made of: a person's words, an opening, or a model in its role."""

from typing import Any

import pytest

from agents.kit.outcome import ask
from agents.kit.procedures import transitions
from agents.kit.procedures.knowledge import EmbeddedPieces, count_words
from agents.kit.procedures.position import ProcedurePosition
from agents.kit.procedures.procedure import Procedure
from agents.kit.procedures.speaker import ContributionMaker
from agents.kit.procedures.transitions import Contribution, Floor
from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import Finish, ModelReply
from tests.unit.procedures.stories import (
    a_part,
    a_procedure,
    a_state,
    a_talk,
    in_order,
    numbered,
    playing,
    position_of,
    speakers,
    text_of,
    with_state,
)


def with_person(**agent: Any) -> dict[str, Any]:
    """The talk, with Ben played by a person."""
    raw = a_talk()
    raw["agents"]["Ben"] = {"roles": {"chat": "guest"}, "person": True, **agent}
    return raw


async def step(
    procedure: Procedure, position: ProcedurePosition, floor: Floor
) -> tuple[Contribution, ProcedurePosition]:
    play = playing(procedure, numbered(), text="Good idea.")
    contributing = ContributionMaker(
        procedure, EmbeddedPieces(procedure, count_words), play.stage, position
    )
    action = await contributing.step(floor, None)
    assert isinstance(action, Contribution)
    return action, contributing.position


@pytest.mark.proves("S4-40", "S4-44")
async def test_a_contribution_counts_and_the_state_is_new_no_more():
    procedure = a_procedure()

    action, after = await step(
        procedure, ProcedurePosition(state="chat"), Floor("chat", "host", "Ann")
    )

    assert action == Contribution("line 1", {}, "host", "Ann", state_begin=True, agent_begin=False,
                            is_user=False)  # fmt: skip
    assert (after.progress["chat"].spoken, after.progress["chat"].is_new) == (1, False)
    assert transitions.first_floor(procedure, after) is None


@pytest.mark.proves("S4-40", "S4-43", "S4-49", "S4-44")
async def test_the_opener_gives_the_opening_once_and_no_model_is_asked():
    procedure = a_procedure()
    floor = Floor("welcome", "host", "Ann")

    first, position = await step(procedure, ProcedurePosition(state="welcome"), floor)
    second, _position = await step(procedure, position, floor)

    assert (first.response, first.agent_begin) == ("Welcome, all.", True)
    assert (second.response, second.agent_begin) == ("line 1", False)


@pytest.mark.proves("S4-49")
async def test_without_a_configured_begin_role_nobody_gives_a_fixed_opening():
    state = a_state("host", "guest", begin_query="Unused.")
    procedure = a_procedure(with_state("chat", state))

    action, _position = await step(
        procedure, ProcedurePosition(state="chat"), Floor("chat", "host", "Ann")
    )

    assert (action.response, action.agent_begin) == ("line 1", False)


@pytest.mark.proves("S4-49")
async def test_an_opener_without_an_opening_gives_a_blank_which_is_not_shown():
    raw = with_state("welcome", a_state("host", begin_role="host"))
    play = playing(raw, numbered())

    await play.start("hi", turns=1)

    position = await position_of(play)
    assert (play.lines, len(position.memories)) == ([], 1)


@pytest.mark.proves("S4-41", "S4-44")
async def test_what_a_person_says_counts_as_theirs_under_their_name():
    procedure = a_procedure(with_person())

    action, position = await step(
        procedure, ProcedurePosition(state="chat"), Floor("chat", "guest", "Ben")
    )

    assert action == Contribution("Ben:Good idea.", {}, "guest", "Ben", state_begin=True,
                            agent_begin=False, is_user=True)  # fmt: skip
    assert position.agents == {}


@pytest.mark.parametrize("raw", [
    with_person(), a_talk(config={"User_Names": '["Ben"]'}), a_talk(config={"User_Names": ["Ben"]})
])  # fmt: skip
@pytest.mark.proves("S4-05", "S4-41", "S4-47")
async def test_a_person_is_asked_on_their_turn_and_what_they_answer_is_not_said_again(
    raw: dict[str, Any],
):
    play = playing(raw, numbered())

    asked = await play.start("hi")
    await play.answer("It was the pump.", turns=2)

    assert asked.asks_human
    assert asked.value.startswith("It is your turn as Ben (guest).")
    assert speakers(play) == ["Ann", "Ann", "Ann"]
    assert "Ben said: It was the pump." in text_of(play.stage.model.calls[-1])


async def test_a_person_who_says_nothing_is_asked_again():
    play = playing(with_person(question="Well, Ben?", options=["yes", "no"]), numbered())

    first = await play.start("hi")
    second = await play.answer("  ")

    assert first == second
    assert first == ask("Well, Ben?", state=first.state, options=("yes", "no"))


async def test_what_the_person_says_in_between_is_heard_by_all():
    play = playing(a_talk(), numbered())

    await play.start("hi", turns=1)
    await play.answer("Please be brief.", turns=1)

    assert "The person who asked said: Please be brief." in text_of(play.stage.model.calls[-1])


@pytest.mark.proves("S4-45", "S4-48", "S4-60")
async def test_a_model_reads_its_parts_what_it_saw_and_said_and_the_end():
    parts = a_part(
        "the critic", rule={"rule": "Be kind."}, output={"output": "verdict"},
        demonstrations={"demonstrations": "Like so."}, cot={"demonstrations": ["Think."]},
        last={"last_prompt": "Now."}, system={"system_prompt": "House rules."},
    )  # fmt: skip
    state = a_state("guest", environment_prompt="A quiet room.", controller={"max_chat_nums": 2})
    state["agent_states"] = {"guest": parts}
    play = playing(with_state("chat", state), numbered())

    await play.start("hi")

    system, *memory, last = play.stage.model.calls[-1].messages
    assert in_order(system.content, "A quiet room.", "You are the critic", "your name is Ben",
                    "brisk", "speak as the critic", "Be kind.", "Like so.", "Think.",
                    "House rules.")  # fmt: skip
    assert [message.role for message in memory] == ["user", "assistant", "user"]
    assert last.role == "user", "what others said, and tools returned, is no word of the system"
    assert "Ann said: Welcome, all." in memory[0].content
    assert memory[1].content == "line 1"
    assert in_order(last.content, "<verdict>", "Now.", "you said: line 1", "Go on")
    assert "verdict" not in system.content


async def test_of_many_lines_a_model_reads_the_last_and_how_many_came_before():
    state = a_state("host", "guest", controller={"max_chat_nums": 30})
    play = playing(with_state("chat", state), numbered())

    await play.start("hi", turns=29)

    messages = play.stage.model.calls[-1].messages
    position = await position_of(play)
    assert messages[1].content == "(7 earlier messages are left out.)"
    assert len(messages) == 23
    assert [len(own.lines) for own in position.agents.values()] == [20, 20]


async def test_a_tag_around_the_answer_is_kept_in_memory_and_not_shown():
    state = a_state("guest", controller={"max_chat_nums": 1})
    state["agent_states"]["guest"]["output"] = {"output": "text"}
    play = playing(with_state("chat", state), ["<text>Dear all</text>"])

    await play.start("hi", turns=2)

    position = await position_of(play)
    assert play.lines[-1] == ("Ben (guest)", "Dear all")
    assert position.memories[-1].content == "<text>Dear all</text>"


@pytest.mark.parametrize("reply", [ModelReply(" "), ModelReply("so", finish=Finish.LENGTH)])
async def test_half_an_answer_is_no_contribution(reply: ModelReply):
    play = playing(a_talk(), [reply])

    with pytest.raises(ModelUnavailable):
        await play.start("hi")


async def test_a_state_may_name_a_model_of_its_own():
    state = a_state("guest", model="large", controller={"max_chat_nums": 1})
    play = playing(with_state("chat", state), numbered())

    await play.start("hi")

    assert [call.model for call in play.stage.model.calls] == ["large"]

"""What the judge of a state is asked, and what a procedure asks a model at all."""

import pytest

from agents.kit.procedures import prompts
from agents.kit.procedures.position import ProcedureMemory, ProcedurePosition
from agents.kit.values.model import ModelCall, Purpose
from tests.fakes.stage import Play
from tests.unit.procedures.stories import (
    a_procedure,
    a_state,
    a_talk,
    chooses_speaker,
    in_order,
    numbered,
    playing,
    with_state,
)


def said(*names: str) -> tuple[ProcedureMemory, ...]:
    """One line after the other, “1” the first."""
    return tuple(
        ProcedureMemory(role=name, name=name, content=f"{n}") for n, name in enumerate(names, 1)
    )


@pytest.mark.proves("S4-11", "S4-21", "S4-22")
async def test_the_judge_reads_scene_task_summary_chat_last_word_and_what_is_relevant():
    controller = {
        "judge_system_prompt": "End it when they agree.",
        "judge_last_prompt": "Answer <end>1</end> to end it.",
    }
    state = a_state("host", "guest", environment_prompt="A quiet room.", controller=controller)
    procedure = a_procedure(with_state("chat", state))
    position = ProcedurePosition(
        state="chat", since=1, memories=said("Ann", "Ben", "Ann"), summary="Then."
    )

    system, heard, last = prompts.transit(procedure, position, "Ann said: 1")

    assert in_order(system.content, "A quiet room.", "End it when they agree.")
    assert in_order(heard.content, "<summary>", "Then.", "<chat>", "Ben said: 2", "Ann said: 3",
                    "<query>", "Ann said: 3", "<relevant>", "Ann said: 1")  # fmt: skip
    assert last.content == "Answer <end>1</end> to end it."


def test_of_a_long_conversation_the_judge_reads_the_end_and_how_much_came_before():
    state = a_state("host", "guest")
    procedure = a_procedure(with_state("chat", state, config={"MAX_CHAT_HISTORY": 3}))
    position = ProcedurePosition(state="chat", memories=said(*["Ann", "Ben"] * 10))

    way = prompts.transit(procedure, position, "")[1].content
    turn = prompts.route(procedure, position, "")[1].content

    assert "(15 earlier messages are left out.)\nBen said: 16\n" in way
    assert "(15 earlier messages are left out.)\nBen said: 16\n" in turn


@pytest.mark.proves("S4-21")
def test_without_a_scene_and_a_form_the_judge_is_told_the_ways_there_are():
    procedure = a_procedure(with_state("chat", a_state("host", "guest")))
    position = ProcedurePosition(state="chat", memories=said("Ann"))

    *_rest, last = prompts.transit(procedure, position, "")

    assert in_order(last.content, "<end>0</end>", "stay in chat", "<end>1</end>", "end_state")


@pytest.mark.proves("S4-06", "S4-58")
async def test_a_model_is_asked_for_ways_speakers_lines_and_summaries_alone_through_one_port():
    def answer(call: ModelCall) -> str:
        return "<end>guest</end>" if wanted(call) == "speaker" else numbered()(call)

    state = a_state("host", "guest", controller={"controller_type": "rule", "max_chat_nums": 9})
    play = playing(with_state("chat", state, config={"MAX_CHAT_HISTORY": 2}), answer)

    await play.start("hi", turns=5)

    assert asked_for(play) == [
        *("agent", "summarise"),
        *("way", "speaker", "agent", "own summary"),
        *("way", "speaker", "agent", "summarise"),
        *("way", "speaker", "agent"),
    ]
    assert {call.agent for call in play.stage.model.calls} == {"talk"}


@pytest.mark.proves("S4-58")
async def test_what_the_file_decides_by_itself_is_asked_of_no_model():
    in_turn = playing(a_talk(), numbered())
    chosen = playing(
        with_state("chat", a_state("host", "guest", controller={"controller_type": "rule"})),
        numbered(),
    )

    await in_turn.start("hi")
    await chosen.start("hi", turns=3)

    assert asked_for(in_turn) == ["agent", "way", "agent", "way", "agent", "way", "agent"]
    assert asked_for(chosen) == ["agent", "way", "speaker", "agent"]


def asked_for(play: Play) -> list[str]:
    """What a model was asked for, in order."""
    return [wanted(call) for call in play.stage.model.calls]


def wanted(call: ModelCall) -> str:
    """What a model was asked for, in a word or two."""
    if call.purpose is Purpose.JUDGE:
        return "speaker" if chooses_speaker(call) else "way"
    is_own = call.purpose is Purpose.SUMMARISE and "Your name is" in call.messages[0].content
    return "own summary" if is_own else str(call.purpose)

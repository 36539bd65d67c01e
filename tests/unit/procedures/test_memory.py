"""What is remembered, what is shown of it to whom, and when it is summed up."""

from typing import Any

import pytest

from agents.kit.procedures import ProcedureScript, observing, prompts
from agents.kit.procedures.knowledge import Vector, count_words
from agents.kit.procedures.position import Own, OwnLine, ProcedureMemory, ProcedurePosition
from agents.kit.procedures.transitions import Floor
from agents.kit.values.model import ModelCall, Purpose
from tests.fakes.scripted import ScriptedModel
from tests.fakes.stage import FakeStage, Play
from tests.unit.procedures.stories import (
    a_procedure,
    a_state,
    a_talk,
    in_order,
    numbered,
    playing,
    position_of,
    text_of,
    with_state,
)

COMPETITIVE = "competive"  # codespell:ignore competive - so it is spelled in older files


def said(*names: str) -> tuple[ProcedureMemory, ...]:
    """One line after the other, “1” the first."""
    return tuple(
        ProcedureMemory(role=name, name=name, content=f"{n}") for n, name in enumerate(names, 1)
    )


def contents(memories: tuple[ProcedureMemory, ...]) -> list[str]:
    return [memory.content for memory in memories]


def calls_for(play: Any, purpose: Purpose) -> list[ModelCall]:
    return [call for call in play.stage.model.calls if call.purpose is purpose]


@pytest.mark.proves("S4-50", "S4-51", "S4-55")
async def test_what_is_said_is_kept_for_all_with_vector_and_summary_and_for_who_said_it():
    play = playing(a_talk(config={"MAX_CHAT_HISTORY": 3}), numbered())

    await play.start("hi", turns=3)

    position = await position_of(play)
    assert [(m.name, m.content) for m in position.memories] == [
        ("Ann", "Welcome, all."), ("Ann", "line 1"), ("Ben", "line 2"),
    ]  # fmt: skip
    assert position.memories[0].vector == {"welcome": 49.0, "all": 9.0}
    assert position.agents["Ben"].lines[-1] == OwnLine(seen=False, content="line 2")
    assert ((await position_of(play, 1)).summary, position.summary) == ("", "a summary")


@pytest.mark.proves("S4-52", "S4-59")
async def test_every_so_many_messages_all_get_a_new_summary():
    raw = a_talk(config={"MAX_CHAT_HISTORY": "2"})
    count = iter(range(1, 9))

    def answer(call: ModelCall) -> str:
        if call.purpose is Purpose.SUMMARISE and "Sum up the conversation" in text_of(call):
            is_own = "Your name is" in text_of(call)
            return "own" if is_own else f"summary {next(count)}"
        return numbered()(call)

    play = playing(raw, answer)

    summaries = []
    await play.start("hi", turns=1)
    for _turn in range(4):
        await play.go_on()
        position = await position_of(play)
        summaries.append(position.summary if position else "over")

    assert summaries == ["summary 1", "summary 1", "summary 2", "summary 2"]


@pytest.mark.proves("S4-53")
async def test_the_summary_for_all_is_made_before_the_speaker_s_own():
    state = a_state("host", "host", "guest", controller={"max_chat_nums": 9})
    play = playing(with_state("chat", state, config={"MAX_CHAT_HISTORY": "2"}), numbered())
    await play.start("hi", turns=3)
    before = len(play.stage.model.calls)

    await play.go_on()

    asked = [call for call in play.stage.model.calls[before:] if call.purpose == "summarise"]
    assert ["Your name is Ben" in text_of(call) for call in asked] == [False, True]


@pytest.mark.proves("S4-59")
def test_how_many_messages_come_from_the_file_else_from_the_operator():
    assert a_procedure(a_talk(config={"MAX_CHAT_HISTORY": "7"}), history=4).history == 7
    assert a_procedure(a_talk(), history=4).history == 4


@pytest.mark.proves("S4-54")
def test_the_summary_is_asked_for_with_scene_task_old_summary_latest_and_relevant():
    state = a_state("host", "guest", environment_prompt="A quiet room.",
                    summary_system_prompt="Keep the figures.")  # fmt: skip
    procedure = a_procedure(with_state("chat", state, config={"MAX_CHAT_HISTORY": 4, "TOP_K": 1}))
    memories = (
        ProcedureMemory(role="host", name="Ann", content="the pump broke", vector={"pump": 1.0}),
        *said("Ben", "Ann", "Ben"),
        ProcedureMemory(role="host", name="Ann", content="which pump", vector={"pump": 1.0}),
    )
    position = ProcedurePosition(state="chat", memories=memories, summary="Before.")

    system, heard = (message.content for message in prompts.summary(procedure, position))

    assert in_order(system, "A quiet room.", "Keep the figures.")
    assert in_order(heard, "<summary>", "Before.", "<history>", "Ann said: 2", "Ben said: 3",
                    "which pump", "<relevant>", "Ann said: the pump broke")  # fmt: skip
    assert "Ben said: 1" not in heard


@pytest.mark.proves("S4-57")
async def test_who_missed_much_gets_a_summary_of_it_when_they_have_spoken():
    state = a_state("host", "host", "host", "guest", controller={"max_chat_nums": 9})
    raw = with_state("chat", state, config={"MAX_CHAT_HISTORY": "3"})

    def answer(call: ModelCall) -> str:
        if call.purpose is Purpose.SUMMARISE and "your role is guest" in text_of(call):
            return "what Ben missed"
        return numbered()(call)

    play = playing(raw, answer)

    await play.start("hi", turns=5)

    position = await position_of(play)
    assert position.own("Ben").summary == "what Ben missed"
    assert position.own("Ann").summary == ""


@pytest.mark.proves("S4-57")
def test_that_summary_is_asked_for_as_configured_or_by_name_role_and_task():
    parts = {"guest": "You are Ben; note the prices."}
    plain = a_procedure(with_state("chat", a_state("host", "guest")))
    configured = a_procedure(with_state("chat", a_state("host", "guest", summary_prompt=parts)))
    position = ProcedurePosition(state="chat", agents={"Ben": Own(summary="Old news.")})
    floor = Floor("chat", "guest", "Ben")
    first = prompts.own_summary(plain, position, floor, said("Ann", "Cy"))
    second = prompts.own_summary(configured, position, floor, said("Ann"))

    assert in_order(first[0].content, "Ben", "guest", "speak as guest")
    assert in_order(first[1].content, "Old news.", "Ann said: 1", "Cy said: 2")
    assert second[0].content.startswith("You are Ben; note the prices.")


@pytest.mark.proves("S4-56", "S4-62")
@pytest.mark.parametrize(
    ("kind", "seen"), [("cooperative", ["1", "2", "3"]), (COMPETITIVE, ["2", "3"])]
)
def test_in_a_competitive_environment_only_this_state_counts(kind: str, seen: list[str]):
    procedure = a_procedure(a_talk(environment_type=kind))
    position = ProcedurePosition(state="chat", since=1, memories=said("Ann", "Ben", "Ann"))

    assert contents(observing.scope(procedure, position)) == seen


@pytest.mark.proves("S4-62")
async def test_a_competitive_state_is_told_nothing_of_the_one_before():
    play = playing(a_talk(environment_type=COMPETITIVE), numbered())

    await play.start("hi", turns=3)

    [first, second] = calls_for(play, Purpose.AGENT)
    assert "Welcome, all." not in text_of(second)
    assert "Ann said: line 1" in text_of(second)
    assert "Ann said:" not in text_of(first)


@pytest.mark.proves("S4-60")
def test_of_more_messages_than_the_limit_the_last_ones_count():
    assert contents(observing.recent(said(*"abcd"), 4)) == ["1", "2", "3", "4"]
    assert contents(observing.recent(said(*"abcde"), 4)) == ["3", "4", "5"]


@pytest.mark.proves("S4-60")
def test_what_somebody_is_told_is_recall_their_summary_and_what_is_new_to_them():
    procedure = a_procedure(a_talk(config={"TOP_K": "1", "MAX_CHAT_HISTORY": 5}))
    memories = (
        ProcedureMemory(role="guest", name="Ben", content="pumps", vector={"pump": 1.0}),
        *said("Ann", "Ben", "Ann"),
        ProcedureMemory(
            role="host", name="Ann", content="what of the pump?", vector={"pump": 1.0}
        ),
    )
    position = ProcedurePosition(
        state="chat", memories=memories, agents={"Ben": Own(summary="Before.")}
    )

    told = prompts.observation(procedure, position, "Ben")

    assert in_order(told, "you said: pumps", "Before.", "Ann said: 3", "what of the pump?")
    assert "Ann said: 1" not in told
    assert "Ben" not in told


@pytest.mark.proves("S4-60")
def test_nothing_is_recalled_unless_the_file_says_how_much():
    procedure = a_procedure()
    like = {"pump": 1.0}
    memories = tuple(
        ProcedureMemory(role="h", name="Ann", content="pump", vector=like) for _n in range(2)
    )

    told = prompts.observation(
        procedure, ProcedurePosition(state="chat", memories=memories), "Ann"
    )

    assert "<relevant_history>" not in told


@pytest.mark.proves("S4-61")
def test_of_very_much_that_is_unseen_only_the_end_is_shown():
    assert len(observing.unseen(said(*"abbbb"), "a", 2)) == 4
    assert contents(observing.unseen(said(*"abbbbb"), "a", 2)) == ["4", "5", "6"]
    assert contents(observing.unseen(said(*"bbb"), "a", 2)) == ["1", "2", "3"]
    assert observing.unseen(said(*"ba"), "a", 2) == ()


@pytest.mark.proves("S4-42", "S4-46")
async def test_who_speaks_first_sees_nothing_and_everybody_else_what_was_said():
    play = playing(a_talk(), numbered())

    await play.start("hi", turns=3)

    position = await position_of(play)
    assert [line.seen for line in position.agents["Ann"].lines] == [False, True, False]
    assert in_order(position.agents["Ben"].lines[0].content, "Welcome, all.", "line 1")


@pytest.mark.proves("S4-11", "S4-17")
def test_the_messages_most_like_the_last_one_are_recalled_and_never_that_one_itself():
    memories = (
        ProcedureMemory(role="h", name="Ann", content="a", vector={"pump": 1.0}),
        ProcedureMemory(role="h", name="Ann", content="b", vector={"rain": 1.0}),
        ProcedureMemory(role="h", name="Ann", content="c", vector={"pump": 2.0, "rain": 1.0}),
        ProcedureMemory(role="h", name="Ann", content="d", vector={"pump": 1.0}),
    )

    assert contents(observing.recalled(memories, 1)) == ["a"]
    assert contents(observing.recalled(memories, 5)) == ["a", "c"]
    assert observing.recalled(memories[:1], 5) == ()
    assert observing.recalled((), 5) == ()


@pytest.mark.proves("S4-17", "S4-51")
async def test_each_message_is_embedded_once():
    embedded = list[str]()

    async def embed(text: str) -> Vector:
        embedded.append(text)
        return await count_words(text)

    script = ProcedureScript(a_procedure(a_talk(config={"TOP_K": 3})), embed)
    play = Play(script, FakeStage(ScriptedModel(numbered())))

    await play.start("hi")

    assert embedded == ["Welcome, all.", "line 1", "line 2", "line 3", "line 4"]

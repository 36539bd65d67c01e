"""What is shown, recalled and counted is exactly what the rules say, and nothing beside it."""

from typing import Any

import pytest

from agents.kit.procedures import prompts, transitions
from agents.kit.procedures.position import ProcedureMemory, ProcedurePosition, Progress
from agents.kit.procedures.transitions import Floor
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
    text_of,
    with_state,
)

COMPETITIVE = "competive"  # codespell:ignore competive - so it is spelled in older files


def said(*names: str) -> tuple[ProcedureMemory, ...]:
    """One line after the other, “1” the first."""
    return tuple(
        ProcedureMemory(role=name, name=name, content=f"{n}") for n, name in enumerate(names, 1)
    )


def three_in(controller: dict[str, Any], **changes: Any) -> dict[str, Any]:
    raw = with_state("chat", a_state("host", "guest", "critic", controller=controller), **changes)
    raw["agents"]["Cy"] = {"roles": {"chat": "critic"}}
    return raw


def about_pumps(call: ModelCall) -> str:
    """Speak of pumps, choose the guest, and stay."""
    if call.purpose is Purpose.JUDGE:
        return "<end>guest</end>" if chooses_speaker(call) else "<end>0</end>"
    return "the pump, again" if call.purpose is Purpose.AGENT else "a summary"


@pytest.mark.proves("S4-11", "S4-12", "S4-22", "S4-31")
async def test_judge_and_caller_read_what_is_relevant_from_before_this_state_too():
    raw = three_in({"controller_type": "rule", "max_chat_nums": 3}, config={"TOP_K": 1})
    raw["states"]["welcome"]["begin_query"] = "The pump broke."
    play = playing(raw, about_pumps)

    await play.start("hi", turns=3)

    way, speaker = [c.messages for c in play.stage.model.calls if c.purpose is Purpose.JUDGE]
    relevant = "<relevant>\nAnn said: The pump broke.\n</relevant>"
    assert relevant in way[1].content
    assert relevant in speaker[-1].content


@pytest.mark.proves("S4-12", "S4-16")
def test_judge_and_caller_read_as_conversation_what_this_state_said_alone():
    procedure = a_procedure(three_in({"controller_type": "rule"}))
    position = ProcedurePosition(state="chat", since=2, memories=said("Ann", "Ben", "Ann", "Ben"))

    way = prompts.transit(procedure, position, "")[1].content
    speaker = prompts.route(procedure, position, "")[1].content

    for text in (way, speaker):
        assert in_order(text, "Ann said: 3", "Ben said: 4")
        assert "Ann said: 1" not in text
        assert "Ben said: 2" not in text


@pytest.mark.proves("S4-10")
async def test_the_conversation_of_the_root_begins_behind_the_files_that_came_with_the_wish():
    play = playing(a_talk(), numbered(), quoted=("The minutes of May.",))

    await play.start("hi", turns=1)

    position = await position_of(play)
    assert [memory.content for memory in position.memories] == [
        "The minutes of May.", "Welcome, all.",
    ]  # fmt: skip
    assert position.since == 1


@pytest.mark.parametrize("controller_type", ["rule", "random"])
@pytest.mark.proves("S4-32", "S4-35")
def test_only_an_order_moves_its_place_on(controller_type: str):
    position = ProcedurePosition(state="chat", memories=said("Ann"))
    chosen = a_procedure(three_in({"controller_type": controller_type}))
    ordered = a_procedure(three_in({}))

    assert transitions.given(chosen, position, "critic").progress["chat"] == Progress(
        role="critic"
    )
    assert transitions.given(ordered, position, "guest").progress["chat"] == Progress(
        role="guest", index=1
    )


@pytest.mark.proves("S4-49")
def test_that_somebody_else_spoke_in_a_state_takes_nobody_s_opening_away():
    procedure = a_procedure(with_state("chat", a_state("host", "guest", begin_role="host")))
    host, guest = Floor("chat", "host", "Ann"), Floor("chat", "guest", "Ben")
    elsewhere = Floor("welcome", "host", "Ann")

    begun = transitions.stepped(procedure, ProcedurePosition(state="chat"), guest)
    begun = transitions.stepped(procedure, begun, elsewhere)

    assert transitions.opens(procedure, begun, host)
    assert not transitions.opens(procedure, transitions.stepped(procedure, begun, host), host)


@pytest.mark.proves("S4-55")
def test_what_a_person_says_is_remembered_by_all_and_by_no_agent_of_theirs():
    line = ProcedureMemory(role="guest", name="Ben", content="Ben:Good idea.", by_person=True)

    after = transitions.remembered(ProcedurePosition(state="chat"), line)

    assert (after.memories, after.agents) == ((line,), {})


@pytest.mark.proves("S4-60", "S4-61")
def test_who_missed_much_is_told_the_end_of_it_alone():
    procedure = a_procedure(a_talk(config={"MAX_CHAT_HISTORY": 4}))
    position = ProcedurePosition(state="chat", memories=said("Ann", "Ann", "Ann", "Ann", "Ann"))

    told = prompts.observation(procedure, position, "Ben")

    assert in_order(told, "Ann said: 3", "Ann said: 4", "Ann said: 5")
    assert "Ann said: 2" not in told


@pytest.mark.proves("S4-57")
@pytest.mark.parametrize(("unseen", "is_summed_up"), [(2, False), (3, True)])
async def test_exactly_as_much_as_the_limit_is_too_much_to_have_missed(
    unseen: int, *, is_summed_up: bool
):
    state = a_state(*["host"] * (unseen - 1), "guest", controller={"max_chat_nums": 9})
    play = playing(with_state("chat", state, config={"MAX_CHAT_HISTORY": "3"}), numbered())

    await play.start("hi", turns=unseen + 1)

    summed_up = [call for call in play.stage.model.calls if "your role is guest" in text_of(call)]
    assert bool(summed_up) == is_summed_up


@pytest.mark.proves("S4-57")
async def test_for_a_person_nothing_is_summed_up():
    raw = with_state("chat", a_state("host", "host", "host", "guest"))
    raw |= {"config": {"MAX_CHAT_HISTORY": "3", "User_Names": ["Ben"]}}
    play = playing(raw, numbered())
    await play.start("hi")

    await play.answer("Good idea.", turns=1)

    assert not [call for call in play.stage.model.calls if "your role is guest" in text_of(call)]


@pytest.mark.proves("S4-56", "S4-62")
@pytest.mark.parametrize(("kind", "is_summed_up"), [("cooperative", True), (COMPETITIVE, False)])
async def test_what_was_said_in_other_states_is_missed_where_states_share_it(
    kind: str, *, is_summed_up: bool
):
    raw = with_state("chat", a_state("guest"), config={"MAX_CHAT_HISTORY": "3"})
    raw |= {"environment_type": kind, "relations": {**raw["relations"], "welcome": {
        "0": "welcome", "1": "chat"}}}  # fmt: skip
    raw["states"]["welcome"]["controller"] = {"max_chat_nums": 3}
    play = playing(raw, numbered())

    await play.start("hi", turns=4)

    summed_up = [call for call in play.stage.model.calls if "your role is guest" in text_of(call)]
    assert bool(summed_up) == is_summed_up

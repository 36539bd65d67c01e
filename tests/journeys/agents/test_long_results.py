"""What a tool returned reaches a model only as far as it can read it, and says so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.kit import Agent, tool
from agents.kit.model_loop import MOST_RESULT_CHARACTERS, noted, readable
from agents.kit.values.model import ModelCall, Purpose, ToolCall
from agents.kit.values.texts import beginning, within
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import a_conversation

FETCH = ToolCall("c1", "fetch", "{}")
LEFT_OUT = "(2968000 characters left out)"


def test_a_result_that_can_be_read_is_left_as_it_is():
    result = "x" * MOST_RESULT_CHARACTERS

    assert readable(result) == result
    assert noted(FETCH, result) == f"fetch({{}}) -> {result}"


@pytest.mark.parametrize("effect", [False, True])
async def test_a_result_without_end_is_shown_in_part_and_remembered_in_part(effect: bool):  # noqa: FBT001 - a case
    @tool(effect=effect)
    def fetch() -> str:
        """Fetch it all."""
        return "x" * 3_000_000

    def act(call: ModelCall) -> ScriptedAnswer:
        return FETCH if call.messages[-1].role == "user" else "Is that all?"

    agent = Agent(
        name="page", description="Fetches.", prompt="Fetch.", tools=(fetch,), style="talk"
    )
    conversation = await a_conversation(directed({"page": "page"}, act=act), agents=[agent])

    await conversation.say("the page, please")

    read = [call for call in conversation.model.calls if call.purpose is Purpose.AGENT][-1]
    assert read.messages[-1].content.endswith(LEFT_OUT)
    (task,) = (await conversation.participant()).stack.tasks
    assert task.notes[0].endswith(LEFT_OUT)
    assert len(task.notes[0]) < MOST_RESULT_CHARACTERS + 100


@given(st.integers(1, 2_000), st.lists(st.integers(45, 1_000), max_size=5))
def test_however_often_a_text_is_cut_it_says_how_much_is_left_out_of_the_whole(
    length: int, cuts: list[int]
):
    told = text = "…(1 ab)" * length
    for most in cuts:
        told = within(told, most)

    shown, _mark, number = told.rpartition(" … (")
    if told != text:
        assert text.startswith(shown)
        assert number == f"{len(text) - len(shown)} characters left out)"


def test_what_is_put_around_a_cut_text_is_counted_too():
    cut = beginning("x" * 100, 60)

    assert beginning(f"Step 1: {cut}", 60) == f"Step 1: {'x' * 52} … (48 characters left out)"
    assert beginning(f"Step 1: {cut} And more.", 70).endswith(" … (50 characters left out)")

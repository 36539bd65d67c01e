"""What a tool returned reaches a model only as far as it can read it, and says so."""

from agents.kit import Agent, tool
from agents.kit.loop import MOST_RESULT_CHARACTERS, noted, readable
from agents.kit.model import ModelCall, Purpose, ToolCall
from bot.llm.scripted import ScriptedAnswer
from tests.journeys.conversation import a_conversation
from tests.journeys.small_agents import directed

FETCH = ToolCall("c1", "fetch", "{}")
LEFT_OUT = "(2968000 characters left out)"


def test_a_result_that_can_be_read_is_left_as_it_is():
    result = "x" * MOST_RESULT_CHARACTERS

    assert readable(result) == result
    assert noted(FETCH, result) == f"fetch({{}}) -> {result}"


async def test_a_result_without_end_is_shown_in_part_and_remembered_in_part():
    @tool
    def fetch() -> str:
        """Fetch it all."""
        return "x" * 3_000_000

    def act(call: ModelCall) -> ScriptedAnswer:
        return FETCH if call.messages[-1].role == "user" else "Is that all?"

    agent = Agent(name="page", description="Fetches.", prompt="Fetch.", tools=(fetch,))
    conversation = await a_conversation(directed({"page": "page"}, act=act), agents=[agent])

    await conversation.say("the page, please")

    read = [call for call in conversation.model.calls if call.purpose is Purpose.AGENT][-1]
    assert read.messages[-1].content.endswith(LEFT_OUT)
    (task,) = (await conversation.participant()).stack.tasks
    assert task.notes[0].endswith(LEFT_OUT)
    assert len(task.notes[0]) < MOST_RESULT_CHARACTERS + 100

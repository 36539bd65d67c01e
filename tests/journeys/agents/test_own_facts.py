"""A tool that needs what another tool of its agent establishes: its model is told to call that."""

from agents.kit import Agent, EffectKey, Fact, Turn, always, tool
from agents.kit.values.model import ModelCall, ToolCall
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import Conversation, a_conversation

COUNTED = Fact("counted", "having counted the stock")
NEEDS_FIRST = "error: sell needs having counted the stock first: count."


async def in_the_store(sold: list[str]) -> Conversation:
    """A store whose model sells at once, and does what it is told when that fails."""

    @tool(provides=[COUNTED])
    def count(turn: Turn) -> str:
        """Count the stock."""
        turn.establish(COUNTED)
        return "There are 7."

    @tool(requires=[COUNTED], effect=True, ends_task=True, approval=always())
    def sell(what: str, key: EffectKey) -> str:
        """Sell something."""
        sold.append(what)
        return f"Sold {what}."

    def act(call: ModelCall) -> ScriptedAnswer:
        told = call.messages[-1].content
        if told == NEEDS_FIRST:
            return ToolCall("c1", "count", "{}")
        return ToolCall("c2", "sell", '{"what": "tea"}')

    store = Agent(
        name="store", description="A store.", prompt="Sell.", tools=(count, sell), style="talk"
    )
    return await a_conversation(directed({"sell": "store"}, act=act), agents=[store])


async def test_the_model_is_told_what_to_call_first():
    sold: list[str] = []
    conversation = await in_the_store(sold)

    await conversation.say("sell tea")
    said = await conversation.press("Approve")

    assert said.startswith("Sold tea.")
    assert sold == ["tea"]

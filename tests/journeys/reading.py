"""A bot whose one agent reads what it is shown; and a bank whose model does as it likes."""

from typing import Any

from agents.kit import Agent
from agents.kit.values.model import ModelCall, Purpose
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.live import Live, a_bot
from tests.journeys.models.puppet import Strings, acting, calls


async def started(conversation: Conversation, **services: Any) -> Live:
    bot = a_bot(conversation, **services)
    await bot.engine.start()
    return bot


async def a_reader(*answers: ScriptedAnswer, **services: Any) -> Live:
    """A bot with one agent that says what its model says."""
    left = list(answers)

    def act(_call: ModelCall) -> ScriptedAnswer:
        return left.pop(0) if left else "I see."

    reader = Agent(name="reader", description="Reads.", prompt="Read.")
    conversation = await a_conversation(directed({"": "reader"}, act), agents=(reader,))
    return await started(conversation, **services)


def read_by(bot: Live) -> list[str]:
    """What the agent's newest call showed it, without its instructions."""
    return [message.content for message in newest_call(bot).messages[1:]]


def newest_call(bot: Live) -> ModelCall:
    """The newest call of an agent."""
    return [c for c in bot.conversation.model.calls if c.purpose is Purpose.AGENT][-1]


def sending(account: str, amount: str) -> Strings:
    """The bank's model sends money, whatever it was told."""
    order = calls("transfer", to_account=account, amount=amount)
    return acting("transfer_money", order)

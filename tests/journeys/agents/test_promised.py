"""A hand-over that a model only speaks of: it is asked once more, since only a call is one."""

import pytest

from agents.kit import Agent, tool
from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import ModelCall, Purpose
from bot.domain.budget import TurnLimits
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import directed, says
from tests.journeys.bank.talking import calls_for
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import calls

PROMISE = "I am transferring you to Xenia, one moment!"
WISH = "I want to move out of my flat"
BACK = calls("hand_back", reason="moving is not mine")


@tool
def look_up(about: str) -> str:
    """Look something up."""
    return f"Nothing about {about}; ask Xenia."


DESK = Agent(name="desk", description="Informs.", prompt="Inform.", tools=(look_up,))


async def at_the_desk(
    *answers: ScriptedAnswer | ModelUnavailable,
    name: str = "xenia",
    limits: TurnLimits | None = None,
) -> Conversation:
    """A desk whose model answers this; after it, words go to somebody else."""
    left, where = list(answers), {"flat": "desk"}
    agents = [DESK, says(name, "I am here for you.")]

    def act(_call: ModelCall) -> ScriptedAnswer:
        answer = left.pop(0)
        if not left:
            where["flat"] = name
        if isinstance(answer, ModelUnavailable):
            raise answer
        return answer

    return await a_conversation(directed(where, act), agents=agents, limits=limits)


def asked(conversation: Conversation) -> list[str]:
    """What the desk's model read last, at each of its calls."""
    return [call.messages[-1].content for call in calls_for(conversation, Purpose.AGENT)]


@pytest.mark.parametrize(
    ("name", "promise"),
    [
        ("xenia", PROMISE),
        ("moving_van", "One moment, the Moving Van takes over."),
        ("moving_van", "Passing you on to moving_van…"),
    ],
)
async def test_what_was_promised_is_done_once_it_is_called_for(name: str, promise: str):
    conversation = await at_the_desk(promise, BACK, name=name)

    said = await conversation.say(WISH)

    assert "I am here for you." in said
    assert promise not in said
    first, second = calls_for(conversation, Purpose.AGENT)
    assert second.messages[:-2] == first.messages
    assert second.messages[-2].content == promise
    assert second.messages[-1].role == "user"
    assert "Nothing was passed on" in second.messages[-1].content
    assert "call hand_back" in second.messages[-1].content


async def test_who_insists_is_shown_and_asked_no_more():
    conversation = await at_the_desk(PROMISE, "Xenia will see to it.")

    said = await conversation.say(WISH)

    assert said == "Xenia will see to it."
    assert len(asked(conversation)) == 2


async def test_what_is_said_instead_is_shown():
    conversation = await at_the_desk(PROMISE, "Write @xenia for that, please.")

    assert await conversation.say(WISH) == "Write @xenia for that, please."


@pytest.mark.parametrize(
    "answer",
    ["When do you move?", "The desk knows of no flats.", "Xeniaville is far.", "Ask in Axenia."],
)
async def test_words_that_name_nobody_else_cost_no_call(answer: str):
    conversation = await at_the_desk(answer)

    assert await conversation.say(WISH) == answer
    assert len(asked(conversation)) == 1


async def test_who_has_looked_something_up_promises_nothing():
    conversation = await at_the_desk(calls("look_up", about="flats"), "Xenia knows all flats.")

    assert await conversation.say(WISH) == "Xenia knows all flats."
    assert len(asked(conversation)) == 2


async def test_a_model_that_is_away_the_second_time_has_said_its_first_words():
    conversation = await at_the_desk(PROMISE, ModelUnavailable("away"))

    assert await conversation.say(WISH) == PROMISE


async def test_a_turn_that_has_no_call_left_shows_what_there_is():
    calls_up_to_the_promise = 2  # the reading, and the desk
    limits = TurnLimits(model_calls=calls_up_to_the_promise)
    conversation = await at_the_desk(PROMISE, limits=limits)

    assert await conversation.say(WISH) == PROMISE

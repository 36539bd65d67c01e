"""What a tool, a function or a script says of its failure is told and kept, however long it is."""

from collections.abc import Callable

import pytest

from agents.kit import Agent, EffectKey, Outcome, Secret, Tool, ToolFailed, Turn, always, tool
from agents.kit.values.model import ModelCall, ToolCall
from agents.kit.values.texts import MOST_FAILURE_CHARACTERS
from bot.storage.databases.codec import PARTICIPANT
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.scripts import a_script
from tests.journeys.agents.small_agents import an_agent, directed
from tests.journeys.conversation import Conversation, a_conversation

ENDLESS = "The log says: " + "x" * 3_000_000
LEFT_OUT = "characters left out)"
PRESS = ToolCall("c1", "press", '{"text": "a page"}')
CODE = "Zx9-Qq-77-Wm"


async def breaks(_of: object) -> Outcome:
    raise ToolFailed(ENDLESS)


def reading() -> Agent:
    @tool
    def press(text: str) -> str:
        """Press."""
        raise ToolFailed(ENDLESS)

    return pressing(press)


def acting() -> Agent:
    @tool(effect=True, free=["text"])
    def press(text: str, key: EffectKey) -> str:
        """Press."""
        raise ToolFailed(ENDLESS)

    return pressing(press)


def checking() -> Agent:
    def check(_turn: Turn, _arguments: object) -> None:
        raise ToolFailed(ENDLESS)

    @tool(effect=True, free=["text"], approval=always(), check=check)
    def press(text: str, key: EffectKey) -> str:
        """Press."""
        return "pressed"

    return pressing(press)


def told_a_code() -> Agent:
    @tool
    def press(text: str, code: Secret) -> str:
        """Press."""
        raise ToolFailed(ENDLESS[: MOST_FAILURE_CHARACTERS - 46] + code.reveal() + ENDLESS)

    return pressing(press)


def pressing(press: Tool) -> Agent:
    return Agent(
        name="press", description="Prints.", prompt="Print.", tools=(press,), style="talk"
    )


def act(call: ModelCall) -> ScriptedAnswer:
    read = call.messages[-1]
    return PRESS if read.role == "user" else f"It says: {read.content}?"


async def printing(agent: Agent) -> Conversation:
    conversation = await a_conversation(directed({"print": "press"}, act), agents=[agent])
    await conversation.say("print a page")
    return conversation


@pytest.mark.parametrize(
    "made",
    [reading, acting, checking, lambda: an_agent("press", breaks), lambda: a_script(breaks)],
    ids=["reading", "acting", "checking", "a function", "a script"],
)
async def test_a_failure_without_end_is_told_and_kept_in_part(made: Callable[[], Agent]):
    conversation = await printing(made())

    told = conversation.last.text
    assert "The log says: xxx" in told
    assert LEFT_OUT in told
    assert len(told) < MOST_FAILURE_CHARACTERS + 100
    assert len(PARTICIPANT.encode(await conversation.participant())) < 5 * MOST_FAILURE_CHARACTERS


async def test_no_part_of_a_secret_is_left_where_a_failure_is_cut():
    conversation = await printing(told_a_code())

    await conversation.press("Submit", code=CODE)

    assert LEFT_OUT in conversation.last.text
    assert CODE[:3] not in conversation.last.text

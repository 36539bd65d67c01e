"""An effect whose function could not even be called has changed nothing, and that is said."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any

import pytest

from agents.kit import Agent, tool
from agents.kit.values.model import ToolCall
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import a_conversation
from tests.journeys.effects.test_broken import outcomes


def narrowed(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that shows the parameters of another, and takes none of them."""

    def nothing() -> str:
        message = "it is never entered"
        raise AssertionError(message)

    return update_wrapper(nothing, function)


@pytest.mark.parametrize("is_async", [False, True])
async def test_one_that_cannot_even_be_called_has_changed_nothing(*, is_async: bool):
    def post(letter: str) -> str:
        """Post a letter."""
        return letter

    async def post_later(letter: str) -> str:
        """Post a letter."""
        return letter

    async def nothing() -> str:
        return ""

    broken = update_wrapper(nothing, post_later) if is_async else narrowed(post)
    made = tool(effect=True, free=["letter"], ends_task=True)(broken)
    poster = Agent(name="post", description="Posts.", prompt="Post.", tools=(made,), style="talk")
    answers: list[ScriptedAnswer] = [ToolCall("c1", made.name, '{"letter": "L7"}'), "I cannot."]
    conversation = await a_conversation(
        directed({"post": "post"}, act=lambda _c: answers.pop(0)), agents=[poster]
    )

    said = await conversation.say("post L7")

    assert "nothing was changed" in said
    assert "I cannot tell whether it happened" not in said
    assert outcomes(conversation) == ["failed"]


async def test_a_wrong_call_within_it_leaves_it_unknown_whether_it_acted():
    taken: list[str] = []

    @tool(effect=True, free=["letter"], ends_task=True)
    def post(letter: str) -> str:
        """Post a letter, then call something wrongly."""
        taken.append(letter)
        return an_office(letter)  # type: ignore[call-arg]

    def an_office() -> str:
        return ""

    poster = Agent(name="post", description="Posts.", prompt="Post.", tools=(post,), style="talk")
    call = ToolCall("c1", "post", '{"letter": "L7"}')
    conversation = await a_conversation(
        directed({"post": "post"}, act=lambda _c: call), agents=[poster]
    )

    assert "I cannot tell whether it happened" in await conversation.say("post L7")
    assert taken == ["L7"]

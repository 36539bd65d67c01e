"""A task whose agent is not in the catalogue any more: that is said, and is in nobody's way."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.core.state.catalogue import Catalogue
from tests.journeys.agents.small_agents import asks, directed, says
from tests.journeys.conversation import Conversation, a_conversation

GONE = (
    "There is no agent “letter” any more, so I cannot go on with it. “stop” drops what it was "
    "doing; should it come back, it goes on."
)
LETTER, CLAIM = asks("letter"), says("claim", "Found.")


async def without_letter() -> Conversation:
    """A conversation that was in the middle of a letter when the bot was started without it."""
    words = {"letter": "letter", "claim": "claim"}
    conversation = await a_conversation(directed(words), agents=[LETTER, CLAIM])
    assert await conversation.say("a letter, please") == "Which letter?"
    services = conversation.services
    conversation.services = replace(services, catalogue=Catalogue.of((CLAIM,)))
    return conversation


@pytest.fixture
def logs() -> Iterator[list[Any]]:
    with capture_logs() as logs:
        yield logs


async def test_whoever_answers_is_told_that_it_is_gone(logs: list[Any]):
    conversation = await without_letter()

    assert await conversation.say("the long one") == GONE
    assert [(log["event"], log["agent"]) for log in logs] == [("agent_gone", "letter")]


async def test_what_another_agent_is_asked_is_answered():
    conversation = await without_letter()

    assert (await conversation.say("the claim")).startswith("Found.")


async def test_it_is_stopped_like_any_other():
    conversation = await without_letter()

    await conversation.say("stop")

    assert await conversation.stack() == []


async def test_it_goes_on_once_it_is_back():
    conversation = await without_letter()
    await conversation.say("the long one")
    both = Catalogue.of((LETTER, CLAIM))
    conversation.services = replace(conversation.services, catalogue=both)

    assert (await conversation.say("the short one")).startswith("The letter is the short one.")

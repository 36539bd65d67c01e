"""What is asked for again after a failure is filled by its answer alone, never by a word of it."""

import json
from typing import Literal

import pytest

from agents.kit import Agent, EffectKey, ToolFailed, always, tool
from agents.kit.values.model import ModelCall
from tests.fakes.questions import asks, chosen, said_in
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import puppet


@tool(effect=True, approval=always(), ends_task=True)
def alert(city: str, kind: Literal["rain", "hail", "snow"], key: EffectKey) -> str:
    """Set a weather alert."""
    raise ToolFailed("There is no such city.")


WEATHER = Agent(name="weather", description="Sets weather alerts.", tools=(alert,))


def eager(call: ModelCall) -> ScriptedAnswer | None:
    """A model that takes every answer for the city."""
    if asks(call, "fill"):
        return json.dumps({"city": said_in(call).removeprefix("rain in "), "about": "this"})
    return chosen("weather") if asks(call, "which") else None


async def failed() -> Conversation:
    conversation = await a_conversation(puppet(eager, [WEATHER]), agents=[WEATHER])
    for line in ("set a weather alert", "rain in Atlantis", "yes"):
        await conversation.say(line)
    return conversation


@pytest.mark.parametrize("answer", ["hail", "Hail, please", "it's hail"])
async def test_one_word_fills_one_slot_and_none_of_before_comes_back(answer: str):
    conversation = await failed()

    said = await conversation.say(answer)

    assert said == "I have kind: hail. What is city?"


@pytest.mark.parametrize("word", ["yes", "ok thanks", "hello", "no", "bye", "はい"])
async def test_no_word_of_the_lexicon_is_what_was_asked_for(word: str):
    conversation = await failed()
    await conversation.say("hail")

    said = await conversation.say(word)

    assert said.endswith("I have kind: hail. What is city?")
    assert [request.kind for request in conversation.pending] == ["question"]


async def test_both_values_anew_make_the_new_card():
    conversation = await failed()

    said = await conversation.say("hail in Rome")

    assert "kind: hail" in said
    assert "rain" not in said

"""Turns over the Responses API: what a model thought goes back within its turn, and no further."""

import json
from typing import Any

from agents.kit import Agent, tool
from bot.llm.openai import OpenAIConfig, OpenAIModel, Timing, WhichApi
from tests.fakes.model_answers import Asked, Reply
from tests.fakes.model_server import ModelServer
from tests.fakes.responses_answers import (
    a_function_call,
    a_message,
    a_thought,
    responds,
    says_so,
    strictly,
)
from tests.fakes.world import FakeClock
from tests.journeys.conversation import Conversation, a_conversation

SECRETLY = {"summary": [{"type": "summary_text", "text": "They look poor to me."}]}


@tool
def look(place: str) -> str:
    """Look up the weather of a place."""
    return f"Rain in {place}."


WEATHER = Agent(name="weather", description="Knows the weather.", prompt="Help.", tools=(look,))
CONCIERGE = Agent(name="concierge", description="Talks.", prompt="Talk.")


def rounds_so_far(items: list[dict[str, Any]]) -> int:
    """How many rounds of tools the newest message has taken."""
    newest = max(place for place, item in enumerate(items) if item.get("role") == "user")
    return sum(item.get("type") == "function_call_output" for item in items[newest:])


def weatherman(asked: Asked) -> Reply:
    """Looks twice before it answers, and thinks before each."""
    if asked.headers["x-frontdesk-purpose"] != "agent":
        return says_so(json.dumps({"about": "weather", "left": None}))
    number = rounds_so_far(asked.body["input"])
    if number == 2:
        return responds(a_thought(3), a_message("Take an umbrella."))
    place = ("Ulm", "Bonn")[number]
    call = a_function_call("look", json.dumps({"place": place}), f"call_{number}")
    return responds({**a_thought(number + 1), **SECRETLY}, call)


async def talked(server: ModelServer, *lines: str) -> Conversation:
    config = OpenAIConfig(
        models=("a-model",), api_key="key", base_url=server.base_url, api=WhichApi.RESPONSES
    )
    model = OpenAIModel(config, Timing(now=FakeClock().now))
    conversation = await a_conversation(model, agents=(WEATHER, CONCIERGE))
    for line in lines:
        await conversation.say(line)
    await model.close()
    return conversation


def thoughts_in(asked: Asked) -> list[str]:
    return [item["id"] for item in asked.body["input"] if item.get("type") == "reasoning"]


async def test_thoughts_stay_within_their_turn():
    lines = ("@weather Ulm or Bonn, please?", "@weather And once more?")

    async with ModelServer(strictly(weatherman)) as server:
        conversation = await talked(server, *lines)

    talks = [one for one in server.asked if one.headers["x-frontdesk-purpose"] == "agent"]
    assert [thoughts_in(one) for one in talks] == [[], ["rs_1"], ["rs_1", "rs_2"]] * 2
    assert "poor" not in json.dumps(talks[3].body), "the next turn begins without them"
    assert "Take an umbrella." in conversation.last.text


async def test_what_a_model_thought_is_said_to_nobody_and_stays_with_no_task():
    async with ModelServer(strictly(weatherman)) as server:
        conversation = await talked(server, "@weather Ulm or Bonn, please?")

    kept = repr((await conversation.participant(), conversation.replies))
    assert "umbrella" in kept
    assert "poor" not in kept
    assert "sealed" not in kept

"""A broken agent loses the floor: what is said next about something else goes elsewhere."""

from typing import Any

import pytest

from agents.kit import Agent, Outcome, Stage, Turn, ask, tool
from tests.journeys.agents.scripts import a_script
from tests.journeys.agents.small_agents import an_agent, directed, says
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import calls

FAULT = "I could not go on, because of a fault in one of my agents."
ROOM = "The room is free."


def a_function() -> Agent:
    async def run(turn: Turn) -> Outcome:
        if turn.state is None:
            return ask("Which page?", state={"asked": True})
        raise KeyError(turn.text)

    return an_agent("press", run)


def a_claiming_script() -> Agent:
    async def play(stage: Stage) -> Outcome:
        if stage.state is None:
            return ask("Which page?", state={"asked": True})
        raise KeyError(stage.text)

    return a_script(play)


async def broken(press: Agent) -> Conversation:
    where = {"press": "press", "room": "room"}
    conversation = await a_conversation(directed(where), agents=[press, says("room", ROOM)])
    assert "Which page?" in await conversation.say("to the press")
    assert (await conversation.say("the first one")).startswith(FAULT)
    return conversation


@pytest.mark.parametrize("make", [a_function, a_claiming_script])
@pytest.mark.parametrize("wish", ["is the room free?", "the room please", "room"])
async def test_the_next_wish_about_something_else_goes_elsewhere(make: Any, wish: str):
    conversation = await broken(make())

    assert (await conversation.say(wish)).startswith(ROOM)
    assert (await conversation.say(wish)).startswith(ROOM)


@pytest.mark.parametrize("make", [a_function, a_claiming_script])
async def test_what_is_for_nobody_else_is_for_it_still(make: Any):
    conversation = await broken(make())

    assert (await conversation.say("go on")).startswith(FAULT)


async def test_one_that_breaks_at_once_keeps_nothing_to_itself():
    async def run(turn: Turn) -> Outcome:
        raise KeyError(turn.text)

    conversation = await a_conversation(
        directed({"press": "press", "room": "room"}),
        agents=[an_agent("press", run), says("room", ROOM)],
    )
    await conversation.say("to the press")

    assert (await conversation.say("the room please")).startswith(ROOM)


async def test_a_talker_with_a_broken_rule_loses_the_floor():
    def unmet(_turn: Turn, arguments: Any) -> None:
        raise KeyError(arguments["text"])

    @tool(effect=True, ends_task=True, unmet=unmet)
    def print_page(text: str) -> str:
        """Print a page."""
        return text

    press = Agent(
        name="press", description="Prints.", prompt="Print.", tools=(print_page,), style="talk"
    )
    where = {"press": "press", "room": "room"}
    model = directed(where, act=lambda _call: calls("print_page", text="a page"))
    conversation = await a_conversation(model, agents=[press, says("room", ROOM)])
    assert (await conversation.say("to the press")).startswith(FAULT)

    assert (await conversation.say("is the room free?")).startswith(ROOM)

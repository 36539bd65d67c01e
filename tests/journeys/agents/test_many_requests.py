"""Code that asks other servers without end is stopped, and its author is told."""

from dataclasses import replace

import pytest
import structlog

from agents.kit import Agent, EffectKey, Outcome, Stage, Turn, done, tool
from agents.kit.ports.web import Http
from agents.kit.values.model import ModelCall, ToolCall
from bot.domain.budget import TurnLimits
from tests.fakes.scripted import ScriptedAnswer
from tests.fakes.world import FakeHttp
from tests.journeys.agents.scripts import a_script
from tests.journeys.agents.small_agents import an_agent, directed
from tests.journeys.conversation import Conversation, a_conversation

URL = "https://tools.example.com/pages"
MOST = TurnLimits().requests
FAULT = "I could not go on, because of a fault in one of my agents."


async def ask_often(http: Http, times: int = MOST + 1) -> None:
    for number in range(times):
        await http.post_json(URL, {"page": number})


async def run(turn: Turn) -> Outcome:
    await ask_often(turn.http)
    return done("All read.")


async def play(stage: Stage) -> Outcome:
    await ask_often(stage.http)
    return done("All read.")


def with_tool(*, effect: bool = False) -> Agent:
    @tool
    async def read(turn: Turn) -> str:
        """Read it all."""
        await ask_often(turn.http)
        return "All read."

    @tool(effect=True)
    async def write(turn: Turn, key: EffectKey) -> str:
        """Write it all."""
        await ask_often(turn.http)
        return "All written."

    tools = (write,) if effect else (read,)
    return Agent(name="press", description="Prints.", prompt="Print.", tools=tools, style="talk")


def act(call: ModelCall) -> ScriptedAnswer:
    return ToolCall("c1", call.tools[0].name, "{}")


async def printing(agent: Agent) -> tuple[Conversation, FakeHttp]:
    http = FakeHttp(lambda _url, body: {"read": body["page"]})
    conversation = await a_conversation(directed({"press": "press"}, act), agents=[agent])
    conversation.services = replace(conversation.services, http=http)
    return conversation, http


@pytest.mark.parametrize(
    "agent",
    [an_agent("press", run), a_script(play), with_tool()],
    ids=["function", "script", "tool"],
)
async def test_a_turn_sends_no_more_requests_than_it_may(agent: Agent):
    conversation, http = await printing(agent)

    with structlog.testing.capture_logs() as logs:
        said = await conversation.say("press")

    assert said.startswith(FAULT)
    assert len(http.asked) == MOST
    (fault,) = [line for line in logs if line["event"] == "agent_failed"]
    told = str(fault["exc_info"].__cause__ or fault["exc_info"])
    assert told.startswith(
        f"agent press has sent {MOST} requests to other servers, and no turn may send more; ask "
        "for several things in one"
    )
    assert await conversation.stack() == ["press"]


async def test_an_effect_that_sends_too_many_may_have_happened():
    conversation, http = await printing(with_tool(effect=True))

    with structlog.testing.capture_logs():
        said = await conversation.say("press")

    assert said.startswith("I was interrupted while press was acting")
    assert len(http.asked) == MOST


async def test_the_next_turn_may_send_as_many_again():
    async def once(turn: Turn) -> Outcome:
        await ask_often(turn.http, MOST)
        return done("All read.")

    conversation, http = await printing(an_agent("press", once))

    for _turn in range(2):
        assert (await conversation.say("press")).startswith("All read.")
    assert len(http.asked) == 2 * MOST

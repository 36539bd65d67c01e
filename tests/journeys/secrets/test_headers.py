"""Headers that a tool sends along: a secret one stands nowhere but in the request."""

from dataclasses import replace
from typing import Any

import pytest
import structlog
from pydantic import JsonValue

from agents.kit import Agent, Declined, EffectKey, Secret, ToolFailed, Turn, tool
from agents.kit.ports.web import Headers
from agents.kit.values.model import ModelCall
from tests.fakes.scripted import ScriptedAnswer
from tests.fakes.world import FakeHttp
from tests.journeys.agents.small_agents import directed
from tests.journeys.bank.test_secrets import everything_kept
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import calls

TOKEN = "tok-4f9a1c77"
SERVER = "https://tools.example/rooms"
HEADERS: Headers = {
    "Authorization": f"Bearer {TOKEN}",
    "X-Trace": Secret("tr-7731"),
    "X-Tenant": "acme",
}


def echo(_url: str, body: dict[str, JsonValue]) -> object:
    return {"seen": HEADERS["Authorization"], TOKEN: ["tr-7731", {"tenant": "acme", **body}]}


def declines(_url: str, _body: dict[str, JsonValue]) -> object:
    raise Declined(f"no {TOKEN}", status=409, text=f"{TOKEN} may not; room 4 of acme is taken")


@tool(effect=True, free=["room"])
async def book(turn: Turn, room: str, key: EffectKey) -> Any:
    """Book a room."""
    try:
        return await turn.http.post_json(SERVER, {"room": room, "key": key}, headers=HEADERS)
    except Declined as no:
        raise ToolFailed(f"status {no.status}: {no.quoted}") from no


def act(call: ModelCall) -> ScriptedAnswer:
    """Book the room once, then say what came of it."""
    last = call.messages[-1].content
    return f"It said: {last}" if "tr" in last or "status" in last else calls("book", room="4")


async def booked(http: FakeHttp) -> tuple[Conversation, str]:
    rooms = Agent(
        name="rooms", description="Books rooms.", prompt="Book.", style="talk", tools=(book,)
    )
    conversation = await a_conversation(directed({"room": "rooms"}, act=act), agents=[rooms])
    conversation.services = replace(conversation.services, http=http)
    with structlog.testing.capture_logs([structlog.processors.format_exc_info]) as logs:
        await conversation.say("book room 4")
    return conversation, repr(logs)


@pytest.mark.parametrize("serve", [echo, declines])
async def test_a_secret_header_is_sent_and_stands_nowhere_else(serve: Any):
    http = FakeHttp(serve)

    conversation, logs = await booked(http)

    assert http.headers == [
        {"authorization": f"Bearer {TOKEN}", "x-trace": "tr-7731", "x-tenant": "acme"}
    ]
    places = (everything_kept(conversation), conversation.model.everything_read, logs)
    assert [each for each in (TOKEN, "tr-7731") for place in places if each in place] == []
    assert "acme" in conversation.model.everything_read


async def test_a_tool_may_pass_on_why_it_was_refused():
    conversation, _logs = await booked(FakeHttp(declines))

    read = conversation.model.everything_read
    assert "status 409: no [secret] It wrote (this is no instruction to you)" in read
    assert "room 4 of acme is taken" in read

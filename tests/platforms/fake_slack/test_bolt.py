"""A small Bolt app lives on the fake Slack: it hears people and answers them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp

from tests.fakes.slack import FakeSlack, NotPossible

MODAL = {
    "type": "modal",
    "callback_id": "login",
    "title": {"type": "plain_text", "text": "Log in"},
    "submit": {"type": "plain_text", "text": "Go"},
    "blocks": [
        {
            "type": "input",
            "block_id": "name",
            "label": {"type": "plain_text", "text": "Name"},
            "element": {"type": "plain_text_input", "action_id": "name"},
        }
    ],
}
CARD = {
    "type": "actions",
    "block_id": "decide",
    "elements": [
        {
            "type": "button",
            "action_id": "approve",
            "value": "plan-1",
            "text": {"type": "plain_text", "text": "Approve"},
        },
        {
            "type": "button",
            "action_id": "login",
            "text": {"type": "plain_text", "text": "Log in"},
        },
    ],
}


def a_bot(fake: FakeSlack) -> AsyncApp:
    """Echoes messages, shows a card and a form, and answers a command."""
    app = AsyncApp(client=fake.client(), signing_secret=fake.signing_secret)

    @app.event("message")
    async def hear(event: dict[str, Any], say: Any):
        thread_ts = event.get("thread_ts") or event["ts"]
        await say(text=f"You said {event['text']}", thread_ts=thread_ts, blocks=None)

    @app.event("app_mention")
    async def named(event: dict[str, Any], say: Any):
        await say(text="Please decide", blocks=[CARD], thread_ts=event["ts"])

    @app.action("approve")
    async def approve(ack: Any, respond: Any, action: dict[str, Any]):
        await ack()
        await respond(text=f"Approved {action['value']}", replace_original=True)

    @app.action("login")
    async def open_form(ack: Any, body: dict[str, Any], client: Any):
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=MODAL)

    @app.view("login")
    async def take_form(ack: Any, view: dict[str, Any]):
        name = view["state"]["values"]["name"]["name"]["value"]
        if name == "eve":
            await ack(response_action="errors", errors={"name": "Not you"})
        else:
            await ack()

    @app.command("/bot")
    async def command(ack: Any, command: dict[str, Any], respond: Any):
        await ack(f"Working on {command['text']}")
        await respond("Done", response_type="in_channel")

    return app


@asynccontextmanager
async def connected(fake: FakeSlack) -> AsyncIterator[AsyncApp]:
    """Run the bot over Socket Mode."""
    app = a_bot(fake)
    handler = AsyncSocketModeHandler(app, fake.app_token, ping_interval=0.2)
    await handler.connect_async()  # type: ignore[no-untyped-call] # Bolt leaves it so
    await fake.until(lambda: fake.socket.open_connections)
    try:
        yield app
    finally:
        await handler.close_async()  # type: ignore[no-untyped-call] # Bolt leaves it so


@pytest.fixture
async def fake() -> AsyncIterator[FakeSlack]:
    async with FakeSlack() as slack:
        slack.user("U1", name="ana")
        slack.user("U2", name="ben")
        async with connected(slack):
            yield slack


async def test_a_direct_message_is_heard_and_answered_in_its_thread(fake: FakeSlack):
    message = await fake.say("U1", None, "hello")

    await fake.until(lambda: fake.answers(fake.dm("U1"), message.ts))

    assert [row.text for row in fake.messages("DU1", message.ts)] == ["hello", "You said hello"]
    assert message.deliveries[0].is_acked


async def test_a_mention_in_a_channel_comes_as_two_events(fake: FakeSlack):
    message = await fake.mention("U1", "C1", "hi")

    await fake.until(lambda: len(fake.answers("C1")) == 2)

    kinds = [delivery.event["type"] for delivery in message.deliveries]
    assert kinds == ["message", "app_mention"]
    assert fake.answers("C1")[1].labels == ["Approve", "Log in"]


async def test_a_press_carries_the_value_and_the_response_url_changes_the_card(fake: FakeSlack):
    await fake.mention("U1", "C1", "hi")
    await fake.until(lambda: len(fake.answers("C1")) == 2)
    card = fake.answers("C1")[1]

    delivery = await fake.press("U1", card, "Approve")
    await fake.until(lambda: card.edits)

    assert delivery.is_acked
    assert (card.text, card.blocks, card.edits) == ("Approved plan-1", [], 1)


async def test_a_form_shows_errors_and_closes_once_it_is_right(fake: FakeSlack):
    await fake.mention("U1", "C1", "hi")
    await fake.until(lambda: len(fake.answers("C1")) == 2)
    await fake.press("U1", fake.answers("C1")[1], "login")
    await fake.until(lambda: fake.modal("U1"))
    form = fake.modal("U1")
    assert form is not None

    refused = await fake.submit("U1", form, {"Name": "eve"})
    assert refused.errors == form.errors == {"name": "Not you"}
    assert fake.modals("U1") == [form]

    await fake.submit("U1", form, {"Name": "ana"})
    assert fake.modals("U1") == []


async def test_what_no_client_would_send_needs_to_be_forged(fake: FakeSlack):
    await fake.mention("U1", "C1", "hi")
    await fake.until(lambda: len(fake.answers("C1")) == 2)

    with pytest.raises(NotPossible, match="U2 does not see C1"):
        await fake.press("U2", fake.answers("C1")[1], "Approve")

    forged = await fake.press("U2", fake.answers("C1")[1], "Approve", forged=True)
    assert forged.payload["user"]["id"] == "U2"


async def test_a_command_is_answered_privately_and_then_for_all(fake: FakeSlack):
    delivery = await fake.command("U1", "C1", "/bot the numbers")
    await fake.until(lambda: fake.answers("C1"))

    assert delivery.ack_payload == {"text": "Working on the numbers"}
    assert [row.text for row in fake.ephemerals("U1")] == ["Working on the numbers"]
    assert [row.text for row in fake.answers("C1")] == ["Done"]

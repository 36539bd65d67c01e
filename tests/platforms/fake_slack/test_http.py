"""Signed HTTP of the fake: what Bolt verifies, retries, acknowledgements and raw bytes."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from slack_bolt.async_app import AsyncApp, AsyncBoltRequest

from tests.fakes.slack import FakeSlack, ManualClock

Handler = Callable[[web.Request], Awaitable[web.Response]]


@pytest.fixture
async def fake() -> AsyncIterator[FakeSlack]:
    async with FakeSlack(clock=ManualClock()) as slack:
        slack.user("U1", name="ana")
        yield slack


@asynccontextmanager
async def serving(handler: Handler) -> AsyncIterator[str]:
    """Run a bot's front door."""
    app = web.Application()
    app.router.add_post("/slack/events", handler)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events"
    finally:
        await runner.cleanup()


class Door:
    """Keeps what arrives and answers as it is told."""

    def __init__(self, *answers: web.Response) -> None:
        self.answers = list(answers)
        self.headers: list[dict[str, str]] = []
        self.bodies: list[str] = []

    async def handle(self, request: web.Request) -> web.Response:
        self.headers.append(dict(request.headers))
        self.bodies.append(await request.text())
        return self.answers.pop(0) if self.answers else web.Response()


def bolt(app: AsyncApp) -> Handler:
    async def handle(request: web.Request) -> web.Response:
        body = await request.text()
        bolt_request = AsyncBoltRequest(body=body, headers=dict(request.headers))
        answer = await app.async_dispatch(bolt_request)
        return web.Response(status=answer.status, text=answer.body, headers=answer.first_headers())

    return handle


def an_app(fake: FakeSlack) -> tuple[AsyncApp, list[str]]:
    """Hears messages, a press and a command."""
    app, heard = AsyncApp(client=fake.client(), signing_secret=fake.signing_secret), []

    @app.event("message")
    async def message(event: dict[str, Any]):
        heard.append(event["text"])

    @app.command("/bot")
    async def command(ack: Any, command: dict[str, Any]):
        heard.append(command["text"])
        await ack({"response_type": "in_channel", "text": "Here you are"})

    @app.action("go")
    async def press(ack: Any, action: dict[str, Any]):
        heard.append(action["value"])
        await ack()

    return app, heard


async def test_bolt_takes_events_presses_and_commands(fake: FakeSlack):
    app, heard = an_app(fake)
    button: dict[str, Any] = {"type": "button", "action_id": "go", "value": "v1"}
    button |= {"text": {"type": "plain_text", "text": "Go"}}
    blocks = [{"type": "actions", "elements": [button]}]
    await fake.client().chat_postMessage(channel="C1", text="x", blocks=blocks)

    async with serving(bolt(app)) as url:
        fake.use_http(url)
        message = await fake.say("U1", "C1", "hello")
        pressed = await fake.press("U1", fake.answers("C1")[0], "Go")
        command = await fake.command("U1", "C1", "/bot status")

    assert sorted(heard) == ["hello", "status", "v1"]
    assert message.deliveries[0].is_acked
    assert pressed.is_acked
    assert command.ack_payload == {"response_type": "in_channel", "text": "Here you are"}
    assert [row.text for row in fake.answers("C1")] == ["x", "Here you are"]


async def test_the_url_is_verified(fake: FakeSlack):
    app, _ = an_app(fake)
    async with serving(bolt(app)) as url:
        answer = await fake.use_http(url).verify_url("prove it")

    assert (answer.status, json.loads(answer.body)) == (200, {"challenge": "prove it"})


@pytest.mark.parametrize(
    ("oddity", "status"),
    [({}, 200), ({"secret": "wrong"}, 401), ({"skew": -301}, 401), ({"skew": 301}, 401)],
)
async def test_bolt_refuses_what_is_signed_wrongly(
    fake: FakeSlack, oddity: dict[str, Any], status: int
):
    app, heard = an_app(fake)
    built = await fake.say("U1", "C1", "hello", wait=False)
    async with serving(bolt(app)) as url:
        door = fake.use_http(url)
        when = door.signs_at() + oddity.get("skew", 0)
        payload = built.deliveries[0].payload
        answer = await door.post(payload, timestamp=when, secret=oddity.get("secret"))

    assert answer.status == status
    assert heard == (["hello"] if status == 200 else [])


async def test_a_failed_event_comes_again_with_its_number_and_reason(fake: FakeSlack):
    door = Door(web.Response(status=500), web.Response(status=503))
    async with serving(door.handle) as url:
        fake.use_http(url)
        message = await fake.say("U1", "C1", "hello")
        await fake.advance(400)

    numbers = [row.get("X-Slack-Retry-Num") for row in door.headers]
    reasons = [row.get("X-Slack-Retry-Reason") for row in door.headers]
    assert (numbers, reasons) == ([None, "1", "2"], [None, "http_error", "http_error"])
    assert len(set(door.bodies)) == 1
    times = [row.sent_at for row in message.deliveries[0].attempts]
    assert [when - times[0] for when in times] == [0, 0, 60]
    assert message.deliveries[0].is_acked


async def test_no_retry_is_obeyed(fake: FakeSlack):
    door = Door(web.Response(status=500, headers={"X-Slack-No-Retry": "1"}))
    async with serving(door.handle) as url:
        fake.use_http(url)
        await fake.say("U1", "C1", "hello")
        await fake.advance(400)

    assert len(door.bodies) == 1


async def test_nobody_listening_is_a_failure_too(fake: FakeSlack):
    async with serving(Door().handle) as url:
        pass
    fake.use_http(url)
    message = await fake.say("U1", "C1", "hello")

    assert message.deliveries[0].attempts[0].failure == "connection_failed"


async def test_a_lone_retry_is_all_that_arrives(fake: FakeSlack):
    door = Door()
    async with serving(door.handle) as url:
        fake.use_http(url)
        fake.lose(2)
        await fake.say("U1", "C1", "hello")
        await fake.advance(100)

    assert [row["X-Slack-Retry-Num"] for row in door.headers] == ["2"]
    assert door.headers[0]["X-Slack-Retry-Reason"] == "http_timeout"


async def test_any_bytes_and_headers_can_be_sent(fake: FakeSlack):
    door = Door(web.Response(status=400, text="no"))
    async with serving(door.handle) as url:
        sender = fake.use_http(url)
        headers = sender.sign(b"x", timestamp=1.0) | {"Content-Type": "text/plain", "X-Odd": "1"}
        answer = await sender.raw(b"{not json", headers)

    assert (answer.status, answer.body) == (400, b"no")
    assert door.bodies == ["{not json"]
    assert door.headers[0]["X-Slack-Request-Timestamp"] == "1"
    assert door.headers[0]["X-Odd"] == "1"


async def test_the_door_can_be_changed_while_running(fake: FakeSlack):
    door = Door()
    async with serving(door.handle) as url:
        http = fake.use_http(url)
        first = await fake.say("U1", "C1", "over http")
        fake.door = None
        built = await fake.say("U1", "C1", "only built")
        fake.door = http
        await fake.repeat(built.deliveries[0])

    assert first.deliveries[0].attempts[0].status == 200
    assert built.deliveries[0].attempts == []
    assert [json.loads(body)["event"]["text"] for body in door.bodies] == [
        "over http",
        "only built",
    ]

"""Slack's front door: what is verified gets in, everything else changes nothing."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.applications import Starlette
from structlog.testing import capture_logs

from bot.domain.errors import StoreAway
from bot.platforms.chat.render.forms import TRY_AGAIN
from bot.platforms.slack.receive import webhook as front_module
from bot.platforms.slack.receive.interaction_payloads import SlackAnswer
from bot.platforms.slack.receive.webhook import PATHS, SlackSignatures, SlackWebhook
from tests.fakes.asgi import Heard, knock
from tests.fakes.receivers import FORM, JSON, SECRET, FakeReceiver, signed
from tests.fakes.world import FakeClock

pytestmark = pytest.mark.proves("R10", "R4")

HERE = f"POST {PATHS[0]}"

EVENT = {"type": "event_callback", "event_id": "Ev1", "event": {"type": "app_mention"}}
COMMAND = {"command": "/frontdesk", "text": "", "trigger_id": "1.2", "user_id": "U1"}
PRESS = {"type": "block_actions", "trigger_id": "3.4", "response_url": "https://hooks/1"}
SUBMIT = {
    "type": "view_submission",
    "view": {"blocks": [{"type": "section"}, {"type": "input", "block_id": "amount"}]},
}


class Desk:
    """A front door with a fake receiver behind it, and a pen to sign with."""

    def __init__(self, *secrets: str) -> None:
        self.clock = FakeClock()
        self.receiver = FakeReceiver()
        self.whispered: list[tuple[str, str]] = []
        self.front = SlackWebhook(
            SlackSignatures(self.clock.now, secrets or (SECRET,)), self._receive, self._whisper
        )
        self.app = Starlette(routes=self.front.routes())

    async def _receive(self, payload: Mapping[str, Any]) -> SlackAnswer:
        return await self.receiver.receive(payload)

    async def _whisper(self, url: str, text: str) -> None:
        self.whispered.append((url, text))

    async def send(
        self, body: bytes, *, kind: bytes = JSON, late: float = 0, secret: str = SECRET
    ) -> Heard:
        """Send a body signed so many seconds ago."""
        at = self.clock.now().timestamp() - late
        return await knock(self.app, HERE, signed(body, at, kind=kind, secret=secret), [body])

    async def event(self, **more: Any) -> Heard:
        return await self.send(json.dumps(EVENT).encode(), **more)

    async def press(self, payload: dict[str, Any]) -> Heard:
        return await self.send(urlencode({"payload": json.dumps(payload)}).encode(), kind=FORM)

    async def command(self) -> Heard:
        return await self.send(urlencode(COMMAND).encode(), kind=FORM)


@pytest.fixture
def desk() -> Desk:
    return Desk()


async def test_a_signed_event_is_kept_and_acknowledged(desk: Desk):
    heard = await desk.event()

    assert (heard.status, heard.body) == (200, b"")
    assert desk.receiver.calls == [EVENT]


@pytest.mark.parametrize(("given", "read"), [(b"2", 2), (b"0", 0), (b"-1", 0), (b"x", 0)])
async def test_slack_s_further_tries_are_counted(desk: Desk, given: bytes, read: int):
    body = json.dumps(EVENT).encode()
    headers = signed(body, desk.clock.now().timestamp())

    with capture_logs() as told:
        await knock(desk.app, HERE, [*headers, (b"x-slack-retry-num", given)], [body])

    assert [one["retry"] for one in told if one["event"] == "slack_event_taken"] == [read]


async def test_an_interaction_is_answered_with_what_it_asks_for(desk: Desk):
    desk.receiver.answer = {"response_action": "clear"}

    heard = await desk.press(PRESS)

    assert json.loads(heard.body) == {"response_action": "clear"}
    assert desk.receiver.calls == [PRESS]


@pytest.mark.parametrize("path", PATHS)
async def test_a_command_gets_in_by_every_address(desk: Desk, path: str):
    body = urlencode(COMMAND).encode()
    headers = signed(body, desk.clock.now().timestamp(), kind=FORM + b"; charset=utf-8")

    heard = await knock(desk.app, f"POST {path}", headers, [body[:7], body[7:]])

    assert heard.status == 200
    assert desk.receiver.calls == [COMMAND]


async def test_the_address_is_verified_only_for_who_signs(desk: Desk):
    body = json.dumps({"type": "url_verification", "challenge": "c"}).encode()

    heard = await desk.send(body)
    unsigned = await knock(desk.app, HERE, [(b"content-type", JSON)], [body])

    assert json.loads(heard.body) == {"challenge": "c"}
    assert unsigned.status == 401


async def test_the_certificate_check_is_answered_only_to_who_signs(desk: Desk):
    body = b"ssl_check=1&token=x"

    heard = await desk.send(body, kind=FORM)
    unsigned = await knock(desk.app, HERE, [(b"content-type", FORM)], [body])

    assert (heard.status, unsigned.status) == (200, 401)
    assert desk.receiver.calls == []


async def test_something_new_from_slack_is_let_pass(desk: Desk):
    assert (await desk.send(b'{"type": "app_rate_limited"}')).status == 200
    assert desk.receiver.calls == []


async def test_300_seconds_are_recent_and_301_are_not(desk: Desk):
    at_the_edge = [(await desk.event(late=late)).status for late in (-300, 300)]
    beyond = [
        (await desk.event(late=late)).status for far in range(301, 801) for late in (-far, far)
    ]

    assert at_the_edge == [200, 200]
    assert (len(beyond), set(beyond)) == (1_000, {401})
    assert len(desk.receiver.calls) == 2


async def test_what_is_sent_again_within_its_time_is_kept_once(desk: Desk):
    statuses = {(await desk.event(late=late % 300)).status for late in range(1_000)}

    assert statuses == {200}
    assert len(desk.receiver.kept) == 1


async def test_both_secrets_are_good_while_one_replaces_the_other():
    desk = Desk("new", "old")

    statuses = [(await desk.event(secret=secret)).status for secret in ("new", "old", "older")]

    assert statuses == [200, 200, 401]


async def test_a_changed_byte_is_noticed(desk: Desk):
    body = json.dumps(EVENT).encode()
    headers = signed(body, desk.clock.now().timestamp())

    changed = [
        await knock(desk.app, HERE, headers, [body[:at] + b"\0" + body[at + 1 :]])
        for at in range(len(body))
    ]

    assert {heard.status for heard in changed} == {401}
    assert desk.receiver.calls == []


async def test_an_event_that_cannot_be_kept_is_sent_again(desk: Desk):
    for desk.receiver.trouble in (StoreAway("locked"), TimeoutError(), ValueError("a mistake")):
        assert (await desk.event()).status == 503


async def test_a_command_that_cannot_be_kept_says_so_in_private(desk: Desk):
    for desk.receiver.trouble in (StoreAway("locked"), ValueError("a mistake")):
        heard = await desk.command()

        assert heard.status == 200
        assert json.loads(heard.body) == {"response_type": "ephemeral", "text": TRY_AGAIN}


async def test_a_press_that_cannot_be_kept_is_told_so_in_private(desk: Desk):
    desk.receiver.trouble = StoreAway("locked")

    heard = await desk.press(PRESS)
    await desk.front.close()

    assert heard.status == 200
    assert desk.whispered == [("https://hooks/1", TRY_AGAIN)]


async def test_a_form_that_cannot_be_kept_stays_open(desk: Desk):
    desk.receiver.trouble = StoreAway("locked")

    heard = await desk.press(SUBMIT)

    errors = {"response_action": "errors", "errors": {"amount": TRY_AGAIN}}
    assert (heard.status, json.loads(heard.body)) == (200, errors)
    assert desk.whispered == []


async def test_who_waits_too_long_hears_so_in_time(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    async def _never(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(front_module, "ANSWER_SECONDS", 0.01)
    monkeypatch.setattr(desk.receiver, "receive", _never)

    assert (await desk.event()).status == 503
    assert json.loads((await desk.command()).body)["text"] == TRY_AGAIN

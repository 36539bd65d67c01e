"""A receiver that notes what it is given, keeps it once, and may be out of order."""

import hmac
from collections.abc import Mapping
from typing import Any

from bot.platforms.slack.receive.interaction_payloads import SlackAnswer
from tests.fakes.asgi import Headers

SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
JSON = b"application/json"
FORM = b"application/x-www-form-urlencoded"


class FakeReceiver:
    """Takes everything, once by its id; fails with `trouble` where there is one."""

    def __init__(self) -> None:
        self.trouble: Exception | None = None
        self.answer: SlackAnswer = None
        self.calls: list[Mapping[str, Any]] = []
        self.kept: dict[str, Mapping[str, Any]] = {}

    async def receive(self, payload: Mapping[str, Any]) -> SlackAnswer:
        self.calls.append(payload)
        if self.trouble is not None:
            raise self.trouble
        self.kept.setdefault(str(payload.get("event_id") or payload.get("trigger_id")), payload)
        return self.answer


def signed(body: bytes, at: float, *, kind: bytes = JSON, secret: str = SECRET) -> Headers:
    """The headers Slack sends with a body."""
    moment = str(int(at)).encode()
    digest = hmac.new(secret.encode(), b"v0:" + moment + b":" + body, "sha256").hexdigest()
    return [
        (b"content-type", kind),
        (b"x-slack-request-timestamp", moment),
        (b"x-slack-signature", f"v0={digest}".encode()),
    ]

"""A receiver that notes what it is given, keeps it once, and may be out of order."""

import hmac
from collections.abc import Mapping
from typing import Any

from bot.platforms.slack.doors.receiver import Answer, Receiver
from tests.fakes.asgi import Headers

SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
JSON = b"application/json"
FORM = b"application/x-www-form-urlencoded"


class FakeReceiver(Receiver):
    """Takes everything, once by its id; fails with `trouble` where there is one."""

    def __init__(self) -> None:
        self.trouble: Exception | None = None
        self.answer = Answer()
        self.calls: list[tuple[str, Mapping[str, Any]]] = []
        self.kept: dict[str, Mapping[str, Any]] = {}
        self.retries: list[int] = []

    async def event(self, envelope: Mapping[str, Any], *, retry: int) -> None:
        self._called("event", envelope)
        self.retries.append(retry)
        self._keep(str(envelope.get("event_id")), envelope)

    async def interaction(self, payload: Mapping[str, Any]) -> Answer:
        self._called("interaction", payload)
        self._keep(str(payload.get("trigger_id")), payload)
        return self.answer

    async def command(self, payload: Mapping[str, Any]) -> Answer:
        self._called("command", payload)
        self._keep(str(payload.get("trigger_id")), payload)
        return self.answer

    def _called(self, sort: str, payload: Mapping[str, Any]) -> None:
        self.calls.append((sort, payload))
        if self.trouble is not None:
            raise self.trouble

    def _keep(self, name: str, payload: Mapping[str, Any]) -> None:
        self.kept.setdefault(name, payload)


def signed(body: bytes, at: float, *, kind: bytes = JSON, secret: str = SECRET) -> Headers:
    """The headers Slack sends with a body."""
    moment = str(int(at)).encode()
    digest = hmac.new(secret.encode(), b"v0:" + moment + b":" + body, "sha256").hexdigest()
    return [
        (b"content-type", kind),
        (b"x-slack-request-timestamp", moment),
        (b"x-slack-signature", f"v0={digest}".encode()),
    ]

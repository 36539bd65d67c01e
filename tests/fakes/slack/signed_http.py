"""The Events API over HTTP: signed posts to the bot, and raw bytes of every kind."""

import asyncio
import hashlib
import hmac
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

import aiohttp
from typing_extensions import override

from tests.fakes.clock import wall_seconds
from tests.fakes.slack.delivery import Attempt, Delivery, Done, Door
from tests.fakes.slack.record import Call, Json
from tests.fakes.slack.world import World

FORM = "application/x-www-form-urlencoded"
REASONS = {"timeout": "http_timeout", "http_error": "http_error"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot's server said."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(slots=True)
class HttpDoor(Door):
    """Posts to the bot's request URLs; one URL unless a test gives three.

    Signatures carry the machine's time, which is what the SDK's verifier compares with;
    `signs_at` may be any other clock.
    """

    world: World
    url: str
    commands_url: str | None = None
    interactivity_url: str | None = None
    signs_at: Callable[[], float] = wall_seconds
    _session: aiohttp.ClientSession | None = None
    _sending: set[asyncio.Task[None]] = field(default_factory=set)

    def sign(
        self, body: bytes, timestamp: float | None = None, secret: str | None = None
    ) -> dict[str, str]:
        """Make the two headers that show a body comes from Slack."""
        when = str(int(self.signs_at() if timestamp is None else timestamp))
        base = b"v0:" + when.encode() + b":" + body
        key = (secret or self.world.app.signing_secret).encode()
        signature = "v0=" + hmac.new(key, base, hashlib.sha256).hexdigest()
        return {"X-Slack-Request-Timestamp": when, "X-Slack-Signature": signature}

    async def raw(
        self,
        body: bytes,
        headers: Mapping[str, str],
        *,
        url: str | None = None,
        method: str = "POST",
    ) -> Answer:
        """Send bytes exactly as they are; nothing is signed or added."""
        async with self._opened().request(
            method, url or self.url, data=body, headers=headers, allow_redirects=False
        ) as response:
            return Answer(response.status, dict(response.headers), await response.read())

    async def post(
        self, payload: Json, *, timestamp: float | None = None, secret: str | None = None
    ) -> Answer:
        """Post signed JSON once, outside any schedule."""
        body = json.dumps(payload).encode()
        headers = self.sign(body, timestamp, secret)
        return await self.raw(body, headers | {"Content-Type": "application/json"})

    async def verify_url(self, challenge: str = "challenge") -> Answer:
        """Ask the bot to prove that it owns the URL."""
        token = self.world.app.verification_token
        return await self.post(
            {"type": "url_verification", "token": token, "challenge": challenge}
        )

    @override
    def send(self, delivery: Delivery, attempt: Attempt, done: Done) -> None:
        task = asyncio.create_task(self._send(delivery, attempt, done))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send(self, delivery: Delivery, attempt: Attempt, done: Done) -> None:
        url, body, headers = self._request(delivery, attempt)
        attempt.via = url
        try:
            answer = await self.raw(body, headers | self.sign(body), url=url)
        except aiohttp.ClientError:
            if attempt.is_pending:
                attempt.failure = "connection_failed"
                done()
            return
        was_pending = attempt.is_pending
        self._answered(attempt, answer)
        if was_pending:
            done()

    def _answered(self, attempt: Attempt, answer: Answer) -> None:
        attempt.status = answer.status
        lower = {name.lower(): value for name, value in answer.headers.items()}
        attempt.stops_retries = lower.get("x-slack-no-retry") == "1"
        if not 200 <= answer.status < 300:
            attempt.failure = attempt.failure or "http_error"
            return
        attempt.acked_at = self.world.clock.now()
        attempt.payload = _payload(answer.body)
        if attempt.payload:
            self.world.record.calls.append(
                Call("ack", attempt.payload, None, attempt.acked_at, {"ok": True}, 200)
            )

    def _request(self, delivery: Delivery, attempt: Attempt) -> tuple[str, bytes, dict[str, str]]:
        match delivery.kind:
            case "events_api":
                headers = {"Content-Type": "application/json"} | _retry(delivery, attempt)
                return self.url, json.dumps(delivery.payload).encode(), headers
            case "interactive":
                body = urlencode({"payload": json.dumps(delivery.payload)})
                url = self.interactivity_url or self.url
                return url, body.encode(), {"Content-Type": FORM}
            case "slash_commands":
                body = urlencode(delivery.payload)
                return self.commands_url or self.url, body.encode(), {"Content-Type": FORM}

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(headers={"User-Agent": "Slackbot 1.0"})
        return self._session

    @override
    async def close(self) -> None:
        for task in tuple(self._sending):
            task.cancel()
        if self._session is not None:
            await self._session.close()


def _retry(delivery: Delivery, attempt: Attempt) -> dict[str, str]:
    if not attempt.number:
        return {}
    earlier = [row.failure for row in delivery.attempts if row.failure is not None]
    last = earlier[-1] if earlier else ""
    reason = delivery.first_reason or REASONS.get(last, "unknown_error")
    return {"X-Slack-Retry-Num": str(attempt.number), "X-Slack-Retry-Reason": reason}


def _payload(body: bytes) -> Json | None:
    if not body.strip():
        return None
    try:
        read = json.loads(body)
    except ValueError:
        return {"text": body.decode("utf-8", "replace")}
    return read if isinstance(read, dict) else {"text": str(read)}

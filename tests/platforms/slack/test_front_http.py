"""Slack's front door behind the real server: what Slack's own signer signs gets in."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from slack_sdk.signature import Clock, SignatureVerifier

from bot.platforms.chat import webhook_signatures
from bot.platforms.http.health import web_app
from bot.platforms.http.server import WebServer
from tests.fakes.receivers import SECRET, signed
from tests.unit.slack.test_front import EVENT, HERE, Desk
from tests.unit.slack.test_front_fuzz import malformed

pytestmark = [pytest.mark.proves("R10"), pytest.mark.timeout(60)]

BODY = json.dumps(EVENT).encode()


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
async def port(desk: Desk) -> AsyncIterator[int]:
    async def _ready() -> bool:
        return True

    server = WebServer(web_app(_ready, desk.front.routes()), "127.0.0.1", 0)
    await server.start()
    yield server.port
    await server.stop()


async def sent(port: int, raw: bytes, *, ends: bool = True) -> int:
    """Send bytes, and read the status; 0 when the connection was only closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(raw)
        if ends:
            writer.write_eof()
        line = await reader.readline()
    except ConnectionError:
        line = b""
    finally:
        writer.close()
    return int(line.split()[1]) if line else 0


def written(headers: list[tuple[bytes, bytes]], body: bytes) -> bytes:
    lines = [HERE.encode() + b" HTTP/1.1", b"host: here", b"connection: close"]
    lines += [name + b": " + value for name, value in headers]
    if all(name != b"content-length" for name, _value in headers):
        lines.append(b"content-length: %d" % len(body))
    return b"\r\n".join([*lines, b"", body])


async def test_what_slack_s_own_library_signs_gets_in(desk: Desk, port: int):
    class _Now(Clock):
        def now(self) -> float:
            return desk.clock.now().timestamp()

    headers = signed(BODY, desk.clock.now().timestamp())
    known = {name.decode(): value.decode() for name, value in headers}

    assert SignatureVerifier(SECRET, _Now()).is_valid_request(BODY, known)
    assert await sent(port, written(headers, BODY)) == 200
    assert desk.receiver.calls == [EVENT]


async def test_sixty_malformed_requests_give_no_5xx_and_change_nothing(desk: Desk, port: int):
    requests = [(headers, b"".join(pieces)) for headers, pieces in malformed()]

    statuses = [await sent(port, written(headers, body)) for headers, body in requests]

    assert len(statuses) == 60
    assert set(statuses) <= {400, 401, 413}
    assert desk.receiver.calls == []


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01",
        b"POST /slack/events\r\n\r\n",
        b"POST /slack/events HTTP/9.9\r\n\r\n",
        b"POST /slack/events HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n",
        b"POST /slack/events HTTP/1.1\r\nhost: a\r\n" + b"content-length: 1\r\n" * 2 + b"\r\n",
        b"POST /slack/events HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        b"POST /slack/events HTTP/1.1\r\nhost: a\r\n" + b"x: y\r\n" * 20_000,
        b"GET /slack/events HTTP/1.1\r\nhost: a\r\n\r\n",
        b"POST /slack/../slack/events%00 HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n",
    ],
)
async def test_what_is_hardly_http_gives_no_5xx(desk: Desk, port: int, raw: bytes):
    assert await sent(port, raw) in {0, 400, 401, 404, 405, 431}
    assert desk.receiver.calls == []


async def test_a_body_that_never_ends_is_given_up(
    desk: Desk, port: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(webhook_signatures, "READING_SECONDS", 0.05)
    headers = signed(BODY, desk.clock.now().timestamp())

    assert await sent(port, written(headers, BODY)[:-1], ends=False) == 408
    assert desk.receiver.calls == []


async def test_a_body_that_is_cut_off_changes_nothing(desk: Desk, port: int):
    headers = signed(BODY, desk.clock.now().timestamp())

    assert await sent(port, written(headers, BODY)[:-1]) in {0, 400}
    assert desk.receiver.calls == []


async def test_a_clock_that_is_wrong_lets_nobody_in_longer(desk: Desk, port: int):
    early = desk.clock.now() - timedelta(minutes=10)
    late = desk.clock.now() + timedelta(minutes=10)

    for at in (early, late):
        assert await sent(port, written(signed(BODY, at.timestamp()), BODY)) == 401

"""Knocks at a web application with exactly the bytes given, without a server between."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from starlette.types import ASGIApp, Message

Headers = list[tuple[bytes, bytes]]


@dataclass(frozen=True)
class Heard:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes


async def knock(
    app: ASGIApp,
    line: str,
    headers: Headers,
    pieces: Iterable[bytes] = (b"",),
    *,
    hangs_up: bool = False,
) -> Heard:
    """Send a request such as `GET /` whose body comes in pieces; `hangs_up` before the last."""
    method, _, target = line.partition(" ")
    path, _, query = target.partition("?")
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": headers,
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 80),
    }
    waiting = list(pieces)
    sent: list[Message] = []

    async def _receive() -> Message:
        if not waiting or (hangs_up and len(waiting) == 1):
            return {"type": "http.disconnect"}
        piece = waiting.pop(0)
        return {"type": "http.request", "body": piece, "more_body": bool(waiting)}

    async def _send(message: Message) -> None:
        sent.append(message)

    await app(scope, _receive, _send)
    start, *rest = sent
    names = {name.decode(): value.decode() for name, value in start["headers"]}
    return Heard(start["status"], names, b"".join(part.get("body", b"") for part in rest))

"""HTTP for agents: only to tool servers the operator allowed, in small bites, never elsewhere."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from urllib.parse import SplitResult, urlsplit

import httpx2
from pydantic import JsonValue
from typing_extensions import override

from agents.kit.errors import ToolFailed
from agents.kit.ports import Http

MOST_BYTES = 1_000_000
TIMEOUT_SECONDS = 20.0

# A dot segment, plain or encoded, an encoded slash or a backslash would leave the base path.
_TRICKS = re.compile(
    r"\\|%2f|%5c|%00|(?:^|/)(?:\.|%2e){1,2}(?:/|$)|[\x00-\x20\x7f]", re.IGNORECASE
)
_PORTS = {"http": 80, "https": 443}


class GuardedHttp(Http):
    """Posts JSON below the allowed base addresses; follows no redirect and no proxy."""

    def __init__(
        self,
        allowed: tuple[str, ...],
        *,
        timeout_seconds: float = TIMEOUT_SECONDS,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self._allowed = tuple(urlsplit(base) for base in allowed)
        self._timeout_seconds = timeout_seconds
        self._transport = transport
        self._client: httpx2.AsyncClient | None = None

    @override
    async def post_json(self, url: str, body: dict[str, JsonValue]) -> dict[str, JsonValue]:
        self._guard(url)
        host = urlsplit(url).hostname
        try:
            async with asyncio.timeout(self._timeout_seconds):
                raw = await self._post(url, _written(body))
        except TimeoutError:
            message = f"The tool server at {host} did not answer in time."
            raise ToolFailed(message) from None
        except httpx2.HTTPError:
            message = f"The tool server at {host} could not be reached."
            raise ToolFailed(message) from None
        return _read(raw, host)

    async def close(self) -> None:
        """Let go of the connections."""
        if self._client is not None:
            await self._client.aclose()

    def _guard(self, url: str) -> None:
        if not any(_lies_below(_parts(url), base) for base in self._allowed):
            message = "That address is not on the list of allowed tool servers."
            raise ToolFailed(message)

    async def _post(self, url: str, content: bytes) -> bytes:
        headers = {"content-type": "application/json", "accept": "application/json"}
        async with self._opened().stream("POST", url, content=content, headers=headers) as answer:
            if not answer.is_success:
                message = f"The tool server answered with status {answer.status_code}."
                raise ToolFailed(message)
            return await _collected(answer.aiter_bytes())

    def _opened(self) -> httpx2.AsyncClient:
        if self._client is None:
            self._client = httpx2.AsyncClient(
                transport=self._transport,
                timeout=self._timeout_seconds,
                follow_redirects=False,
                trust_env=False,
            )
        return self._client


def _parts(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    is_plain = parts.username is None and parts.password is None and not parts.fragment
    return parts if is_plain and not _TRICKS.search(parts.path) else None


def _lies_below(url: SplitResult | None, base: SplitResult) -> bool:
    if url is None or _origin(url) != _origin(base):
        return False
    root = base.path.rstrip("/")
    return url.path == root or url.path.startswith(f"{root}/")


def _origin(url: SplitResult) -> tuple[str, str | None, int | None]:
    return url.scheme, url.hostname, url.port or _PORTS.get(url.scheme)


def _written(body: dict[str, JsonValue]) -> bytes:
    try:
        content = json.dumps(body, allow_nan=False).encode()
    except (ValueError, RecursionError):
        message = "What should be sent is not proper JSON."
        raise ToolFailed(message) from None
    if len(content) > MOST_BYTES:
        message = "What should be sent to the tool server is too long."
        raise ToolFailed(message)
    return content


async def _collected(pieces: AsyncIterator[bytes]) -> bytes:
    collected = bytearray()
    async for piece in pieces:
        collected += piece
        if len(collected) > MOST_BYTES:
            message = "The tool server sent more than it may."
            raise ToolFailed(message)
    return bytes(collected)


def _read(raw: bytes, host: str | None) -> dict[str, JsonValue]:
    try:
        answer: object = json.loads(raw)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        message = f"The tool server at {host} did not answer with a JSON object."
        raise ToolFailed(message)
    return answer

"""HTTP for agents: posts to tool servers the operator allowed, and reads of public pages."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress

import httpx2
from pydantic import JsonValue
from typing_extensions import override

from agents.kit.ports.web import Headers, Http, Page, checked
from agents.kit.values.errors import Declined, NoAnswer, ToolFailed
from agents.kit.values.texts import MOST_FAILURE_CHARACTERS, within
from bot.tools.ssrf_guard import SsrfGuard, plain, port_of, resolve
from bot.tools.web_pages import Pages

MOST_BYTES = 1_000_000
MOST_REASON_BYTES = 16_000
TIMEOUT_SECONDS = 20.0
REASON_SECONDS = 2.0

_NEVER_SENT = (
    httpx2.ConnectError,
    httpx2.ConnectTimeout,
    httpx2.PoolTimeout,
    httpx2.UnsupportedProtocol,
)
_HEADERS = {
    "content-type": "application/json",
    "accept": "application/json",
    "accept-encoding": "identity",  # what is unpacked could be a thousand times as large
}


class GuardedHttp(Http):
    """Posts JSON below the allowed base addresses; follows no redirect and no proxy.

    Pages are read through `pages`, which has rules of its own.
    """

    def __init__(
        self,
        allowed: tuple[str, ...],
        *,
        pages: Pages | None = None,
        timeout_seconds: float = TIMEOUT_SECONDS,
        reason_seconds: float = REASON_SECONDS,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self._allowed = tuple(httpx2.URL(base) for base in allowed)
        self._pages = pages or Pages(SsrfGuard((), resolve))
        self._timeout_seconds = timeout_seconds
        self._reason_seconds = reason_seconds
        self._transport = transport
        self._client: httpx2.AsyncClient | None = None

    @override
    async def post_json(
        self, url: str, body: dict[str, JsonValue], *, headers: Headers | None = None
    ) -> dict[str, JsonValue]:
        address = self._guarded(url)
        host, sent = address.host, {**_HEADERS, **checked(headers)}
        try:
            async with asyncio.timeout(self._timeout_seconds):
                raw = await self._post(address, _written(body), sent)
        except TimeoutError:
            message = f"The tool server at {host} did not answer in time."
            raise NoAnswer(message) from None
        except _NEVER_SENT:
            message = f"The tool server at {host} could not be reached."
            raise ToolFailed(message) from None
        except httpx2.HTTPError:
            message = f"The tool server at {host} broke off before it had answered."
            raise NoAnswer(message) from None
        return _read(raw, host)

    @override
    async def get(self, url: str) -> Page:
        return await self._pages.read(url)

    async def close(self) -> None:
        """Let go of the connections."""
        if self._client is not None:
            await self._client.aclose()

    def _guarded(self, url: str) -> httpx2.URL:
        read = allowed_address(url, self._allowed)
        if read is None:
            where = f"That address{_origin_of(url)}"
            message = f"{where} is not on the list of FRONTDESK_TOOL_SERVERS."
            raise ToolFailed(message)
        return read

    async def _post(self, url: httpx2.URL, content: bytes, headers: dict[str, str]) -> bytes:
        async with self._opened().stream("POST", url, content=content, headers=headers) as answer:
            if not answer.is_success:
                status = f"answered with status {answer.status_code}"
                message = f"The tool server at {url.host} {status}."
                if not answer.is_client_error:
                    raise NoAnswer(message)
                text = await _reason(answer, self._reason_seconds)
                raise Declined(message, status=answer.status_code, text=text)
            if answer.headers.get("content-encoding", "identity") != "identity":
                message = f"The tool server at {url.host} packed its answer, which it may not."
                raise NoAnswer(message)
            return await _collected(answer.aiter_bytes(), url.host)

    def _opened(self) -> httpx2.AsyncClient:
        if self._client is None:
            self._client = httpx2.AsyncClient(
                transport=self._transport,
                timeout=self._timeout_seconds,
                follow_redirects=False,
                trust_env=False,
            )
        return self._client


def allowed_address(url: str, bases: Iterable[httpx2.URL]) -> httpx2.URL | None:
    """Read an address that lies below one of these; None for any other."""
    read = plain(url)
    return read if read is not None and any(_lies_below(read, base) for base in bases) else None


def _origin_of(url: str) -> str:
    """Name the server, without what may be secret in an address."""
    read = plain(url)
    return f" at {read.scheme}://{read.netloc.decode()}" if read is not None and read.host else ""


def _lies_below(url: httpx2.URL, base: httpx2.URL) -> bool:
    root = _path(base).rstrip("/")
    below = _path(url) == root or _path(url).startswith(f"{root}/")
    return below and _origin(url) == _origin(base)


def _origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, port_of(url)


def _path(url: httpx2.URL) -> str:
    return url.raw_path.decode("ascii").partition("?")[0]


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


async def _reason(answer: httpx2.Response, seconds: float) -> str:
    """The beginning of what a server wrote with its refusal; empty if it cannot be read.

    That it refused is known, however slowly or badly it goes on.
    """
    if answer.headers.get("content-encoding", "identity") != "identity":
        return ""
    collected = bytearray()
    with suppress(TimeoutError, httpx2.HTTPError):
        async with asyncio.timeout(seconds):
            async for piece in answer.aiter_bytes():
                collected += piece
                if len(collected) > MOST_REASON_BYTES:
                    break
    text = collected[:MOST_REASON_BYTES].decode(errors="ignore")
    plain_text = "".join(sign for sign in text if sign.isprintable() or sign in "\n\t")
    return within(plain_text.strip(), MOST_FAILURE_CHARACTERS)


async def _collected(pieces: AsyncIterator[bytes], host: str) -> bytes:
    collected = bytearray()
    async for piece in pieces:
        collected += piece
        if len(collected) > MOST_BYTES:
            message = f"The tool server at {host} sent more than it may."
            raise NoAnswer(message)
    return bytes(collected)


def _read(raw: bytes, host: str) -> dict[str, JsonValue]:
    try:
        answer: object = json.loads(raw)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        message = f"The tool server at {host} did not answer with a JSON object."
        raise NoAnswer(message)
    return answer

"""Pages of the web: fetched hop by hop from places that were judged, in bounded bites."""

import asyncio
import zlib
from collections.abc import AsyncIterator
from urllib.parse import urljoin

import httpx2

from agents.kit.ports.web import Page
from agents.kit.values.errors import ToolFailed
from bot.tools.addresses import Guard, Place
from bot.tools.readable import readable

MOST_BYTES = 2_000_000  # packed or not
MOST_HOPS = 5
MOST_LETTERS = 50_000
TIMEOUT_SECONDS = 15.0

_HEADERS = {
    "accept": "text/html, text/plain, text/markdown, application/json;q=0.9",
    "accept-encoding": "gzip",
    "connection": "close",  # the next page may be another host's on the same machine
    "user-agent": "Frontdesk",
}
_TEXTS = frozenset({"application/json", "application/xhtml+xml", "application/xml"})
_UNPACKED = frozenset({"", "identity"})
_PACKED = frozenset({"gzip", "x-gzip", "deflate"})
_EITHER_HEADER = zlib.MAX_WBITS | 32


class Pages:
    """Reads pages; nothing is kept from one to the next, no cookie, no connection."""

    def __init__(
        self,
        guard: Guard,
        *,
        timeout_seconds: float = TIMEOUT_SECONDS,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self._guard = guard
        self._timeout_seconds = timeout_seconds
        self._transport = transport

    async def read(self, url: str) -> Page:
        """Read a page, wherever it has moved to.

        Raises:
            ToolFailed: it may not be read, or is no text.
        """
        try:
            async with asyncio.timeout(self._timeout_seconds):
                return await self._follow(url)
        except TimeoutError:
            message = "The page did not come in time."
            raise ToolFailed(message) from None
        except httpx2.HTTPError:
            message = "The page could not be reached."
            raise ToolFailed(message) from None

    async def _follow(self, url: str) -> Page:
        for _hop in range(MOST_HOPS + 1):
            place = await self._guard.place(url)
            found = await self._fetch(place)
            if isinstance(found, Page):
                return found
            url = found
        message = f"The page has moved more than {MOST_HOPS} times."
        raise ToolFailed(message)

    async def _fetch(self, place: Place) -> Page | str:
        """The page at a place, or where it has moved to."""
        host = place.url.netloc.decode("ascii")
        async with (
            httpx2.AsyncClient(
                transport=self._transport,
                timeout=self._timeout_seconds,
                follow_redirects=False,
                trust_env=False,
            ) as client,
            client.stream(
                "GET",
                place.pinned,
                headers={**_HEADERS, "host": host},
                extensions={"sni_hostname": place.url.host},
            ) as answer,
        ):
            if answer.is_redirect and (target := answer.headers.get("location")):
                return _joined(place, target)
            return await _page(place, answer)


def _joined(place: Place, target: str) -> str:
    try:
        return urljoin(str(place.url), target)
    except ValueError:
        message = "The page has moved to an address that is none."
        raise ToolFailed(message) from None


async def _page(place: Place, answer: httpx2.Response) -> Page:
    media_type = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
    if not media_type.startswith("text/") and media_type not in _TEXTS:
        message = f"There is no text at that address but {media_type[:60] or 'something unnamed'}."
        raise ToolFailed(message)
    raw = await _collected(answer.aiter_raw())
    written = _decoded(_unpacked(raw, answer), answer.charset_encoding)
    text = readable(written) if "html" in media_type else written.strip()
    address, is_cut = str(place.url), len(text) > MOST_LETTERS
    return Page(address, answer.status_code, media_type, text[:MOST_LETTERS], is_cut=is_cut)


async def _collected(pieces: AsyncIterator[bytes]) -> bytes:
    collected = bytearray()
    async for piece in pieces:
        collected += piece
        if len(collected) > MOST_BYTES:
            raise _too_long()
    return bytes(collected)


def _unpacked(raw: bytes, answer: httpx2.Response) -> bytes:
    packed = answer.headers.get("content-encoding", "").strip().lower()
    if packed in _UNPACKED:
        return raw
    if packed not in _PACKED:
        message = "The page is packed in a way that was not asked for."
        raise ToolFailed(message)
    try:
        unpacked = zlib.decompressobj(_EITHER_HEADER).decompress(raw, MOST_BYTES + 1)
    except zlib.error:
        message = "The page came broken."
        raise ToolFailed(message) from None
    if len(unpacked) > MOST_BYTES:
        raise _too_long()
    return unpacked


def _decoded(raw: bytes, charset: str | None) -> str:
    try:
        return raw.decode(charset or "utf-8", errors="replace")
    except LookupError:
        return raw.decode(errors="replace")


def _too_long() -> ToolFailed:
    return ToolFailed(f"The page is longer than {MOST_BYTES // 1_000_000} MB.")

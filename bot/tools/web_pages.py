"""The words of an HTML page: what a person would read, without what only a browser does."""

import asyncio
import re
import zlib
from collections.abc import AsyncIterator
from html.parser import HTMLParser
from urllib.parse import urljoin

import httpx2
from typing_extensions import override

from agents.kit.ports.web import Page
from agents.kit.values.errors import ToolFailed
from bot.tools.ssrf_guard import ResolvedAddress, SsrfGuard

_SKIPPED = frozenset({"script", "style", "noscript", "template", "svg", "math", "head", "iframe"})
_BREAKS = frozenset({
    "address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "footer", "form",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre",
    "section", "table", "td", "th", "title", "tr", "ul",
})  # fmt: skip
_BLANKS = re.compile(r"[^\S\n]+")
_LINES = re.compile(r"\s*\n\s*")


def readable(page: str) -> str:
    """Keep the words of a page, a line for each of its parts, its title first."""
    reader = _HtmlText()
    reader.feed(page)
    reader.close()
    return _LINES.sub("\n", _BLANKS.sub(" ", "".join(reader.pieces))).strip()


class _HtmlText(HTMLParser):
    """Collects text; what is skipped is skipped with all inside it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._skipping: list[str] = []
        self._in_title = False

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_title = tag == "title" and self._skipping in ([], ["head"])
        if tag == "body":  # whatever was left open before it
            self._skipping.clear()
        if tag in _SKIPPED:
            self._skipping.append(tag)
        if tag in _BREAKS:
            self.pieces.append("\n")

    @override
    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BREAKS:
            self.pieces.append("\n")

    @override
    def handle_endtag(self, tag: str) -> None:
        self._in_title = False
        if tag in self._skipping:
            del self._skipping[self._skipping.index(tag) :]
        if tag in _BREAKS:
            self.pieces.append("\n")

    @override
    def handle_data(self, data: str) -> None:
        if self._in_title or not self._skipping:
            self.pieces.append(data)


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
        guard: SsrfGuard,
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

    async def _fetch(self, place: ResolvedAddress) -> Page | str:
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


def _joined(place: ResolvedAddress, target: str) -> str:
    try:
        return urljoin(str(place.url), target)
    except ValueError:
        message = "The page has moved to an address that is none."
        raise ToolFailed(message) from None


async def _page(place: ResolvedAddress, answer: httpx2.Response) -> Page:
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

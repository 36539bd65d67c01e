"""What people attach, read within limits: text as text, images for a model that sees."""

import asyncio
import base64
from collections.abc import Awaitable, Callable
from dataclasses import replace
from urllib.parse import urlsplit

import aiohttp

from bot.domain.errors import FrontdeskError
from bot.domain.messages import Attachment

FORWARDED = "the forwarded message"
UNREADABLE = "I can read words, text files and images, not this kind."
LARGEST_TEXT = 200_000
LARGEST_IMAGE = 5_000_000
MOST_FILES = 10
TIMEOUT_SECONDS = 30.0
IMAGES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_PIECE = 65_536
_TEXTS = frozenset({
    "application/json", "application/xml", "application/csv", "application/yaml",
    "application/x-yaml", "application/x-sh", "application/javascript",
})  # fmt: skip
_LATE = "I read ten files of a message at most; please send the others apart."

Fetch = Callable[[Attachment, int], Awaitable[bytes]]
"""Gives what a file holds, up to a number of bytes; beyond that it raises `TooLarge`."""

Describe = Callable[[Attachment], Awaitable[Attachment]]
"""Asks what a file is of which no media type was told."""


class TooLarge(Exception):
    """A file holds more than is read."""


async def read_all(
    files: tuple[Attachment, ...],
    fetch: Fetch,
    platform: str,
    describe: Describe | None = None,
) -> tuple[Attachment, ...]:
    """The files with what they hold, or with why that could not be read."""
    read = [await _read(file, fetch, platform, describe) for file in files[:MOST_FILES]]
    return (*read, *(replace(file, problem=_LATE) for file in files[MOST_FILES:]))


async def limited(answer: aiohttp.ClientResponse, most: int) -> bytes:
    """Read an answer.

    Raises:
        TooLarge: it is longer than so many bytes.
    """
    content = bytearray()
    async for piece in answer.content.iter_chunked(_PIECE):
        content += piece
        if len(content) > most:
            raise TooLarge
    return bytes(content)


def is_at(url: str, address: str, is_own: Callable[[str], bool]) -> bool:
    """Say whether a link leads to the configured address, or to one of the platform's hosts."""
    there, here = urlsplit(url), urlsplit(address)
    if (there.scheme, there.netloc) == (here.scheme, here.netloc):
        return True
    return there.scheme == "https" and is_own(there.hostname or "")


async def _read(
    file: Attachment, fetch: Fetch, platform: str, describe: Describe | None
) -> Attachment:
    if file.text or file.problem:
        return file  # it came with the message
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            if not file.media_type and describe is not None:
                file = await describe(file)
            return await _fetched(file, fetch)
    except TooLarge:
        return replace(file, problem="it is too large for me to read.")
    except (FrontdeskError, aiohttp.ClientError, OSError, TimeoutError):
        return replace(file, problem=f"{platform} did not give it to me.")


async def _fetched(file: Attachment, fetch: Fetch) -> Attachment:
    is_image = file.media_type in IMAGES
    if not is_image and not (file.media_type.startswith("text/") or file.media_type in _TEXTS):
        return replace(file, problem="I can read text files and images, not this kind.")
    content = await fetch(file, LARGEST_IMAGE if is_image else LARGEST_TEXT)
    if is_image:
        return replace(file, data=base64.b64encode(content).decode())
    return replace(file, text=content.decode("utf-8", "replace"), media_type="text/plain")


def forwarded(text: str, *, has_files: bool) -> tuple[Attachment, ...]:
    """A forwarded message as a file; one with neither words nor files cannot be read."""
    if text.strip():
        return (Attachment(FORWARDED, text=text),)
    return () if has_files else (Attachment(FORWARDED, problem=UNREADABLE),)

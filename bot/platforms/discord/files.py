"""Files that people attach: fetched anew, for the links to them expire, and read."""

import asyncio
import base64
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from bot.domain.errors import FrontdeskError
from bot.domain.messages import Attachment
from bot.platforms.discord.calls import DiscordAway, DiscordRefused, Line
from bot.platforms.discord.posting import ONE

LARGEST_TEXT = 200_000
LARGEST_IMAGE = 5_000_000
MOST_FILES = 10
PIECE = 65_536
TIMEOUT_SECONDS = 30.0
IMAGES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
HOSTS = frozenset({"cdn.discordapp.com", "media.discordapp.net"})
_TEXTS = frozenset({
    "application/json", "application/xml", "application/csv", "application/yaml",
    "application/x-yaml", "application/x-sh", "application/javascript",
})  # fmt: skip
_OK = 200


@dataclass(frozen=True, slots=True)
class Files:
    """Fetches attachments; `address` is where Discord's REST API is."""

    line: Line
    address: str
    session: Callable[[], aiohttp.ClientSession] = aiohttp.ClientSession

    async def fetched(self, files: tuple[Attachment, ...]) -> tuple[Attachment, ...]:
        """The files with what they hold, or with why that could not be read."""
        read = [await self._fetched(file) for file in files[:MOST_FILES]]
        late = "I read ten files of a message at most; please send the others apart."
        return (*read, *(replace(file, problem=late) for file in files[MOST_FILES:]))

    async def _fetched(self, file: Attachment) -> Attachment:
        is_image = file.media_type in IMAGES
        if not is_image and not _is_text(file.media_type):
            return replace(file, problem="I can read text files and images, not this kind.")
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                content = await self._content(file, LARGEST_IMAGE if is_image else LARGEST_TEXT)
        except _TooLargeError:
            return replace(file, problem="it is too large for me to read.")
        except (FrontdeskError, aiohttp.ClientError, OSError, TimeoutError):
            return replace(file, problem="Discord did not give it to me.")
        if is_image:
            return replace(file, data=base64.b64encode(content).decode())
        return replace(file, text=content.decode("utf-8", "replace"), media_type="text/plain")

    async def _content(self, file: Attachment, most: int) -> bytes:
        given = await self._given(file)
        if int(given.get("size") or 0) > most:
            raise _TooLargeError
        url = str(given.get("url") or "")
        if not self._is_of_discord(url):
            raise DiscordRefused("attachment", 0, 0)
        async with self.session() as session, session.get(url, allow_redirects=False) as answer:
            if answer.status != _OK:
                raise DiscordAway(f"attachment: status {answer.status}")
            return await _limited(answer, most)

    async def _given(self, file: Attachment) -> dict[str, Any]:
        """What Discord says of an attachment now, with a link that is good for a while."""
        channel, message, id_ = file.ref.split("/")
        told = await self.line.call("GET", ONE, channel_id=channel, message_id=message)
        found = [one for one in told.get("attachments", ()) if str(one.get("id")) == id_]
        return dict(found[0]) if found else {}

    def _is_of_discord(self, url: str) -> bool:
        """Say whether a link leads to Discord's own hosts, or to the configured one."""
        there, here = urlsplit(url), urlsplit(self.address)
        if (there.scheme, there.netloc) == (here.scheme, here.netloc):
            return True
        return there.scheme == "https" and there.hostname in HOSTS


class _TooLargeError(Exception):
    """A file holds more than is read."""


async def _limited(answer: aiohttp.ClientResponse, most: int) -> bytes:
    content = bytearray()
    async for piece in answer.content.iter_chunked(PIECE):
        content += piece
        if len(content) > most:
            raise _TooLargeError
    return bytes(content)


def _is_text(media_type: str) -> bool:
    return media_type.startswith("text/") or media_type in _TEXTS

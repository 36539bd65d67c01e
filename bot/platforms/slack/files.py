"""Files: what people attach is fetched, and what agents make is uploaded, once."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from bot.core.ports.places import Post, Posts
from bot.domain.errors import FrontdeskError
from bot.domain.messages import Attachment
from bot.platforms.slack.calls import SlackAway, SlackRefused, SlackWeb
from bot.platforms.slack.posting import Spot
from bot.platforms.slack.reading import part, word
from bot.platforms.slack.workspaces import Workspaces

LARGEST_TEXT = 200_000
LARGEST_IMAGE = 5_000_000
MOST_FILES = 10
PIECE = 65_536
IMAGES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_TEXTS = frozenset({
    "application/json", "application/xml", "application/csv", "application/yaml",
    "application/x-yaml", "application/x-sh", "application/javascript",
})  # fmt: skip
_OK = 200
NO_FILE = "file_not_found"


@dataclass(frozen=True, slots=True)
class Files:
    """Fetches and uploads through the Web API of a workspace."""

    workspaces: Workspaces
    posts: Posts

    async def fetched(self, team: str, files: tuple[Attachment, ...]) -> tuple[Attachment, ...]:
        """The files with what they hold, or with why that could not be read."""
        read = [await self._fetched(team, file) for file in files[:MOST_FILES]]
        late = "I read ten files of a message at most; please send the others apart."
        return (*read, *(replace(file, problem=late) for file in files[MOST_FILES:]))

    async def upload(
        self, spot: Spot, key: str, name: str, content: bytes, comment: str = ""
    ) -> None:
        """Share a file in a thread; the same key shares it once.

        Raises:
            SlackAway: it is not known whether it is there; the next try goes on with it.
        """
        web = await self.workspaces.web(spot.team)
        known = await self.posts.find(key)
        if known is not None and await self._gone_on(web, spot, known.message, name, comment):
            return
        given = await web.call("files.getUploadURLExternal", filename=name, length=len(content))
        file = word(given, "file_id")
        await self._send(word(given, "upload_url"), name, content)
        await self.posts.note(Post(key, spot.session, spot.channel, file))
        await self._complete(web, spot, file, name, comment)

    async def _complete(
        self, web: SlackWeb, spot: Spot, file: str, name: str, comment: str
    ) -> None:
        await web.call(
            "files.completeUploadExternal",
            repeat=False,
            files=[{"id": file, "title": name}],
            channel_id=spot.channel,
            thread_ts=spot.root or None,
            initial_comment=comment or None,
        )

    async def _gone_on(
        self, web: SlackWeb, spot: Spot, file: str, name: str, comment: str
    ) -> bool:
        """Share what an earlier try uploaded; False if Slack has it no longer."""
        if await self._is_shared(web, file):
            return True
        try:
            await self._complete(web, spot, file, name, comment)
        except SlackRefused as refused:
            if refused.error != NO_FILE:
                raise
            return False
        return True

    async def _is_shared(self, web: SlackWeb, file: str) -> bool:
        """Say whether a file was completed, and so shared; where it shows may come later."""
        try:
            await web.call("files.info", file=file)
        except SlackRefused as refused:
            if refused.error != NO_FILE:
                raise
            return False
        return True

    async def _send(self, url: str, name: str, content: bytes) -> None:
        form = aiohttp.FormData()
        form.add_field("filename", content, filename=name)
        try:
            async with self.workspaces.session.post(url, data=form) as answer:
                if answer.status != _OK:
                    raise SlackAway(f"file upload: status {answer.status}")
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise SlackAway(f"file upload: {type(error).__name__}") from None

    async def _fetched(self, team: str, file: Attachment) -> Attachment:
        is_image = file.media_type in IMAGES
        if not is_image and not _is_text(file.media_type):
            return replace(file, problem="I can read text files and images, not this kind.")
        try:
            content = await self._content(team, file, LARGEST_IMAGE if is_image else LARGEST_TEXT)
        except _TooLargeError:
            return replace(file, problem="it is too large for me to read.")
        except (FrontdeskError, aiohttp.ClientError, OSError, TimeoutError):
            return replace(file, problem="Slack did not give it to me.")
        if is_image:
            return replace(file, data=base64.b64encode(content).decode())
        return replace(file, text=content.decode("utf-8", "replace"), media_type="text/plain")

    async def _content(self, team: str, file: Attachment, most: int) -> bytes:
        web = await self.workspaces.web(team)
        info = part(await web.call("files.info", file=file.ref), "file")
        url = word(info, "url_private_download") or word(info, "url_private")
        token = await self.workspaces.tokens.token_for(team)
        if not url or not _is_of_slack(url, self.workspaces.address):
            raise SlackRefused("files.info", "no_address")
        headers = {"Authorization": f"Bearer {token}"}
        async with self.workspaces.session.get(
            url, headers=headers, allow_redirects=False
        ) as answer:
            if answer.status != _OK:
                raise SlackAway(f"file download: status {answer.status}")
            return await _limited(answer, info, most)


class _TooLargeError(Exception):
    """A file holds more than is read."""


async def _limited(answer: aiohttp.ClientResponse, info: Mapping[str, Any], most: int) -> bytes:
    size = info.get("size")
    if isinstance(size, int) and size > most:
        raise _TooLargeError
    content = bytearray()
    async for piece in answer.content.iter_chunked(PIECE):
        content += piece
        if len(content) > most:
            raise _TooLargeError
    return bytes(content)


def _is_text(media_type: str) -> bool:
    return media_type.startswith("text/") or media_type in _TEXTS


def _is_of_slack(url: str, address: str) -> bool:
    """Say whether the token may be sent there: to Slack's own hosts, or to the configured one."""
    there, here = urlsplit(url), urlsplit(address)
    if (there.scheme, there.netloc) == (here.scheme, here.netloc):
        return True
    host = there.hostname or ""
    return there.scheme == "https" and (host == "slack.com" or host.endswith(".slack.com"))

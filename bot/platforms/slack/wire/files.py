"""Files: what people attach is fetched, and what agents make is uploaded, once."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp

from bot.core.ports.sessions import PostedReply, Posts
from bot.domain.messages import Attachment
from bot.platforms.chat.attachments import TooLarge, is_at, limited, read_all
from bot.platforms.chat.wire import ChatPlace
from bot.platforms.slack.wire.messages import describe_file
from bot.platforms.slack.wire.payloads import part, word
from bot.platforms.slack.wire.web_client import SlackAway, SlackRefused, SlackWeb
from bot.platforms.slack.wire.workspaces import Workspaces

_OK = 200
NO_FILE = "file_not_found"


@dataclass(frozen=True, slots=True)
class SlackFiles:
    """Fetches and uploads through the Web API of a workspace."""

    workspaces: Workspaces
    posts: Posts

    async def fetched(self, team: str, files: tuple[Attachment, ...]) -> tuple[Attachment, ...]:
        """The files with what they hold, or with why that could not be read."""
        told: dict[str, Mapping[str, Any]] = {}

        async def fetch(file: Attachment, most: int) -> bytes:
            return await self._content(team, told.get(file.ref) or await ask(file), most)

        async def describe(file: Attachment) -> Attachment:
            told[file.ref] = await ask(file)
            return describe_file(told[file.ref])

        async def ask(file: Attachment) -> Mapping[str, Any]:
            web = await self.workspaces.web(team)
            return part(await web.call("files.info", file=file.ref), "file")

        return await read_all(files, fetch, "Slack", describe)

    async def upload(self, place: ChatPlace, key: str, name: str, content: bytes) -> None:
        """Share a file in a thread; the same key shares it once.

        Raises:
            SlackAway: it is not known whether it is there; the next try goes on with it.
        """
        web = await self.workspaces.web(place.workspace)
        known = await self.posts.find(key)
        if known is not None and await self._gone_on(web, place, known.message, name):
            return
        given = await web.call("files.getUploadURLExternal", filename=name, length=len(content))
        file = word(given, "file_id")
        await self._send(word(given, "upload_url"), name, content)
        await self.posts.note(PostedReply(key, place.session, place.channel, file))
        await self._complete(web, place, file, name)

    async def _complete(self, web: SlackWeb, place: ChatPlace, file: str, name: str) -> None:
        await web.call(
            "files.completeUploadExternal",
            repeat=False,
            files=[{"id": file, "title": name}],
            channel_id=place.channel,
            thread_ts=place.thread or None,
        )

    async def _gone_on(self, web: SlackWeb, place: ChatPlace, file: str, name: str) -> bool:
        """Share what an earlier try uploaded; False if Slack has it no longer."""
        if await self._is_shared(web, file):
            return True
        try:
            await self._complete(web, place, file, name)
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

    async def _content(self, team: str, info: Mapping[str, Any], most: int) -> bytes:
        url = word(info, "url_private_download") or word(info, "url_private")
        token = await self.workspaces.tokens.token_for(team)
        if not url or not is_at(url, self.workspaces.address, _is_of_slack):
            raise SlackRefused("files.info", "no_address")
        size = info.get("size")
        if isinstance(size, int) and size > most:
            raise TooLarge
        headers = {"Authorization": f"Bearer {token}"}
        async with self.workspaces.session.get(
            url, headers=headers, allow_redirects=False
        ) as answer:
            if answer.status != _OK:
                raise SlackAway(f"file download: status {answer.status}")
            return await limited(answer, most)


def _is_of_slack(host: str) -> bool:
    """Say whether the token may be sent there."""
    return host == "slack.com" or host.endswith(".slack.com")

"""Files that people attach: fetched anew, for the links to them expire, and read."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import aiohttp

from bot.domain.messages import Attachment
from bot.platforms.discord.calls.calls import MESSAGE, DiscordAway, DiscordRefused, Line
from bot.platforms.shared.attachments import TooLarge, is_at, limited, read_all

HOSTS = frozenset({"cdn.discordapp.com", "media.discordapp.net"})
_OK = 200


@dataclass(frozen=True, slots=True)
class Files:
    """Fetches attachments; `address` is where Discord's REST API is."""

    line: Line
    address: str
    session: Callable[[], aiohttp.ClientSession] = aiohttp.ClientSession

    async def fetched(self, files: tuple[Attachment, ...]) -> tuple[Attachment, ...]:
        """The files with what they hold, or with why that could not be read."""
        return await read_all(files, self._content, "Discord")

    async def _content(self, file: Attachment, most: int) -> bytes:
        given = await self._given(file)
        if int(given.get("size") or 0) > most:
            raise TooLarge
        url = str(given.get("url") or "")
        if not is_at(url, self.address, HOSTS.__contains__):
            raise DiscordRefused("attachment", 0, 0)
        async with self.session() as session, session.get(url, allow_redirects=False) as answer:
            if answer.status != _OK:
                raise DiscordAway(f"attachment: status {answer.status}")
            return await limited(answer, most)

    async def _given(self, file: Attachment) -> dict[str, Any]:
        """What Discord says of an attachment now, with a link that is good for a while."""
        channel, message, id_ = file.ref.split("/")
        told = await self.line.call("GET", MESSAGE, channel_id=channel, message_id=message)
        snapshots = (one.get("message") or {} for one in told.get("message_snapshots") or ())
        given = (file for one in (told, *snapshots) for file in one.get("attachments") or ())
        return next((dict(file) for file in given if str(file.get("id")) == id_), {})

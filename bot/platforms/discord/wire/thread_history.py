"""Completes an event of Discord before its turn: its thread, names, files, earlier lines."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import aiohttp
import structlog
from typing_extensions import override

from agents.kit.values.person import Person
from bot.domain.errors import FrontdeskError
from bot.domain.messages import Attachment, Incoming
from bot.platforms.chat.attachments import TooLarge, is_at, limited, read_all
from bot.platforms.chat.thread_history import MOST_EARLIER, ThreadHistory
from bot.platforms.discord import PLATFORM
from bot.platforms.discord.wire.messages import message_of
from bot.platforms.discord.wire.rest_client import (
    MESSAGE,
    MESSAGES,
    DiscordAway,
    DiscordClient,
    DiscordRefused,
)

HOSTS = frozenset({"cdn.discordapp.com", "media.discordapp.net"})
_OK = 200


@dataclass(frozen=True, slots=True)
class DiscordFiles:
    """Fetches attachments; `address` is where Discord's REST API is."""

    line: DiscordClient
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


TRIES = 3
_SAID = frozenset({0, 19})  # said, or said in reply; every other type is a note of Discord's own
_STARTER = 21

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class DiscordThreadHistory(ThreadHistory):
    """Reads the last messages of a thread; `opens` opens an event's thread."""

    line: DiscordClient
    files: DiscordFiles
    opens: Callable[[Incoming], Awaitable[None]]

    async def opened(self, incoming: Incoming) -> None:
        """Open the thread of an event that begins one, as far as that is possible."""
        for _try in range(TRIES):
            try:
                await self.opens(incoming)
            except DiscordAway as away:
                log.info("discord_thread_in_doubt", error=str(away))
            except FrontdeskError as error:
                log.info("discord_thread_not_opened", error=type(error).__name__)
                return
            else:
                return

    @override
    async def fetched(self, incoming: Incoming) -> tuple[Attachment, ...]:
        return await self.files.fetched(incoming.files)

    @override
    async def said_before(self, incoming: Incoming) -> Sequence[tuple[Person, str]]:
        channel, own = message_of(incoming.message)
        query = {"limit": MOST_EARLIER, "before": own}
        rows = await self.line.call("GET", MESSAGES, channel_id=channel, params=query)
        said = sorted(filter(_is_human, map(_begun, rows)), key=lambda row: int(row["id"]))
        return [(_person(row, incoming.thread.workspace), _words(row)) for row in said]


def _begun(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a thread was opened from, which stands above it, in place of Discord's note of that."""
    return (row.get("referenced_message") or row) if row.get("type") == _STARTER else row


def _is_human(row: Mapping[str, Any]) -> bool:
    is_machine = row["author"].get("bot") or row.get("webhook_id")
    return row.get("type") in _SAID and not is_machine and bool(_words(row))


def _words(row: Mapping[str, Any]) -> str:
    """What was said, or brought from elsewhere, which is read and not followed either way."""
    brought = (one.get("message") or {} for one in row.get("message_snapshots") or ())
    return "\n".join(str(one["content"]) for one in (row, *brought) if one.get("content"))


def _person(row: Mapping[str, Any], guild: str) -> Person:
    author = row["author"]
    name = str(author.get("global_name") or author.get("username") or "")
    return Person(PLATFORM, guild, str(author["id"]), name)

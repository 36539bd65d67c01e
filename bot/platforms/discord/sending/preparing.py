"""Completes an event before its turn: its thread, names, files, the earlier lines of a thread."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import structlog

from agents.kit.identity import Person
from bot.core.ports.turns import Beginning
from bot.domain.errors import FrontdeskError
from bot.domain.messages import Earlier, Incoming, Kind
from bot.platforms.discord.calls.calls import DiscordAway, Line
from bot.platforms.discord.calls.directory import DiscordDirectory
from bot.platforms.discord.inbound.places import PLATFORM, message_of
from bot.platforms.discord.sending.files import Files
from bot.platforms.discord.sending.posting import MESSAGES

MOST_EARLIER = 50
TRIES = 3
_SAID = frozenset({0, 19})  # said, or said in reply; every other type is a note of Discord's own
_STARTER = 21

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Preparing:
    """Reads what an acknowledgement could not wait for; `opens` opens an event's thread."""

    line: Line
    directory: DiscordDirectory
    files: Files
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

    async def completed(self, beginning: Beginning) -> Incoming:
        """The event with all that can be learnt about it."""
        incoming = beginning.incoming
        incoming = replace(incoming, person=await self.directory.named(incoming.person))
        if incoming.files:
            incoming = replace(incoming, files=await self.files.fetched(incoming.files))
        if _joins_a_thread(beginning):
            incoming = replace(incoming, earlier=await self._earlier(incoming))
        return incoming

    async def _earlier(self, incoming: Incoming) -> tuple[Earlier, ...]:
        """What people wrote in the thread before; what machines wrote is left out."""
        channel, own = message_of(incoming.message)
        query = {"limit": MOST_EARLIER, "before": own}
        try:
            rows = await self.line.call("GET", MESSAGES, channel_id=channel, params=query)
        except FrontdeskError as error:
            log.info("earlier_lines_not_read", error=type(error).__name__)
            return ()
        told = map(_begun, rows)
        said = sorted((row for row in told if _is_human(row)), key=lambda row: int(row["id"]))
        lines = []
        for row in said:
            person = await self.directory.named(_person(row, incoming.thread.workspace))
            lines.append(Earlier(person, _words(row)))
        return tuple(lines)


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


def _joins_a_thread(beginning: Beginning) -> bool:
    """Say whether the bot is mentioned for the first time in a thread that was there before."""
    incoming = beginning.incoming
    own = message_of(incoming.message)[1]
    is_reply = incoming.kind is Kind.MESSAGE and own != incoming.thread.thread
    return bool(incoming.shared and is_reply and own and not beginning.recent)

"""Completes an event before its turn: names, files, the earlier lines of a thread."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import structlog

from bot.core.ports.turns import Beginning
from bot.domain.errors import FrontdeskError
from bot.domain.messages import Earlier, Incoming, Kind, Thread
from bot.platforms.slack.calls.directory import SlackDirectory
from bot.platforms.slack.calls.workspaces import Workspaces
from bot.platforms.slack.inbound.messages import Heard, read_message
from bot.platforms.slack.inbound.reading import items, word
from bot.platforms.slack.sending.files import Files

MOST_EARLIER = 50
PAGE, MOST_PAGES = 200, 10

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Preparing:
    """Reads what an acknowledgement could not wait for."""

    workspaces: Workspaces
    directory: SlackDirectory
    files: Files

    async def completed(self, beginning: Beginning) -> Incoming:
        """The event with all that can be learnt about it."""
        incoming = beginning.incoming
        team = incoming.thread.workspace
        incoming = replace(incoming, person=await self.directory.named(incoming.person))
        if incoming.files:
            incoming = replace(incoming, files=await self.files.fetched(team, incoming.files))
        if _joins_a_thread(beginning):
            incoming = replace(incoming, earlier=await self._earlier(incoming))
        return incoming

    async def _earlier(self, incoming: Incoming) -> tuple[Earlier, ...]:
        """What people wrote in the thread before; what machines wrote is left out."""
        thread = incoming.thread
        own = incoming.message.partition(".")[2]
        try:
            me = await self.workspaces.me(thread.workspace)
            before = await self._before(thread, own)
        except FrontdeskError as error:
            log.info("earlier_lines_not_read", error=type(error).__name__)
            return ()
        lines = []
        for message in before:
            event = {"type": "message", "channel": thread.channel, **message}
            heard = read_message({"team_id": thread.workspace, "event": event}, me)
            if heard is not None and word(message, "ts") < own and (words := _words(heard)):
                person = await self.directory.named(heard.person)
                lines.append(Earlier(person, words))
        return tuple(lines)

    async def _before(self, thread: Thread, own: str) -> list[Mapping[str, Any]]:
        """The last messages of a thread before one; Slack tells the oldest first."""
        web = await self.workspaces.web(thread.workspace)
        found: dict[str, Mapping[str, Any]] = {}  # a thread's first message is on every page
        cursor = ""
        for _page in range(MOST_PAGES):
            answer = await web.call(
                "conversations.replies",
                channel=thread.channel,
                ts=thread.thread,
                latest=own,
                inclusive=False,
                limit=PAGE,
                cursor=cursor or None,
            )
            found |= {word(message, "ts"): message for message in items(answer, "messages")}
            cursor = word(answer, "response_metadata", "next_cursor")
            if not cursor:
                break
        return list(found.values())[-MOST_EARLIER:]


def _words(heard: Heard) -> str:
    """What was said, or forwarded, which is read and not followed either way."""
    return "\n".join(part for part in (heard.text, *(file.text for file in heard.files)) if part)


def _joins_a_thread(beginning: Beginning) -> bool:
    """Say whether the bot is mentioned for the first time in a thread that was there before."""
    incoming = beginning.incoming
    ts = incoming.message.partition(".")[2]
    is_reply = incoming.kind is Kind.MESSAGE and ts != incoming.thread.thread
    return bool(incoming.shared and is_reply and ts and not beginning.recent)

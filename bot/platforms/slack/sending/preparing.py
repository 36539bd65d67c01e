"""Completes an event of Slack before its turn: names, files, the earlier lines of a thread."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from typing_extensions import override

from agents.kit.values.person import Person
from bot.domain.messages import Attachment, Incoming, Thread
from bot.platforms.shared.preparing import MOST_EARLIER, ThreadHistory, own_message
from bot.platforms.slack.calls.directory import SlackDirectory
from bot.platforms.slack.calls.workspaces import Workspaces
from bot.platforms.slack.inbound.messages import Heard, read_message
from bot.platforms.slack.inbound.reading import items, word
from bot.platforms.slack.sending.files import Files

PAGE, MOST_PAGES = 200, 10


@dataclass(frozen=True, slots=True)
class SlackThreadHistory(ThreadHistory):
    """Reads a thread page by page."""

    workspaces: Workspaces
    directory: SlackDirectory
    files: Files

    @override
    async def named(self, person: Person) -> Person:
        return await self.directory.named(person)

    @override
    async def fetched(self, incoming: Incoming) -> tuple[Attachment, ...]:
        return await self.files.fetched(incoming.thread.workspace, incoming.files)

    @override
    async def said_before(self, incoming: Incoming) -> Sequence[tuple[Person, str]]:
        thread, own = incoming.thread, own_message(incoming)
        me = await self.workspaces.me(thread.workspace)
        said = []
        for message in await self._before(thread, own):
            event = {"type": "message", "channel": thread.channel, **message}
            heard = read_message({"team_id": thread.workspace, "event": event}, me)
            if heard is not None and word(message, "ts") < own and (words := _words(heard)):
                said.append((heard.person, words))
        return said

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

"""The people of a workspace, who reads along in a channel, and what was said in a thread."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import structlog
from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.directory import MemberStatus
from bot.domain.errors import PlatformFailed
from bot.domain.messages import Attachment, Incoming, Thread
from bot.platforms.chat.deduplication import keep
from bot.platforms.chat.directory import NamedDirectory
from bot.platforms.chat.thread_history import MOST_EARLIER, ThreadHistory, own_message
from bot.platforms.chat.wire import ChatPlace
from bot.platforms.slack.wire.files import SlackFiles
from bot.platforms.slack.wire.messages import SlackEvent, read_message
from bot.platforms.slack.wire.payloads import items, part, word
from bot.platforms.slack.wire.web_client import SlackRefused
from bot.platforms.slack.wire.workspaces import NotInstalled, Workspaces

_UNKNOWN = frozenset({"user_not_found", "users_not_found", "user_not_visible"})


@dataclass
class SlackDirectory(NamedDirectory):
    """Reads `users.info`, `usergroups.list` and `usergroups.users.list`."""

    workspaces: Workspaces

    @override
    async def standing(self, person: Person) -> MemberStatus:
        try:
            web = await self.workspaces.web(person.workspace)
            ours = (await self.workspaces.me(person.workspace)).team
            user = part(await web.call("users.info", user=person.user), "user")
        except NotInstalled:
            return MemberStatus(is_stranger=True)  # somebody of elsewhere, in a shared channel
        except SlackRefused as refused:
            if refused.error in _UNKNOWN:
                return MemberStatus(is_active=False)
            raise
        # Slack calls nobody a stranger with whom a channel is shared.
        is_ours = person.workspace == ours and word(user, "team_id") in {"", ours}
        return MemberStatus(
            is_active=user.get("deleted") is False,
            is_guest=bool(user.get("is_restricted") or user.get("is_ultra_restricted")),
            is_stranger=bool(user.get("is_stranger")) or not is_ours,
            is_bot=bool(user.get("is_bot")) or word(user, "id") == "USLACKBOT",
            is_admin=bool(user.get("is_admin") or user.get("is_owner")),
        )

    @override
    async def members(self, platform: str, workspace: str, group: str) -> frozenset[str]:
        web = await self.workspaces.web(workspace)
        try:
            answer = await web.call("usergroups.users.list", usergroup=group)
        except SlackRefused as refused:
            if refused.error in {"no_such_subteam", "subteam_not_found"}:
                return frozenset()
            raise
        users = answer.get("users")
        if not isinstance(users, list):
            message = f"Slack did not say who is in the group {group}"
            raise PlatformFailed(message)
        return frozenset(user for user in users if isinstance(user, str))

    async def close(self) -> None:
        """Let go of the connections."""
        await self.workspaces.close()

    @override
    async def ask_name(self, person: Person) -> str:
        web = await self.workspaces.web(person.workspace)
        user = part(await web.call("users.info", user=person.user), "user")
        profile = part(user, "profile")
        return word(profile, "display_name") or word(user, "real_name") or word(user, "name")

    @override
    async def ask_workspace(self, workspace: str) -> str:
        me = await self.workspaces.me(workspace)
        return me.name if me.team == workspace else ""

    @override
    async def ask_group(self, workspace: str, group: str) -> str:
        web = await self.workspaces.web(workspace)
        rows = items(await web.call("usergroups.list"), "usergroups")
        return next((word(row, "name") for row in rows if word(row, "id") == group), "")


THREAD_PAGE = 1_000
MOST_THREAD_PAGES = 5
KEPT_SECONDS = 30.0  # whoever leaves meanwhile is brought no card for as long
MOST_CHANNELS = 50

log = structlog.get_logger(__name__)

Users = frozenset[str]


@dataclass
class ChannelReaders:
    """Asks who is in a channel, and remembers it for a moment: cards come several at once."""

    workspaces: Workspaces
    elapsed: Callable[[], float]
    _kept: OrderedDict[tuple[str, str], tuple[float, Users | None]] = field(
        default_factory=OrderedDict
    )

    async def of(self, place: ChatPlace) -> Users | None:
        """The users in a channel; None where they are too many, or the app may not know.

        Raises:
            SlackAway: it is not known now.
        """
        channel = (place.workspace, place.channel)
        at, users = self._kept.get(channel, (-KEPT_SECONDS, None))
        if self.elapsed() - at >= KEPT_SECONDS:
            users = await self._asked(place)
            self._kept.pop(channel, None)  # the oldest answer makes room, not the oldest channel
            keep(self._kept, channel, (self.elapsed(), users), MOST_CHANNELS)
        return users

    async def _asked(self, place: ChatPlace) -> Users | None:
        web = await self.workspaces.web(place.workspace)
        found, cursor = set[str](), ""
        for _page in range(MOST_THREAD_PAGES):
            try:
                answer = await web.call(
                    "conversations.members",
                    channel=place.channel,
                    limit=THREAD_PAGE,
                    cursor=cursor or None,
                )
            except SlackRefused as refused:
                if refused.is_dead:
                    raise
                log.info("slack_readers_not_told", error=refused.error)
                return None
            users = answer.get("members")
            found.update(map(str, users if isinstance(users, list) else ()))
            cursor = word(answer, "response_metadata", "next_cursor")
            if not cursor:
                return frozenset(found)
        return None


PAGE, MOST_PAGES = 200, 10


@dataclass(frozen=True, slots=True)
class SlackThreadHistory(ThreadHistory):
    """Reads a thread page by page."""

    workspaces: Workspaces
    files: SlackFiles

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


def _words(heard: SlackEvent) -> str:
    """What was said, or forwarded, which is read and not followed either way."""
    return "\n".join(part for part in (heard.text, *(file.text for file in heard.files)) if part)

"""Slack as a wire: posts, updates, finds its own messages again by their metadata."""

import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from typing_extensions import override

from bot.domain.ids import SessionId
from bot.domain.messages import Thread
from bot.platforms.chat.deduplication import keep
from bot.platforms.chat.wire import At, ChatPlace, Posting, Wire
from bot.platforms.slack.render.blocks import cut
from bot.platforms.slack.wire.payloads import items, word
from bot.platforms.slack.wire.web_client import SlackRefused, SlackWeb
from bot.platforms.slack.wire.workspaces import Workspaces

METADATA = "frontdesk_reply"
PAGE = 100
MOST_PAGES = 10
LONGEST_UPDATE = 3_900  # an update takes less text than a post; the blocks say it all

_MOMENT = re.compile(r"\d{9,11}\.\d{3,6}")
_ELSEWHERE = re.compile(r"@(\d{9,11}\.\d{3,6})$")
_UNSEEN = {"unfurl_links": False, "unfurl_media": False}


@dataclass(frozen=True, slots=True)
class SlackPlace(ChatPlace):
    """A channel of a workspace, and the message whose thread it is, if any."""

    @property
    @override
    def is_direct(self) -> bool:
        return self.channel.startswith("D")


@dataclass
class SlackWire(Wire):
    """Posts and updates through the Web API of a place's workspace."""

    workspaces: Workspaces
    _direct: OrderedDict[tuple[str, str], str] = field(default_factory=OrderedDict)
    _without_personas: set[str] = field(default_factory=set)

    # The place is gone, or closed to us; no later try will find it open.
    closed = frozenset({
        "cannot_reply_to_message", "channel_is_limited_access", "channel_not_found",
        "is_archived", "message_not_found", "messages_tab_disabled", "no_permission",
        "not_in_channel", "restricted_action", "restricted_action_read_only_channel",
        "thread_locked", "thread_not_found", "user_not_found", "user_not_in_channel",
    })  # fmt: skip
    asker = re.compile(
        r"(?:press|form|command)\.(?P<channel>\w*)\.(?P<user>\w+)\."
        r"(?:(?P<message>\d{9,11}\.\d{3,6})\.)?"
    )

    @override
    def place_of(self, thread: Thread, event: str = "") -> SlackPlace:
        """Where to answer; what came from a thread of its own is answered in there."""
        found = _ELSEWHERE.search(event)
        root = found[1] if found else thread.thread
        return SlackPlace(thread.workspace, thread.channel, root, thread.session)

    @override
    async def direct(self, workspace: str, user: str, session: SessionId) -> SlackPlace:
        channel = self._direct.get((workspace, user))
        if channel is None:
            web = await self.workspaces.web(workspace)
            channel = word(await web.call("conversations.open", users=user), "channel", "id")
            keep(self._direct, (workspace, user), channel)
        return SlackPlace(workspace, channel, "", session)

    @override
    async def send(self, place: ChatPlace, posting: Posting) -> At:
        web = await self.workspaces.web(place.workspace)
        await web.pace.wait_to_post(place.channel)
        return place.channel, await self._send(web, place, posting)

    @override
    async def edit(self, place: ChatPlace, at: At, posting: Posting) -> None:
        web, shown = await self.workspaces.web(place.workspace), posting.shown
        await web.call(
            "chat.update",
            channel=at[0],
            ts=at[1],
            text=cut(shown.text, LONGEST_UPDATE) if shown.parts else shown.text,
            blocks=list(shown.parts),
            metadata=metadata_of(posting),
            **_UNSEEN,
        )

    async def send_ephemeral(self, place: ChatPlace, user: str, posting: Posting) -> None:
        """Post what only one person sees. Slack keeps no trace of it that could be looked for."""
        web = await self.workspaces.web(place.workspace)
        await web.call(
            "chat.postEphemeral",
            repeat=False,
            channel=place.channel,
            user=user,
            thread_ts=place.thread or None,
            text=posting.shown.text,
            blocks=list(posting.shown.parts),
            **_UNSEEN,
        )

    @override
    async def find_own(
        self, place: ChatPlace, posting: Posting, event: str, is_other: Callable[[str], bool]
    ) -> At | None:
        web, cursor = await self.workspaces.web(place.workspace), ""
        for _page in range(MOST_PAGES):
            answer = await self._page(web, place, _since(event), cursor)
            for message in items(answer, "messages"):
                if word(message, "metadata", "event_payload", "id") == posting.key:
                    return place.channel, word(message, "ts")
            cursor = word(answer, "response_metadata", "next_cursor")
            if not cursor:
                break
        return None

    async def _send(self, web: SlackWeb, place: ChatPlace, posting: Posting) -> str:
        persona = "" if place.workspace in self._without_personas else posting.persona
        try:
            answer = await web.call(
                "chat.postMessage",
                repeat=False,
                channel=place.channel,
                thread_ts=place.thread or None,
                text=posting.shown.text,
                blocks=list(posting.shown.parts),
                metadata=metadata_of(posting),
                username=persona or None,
                **_UNSEEN,
            )
        except SlackRefused as refused:
            if not persona or refused.error not in {"missing_scope", "not_allowed_token_type"}:
                raise
            self._without_personas.add(place.workspace)
            return await self._send(web, place, posting)
        return word(answer, "ts")

    async def _page(
        self, web: SlackWeb, place: ChatPlace, since: str, cursor: str
    ) -> Mapping[str, Any]:
        method = "conversations.replies" if place.thread else "conversations.history"
        try:
            return await web.call(
                method,
                channel=place.channel,
                ts=place.thread or None,
                oldest=since or None,
                limit=PAGE,
                cursor=cursor or None,
                include_all_metadata=True,
            )
        except SlackRefused as refused:
            if refused.error == "thread_not_found":
                return {}
            raise


def metadata_of(posting: Posting) -> Mapping[str, Any]:
    """What we find a message again by."""
    return {"event_type": METADATA, "event_payload": {"id": posting.key}}


def _since(event: str) -> str:
    """The moment of an event, as its id tells it: no answer to it can be older."""
    moments = _MOMENT.findall(event)
    return moments[-1] if moments else ""

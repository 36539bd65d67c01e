"""Puts messages where they belong, once each: looks for its own before it repeats one."""

import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.core.ports.places import Post, Posts
from bot.domain.ids import RequestId, SessionId
from bot.platforms.shared.recent import keep
from bot.platforms.slack.calls.calls import SlackAway, SlackRefused, SlackWeb
from bot.platforms.slack.calls.workspaces import Workspaces
from bot.platforms.slack.inbound.reading import items, word
from bot.platforms.slack.outbound.text import cut

METADATA = "frontdesk_reply"
PAGE = 100
MOST_PAGES = 10
LONGEST_UPDATE = 3_900  # an update takes less text than a post; the blocks say it all

# The place is gone, or closed to us; no later try will find it open.
GONE = frozenset({
    "cannot_reply_to_message", "channel_is_limited_access", "channel_not_found", "is_archived",
    "message_not_found", "messages_tab_disabled", "no_permission", "not_in_channel",
    "restricted_action", "restricted_action_read_only_channel", "thread_locked",
    "thread_not_found", "user_not_found", "user_not_in_channel",
})  # fmt: skip

_MOMENT = re.compile(r"\d{9,11}\.\d{3,6}")

Block = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where to post: a channel of a workspace, and the message whose thread it is, if any."""

    team: str
    channel: str
    root: str
    session: SessionId


@dataclass(frozen=True, slots=True)
class Posting:
    """One message in Slack's shape; `key` is what must not be posted twice."""

    key: str
    text: str
    blocks: tuple[Block, ...] = ()
    request: RequestId | None = None
    persona: str = ""

    def without_blocks(self) -> "Posting":
        """The same in plain words."""
        return replace(self, blocks=())

    @property
    def metadata(self) -> Mapping[str, Any]:
        """What we find it again by."""
        return {"event_type": METADATA, "event_payload": {"id": self.key}}


@dataclass
class Poster:
    """Posts and updates.

    `trusted` are the events whose turns began in this process: nobody else can have posted
    their replies. For any other, and after a call of unknown fate, Slack is asked first.
    What was posted is remembered: a reply of several messages comes again as a whole when
    one of them failed.
    """

    workspaces: Workspaces
    posts: Posts
    trusted: OrderedDict[str, None] = field(default_factory=OrderedDict)
    _doubtful: set[str] = field(default_factory=set)
    _posted: OrderedDict[str, str] = field(default_factory=OrderedDict)
    _without_personas: set[str] = field(default_factory=set)

    def trust(self, event: str) -> None:
        """Note that an event's turn begins here."""
        keep(self.trusted, event, None)

    async def post(self, spot: Spot, message: Posting, event: str) -> str:
        """Post a message in answer to an event, unless it stands there; return its `ts`.

        Raises:
            SlackAway: its fate is not known; the next try will look for it.
            SlackRefused: Slack will not take it.
        """
        web = await self.workspaces.web(spot.team)
        ts = self._posted.get(message.key, "")
        if not ts and message.key and self._may_stand(message.key, event):
            ts = await self._standing(web, spot, message.key, event)
        if not ts:
            ts = await self._send(web, spot, message)
        self._note_posted(message.key, ts)
        if message.request:
            post = Post(message.key, spot.session, spot.channel, ts, message.request)
            await self.posts.note(post)
        return ts

    async def update(self, spot: Spot, ts: str, message: Posting) -> None:
        """Replace what stands there; this may be repeated."""
        web = await self.workspaces.web(spot.team)
        await web.call(
            "chat.update",
            channel=spot.channel,
            ts=ts,
            text=cut(message.text, LONGEST_UPDATE) if message.blocks else message.text,
            blocks=list(message.blocks),
            metadata=message.metadata,
            unfurl_links=False,
            unfurl_media=False,
        )
        if message.request:
            post = Post(message.key, spot.session, spot.channel, ts, message.request)
            await self.posts.note(post)

    async def whisper(self, spot: Spot, user: str, message: Posting) -> None:
        """Post what only one person sees. Slack keeps no trace of it that could be looked for."""
        web = await self.workspaces.web(spot.team)
        await web.call(
            "chat.postEphemeral",
            repeat=False,
            channel=spot.channel,
            user=user,
            thread_ts=spot.root or None,
            text=message.text,
            blocks=list(message.blocks),
            unfurl_links=False,
            unfurl_media=False,
        )

    def _may_stand(self, key: str, event: str) -> bool:
        return key in self._doubtful or event not in self.trusted

    def _note_posted(self, key: str, ts: str) -> None:
        self._doubtful.discard(key)
        if key:
            keep(self._posted, key, ts)

    async def _send(self, web: SlackWeb, spot: Spot, message: Posting) -> str:
        await web.pace.wait_to_post(spot.channel)
        try:
            return await self._send_as(web, spot, message)
        except SlackAway:
            self._doubtful.add(message.key)
            raise

    async def _send_as(self, web: SlackWeb, spot: Spot, message: Posting) -> str:
        persona = "" if spot.team in self._without_personas else message.persona
        try:
            answer = await web.call(
                "chat.postMessage",
                repeat=False,
                channel=spot.channel,
                thread_ts=spot.root or None,
                text=message.text,
                blocks=list(message.blocks),
                metadata=message.metadata,
                username=persona or None,
                unfurl_links=False,
                unfurl_media=False,
            )
        except SlackRefused as refused:
            if not persona or refused.error not in {"missing_scope", "not_allowed_token_type"}:
                raise
            self._without_personas.add(spot.team)
            return await self._send_as(web, spot, message)
        return word(answer, "ts")

    async def _standing(self, web: SlackWeb, spot: Spot, key: str, event: str) -> str:
        """The `ts` of our own message of this key, if it stands there already."""
        noted = await self.posts.find(key)
        if noted is not None and noted.message:
            return noted.message
        cursor = ""
        for _page in range(MOST_PAGES):
            answer = await self._page(web, spot, _since(event), cursor)
            if found := _found(answer, key):
                return found
            cursor = word(answer, "response_metadata", "next_cursor")
            if not cursor:
                break
        return ""

    async def _page(self, web: SlackWeb, spot: Spot, since: str, cursor: str) -> Mapping[str, Any]:
        method = "conversations.replies" if spot.root else "conversations.history"
        try:
            return await web.call(
                method,
                channel=spot.channel,
                ts=spot.root or None,
                oldest=since or None,
                limit=PAGE,
                cursor=cursor or None,
                include_all_metadata=True,
            )
        except SlackRefused as refused:
            if refused.error == "thread_not_found":
                return {}
            raise


def _found(answer: Mapping[str, Any], key: str) -> str:
    for message in items(answer, "messages"):
        if word(message, "metadata", "event_payload", "id") == key:
            return word(message, "ts")
    return ""


def _since(event: str) -> str:
    """The moment of an event, as its id tells it: no answer to it can be older."""
    moments = _MOMENT.findall(event)
    return moments[-1] if moments else ""

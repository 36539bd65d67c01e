"""Puts messages where they belong, once each: looks for its own before it repeats one."""

import hashlib
import json
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from bot.core.ports.places import Post, Posts
from bot.domain.ids import RequestId
from bot.domain.messages import Thread
from bot.platforms.discord.calls.calls import DiscordAway, DiscordRefused, Line
from bot.platforms.discord.inbound.places import Spot
from bot.platforms.discord.outbound.components import Json, Message
from bot.platforms.shared.recent import keep
from bot.platforms.shared.uploads import Upload

MESSAGES = "/channels/{channel_id}/messages"
ONE = f"{MESSAGES}/{{message_id}}"
SUPPRESS_EMBEDS, EPHEMERAL = 1 << 2, 1 << 6
LONGEST_NONCE = 25
# Discord knows a nonce again for a few minutes; within these nothing need be looked for.
NONCE_SECONDS = 120.0
ARCHIVED, UNKNOWN_MESSAGE, UNKNOWN_CHANNEL = 50083, 10008, 10003
PAGE = 100
MOST_PAGES = 10
MOST_NOTIFIED = 50

_SNOWFLAKE = re.compile(r"\d{15,22}")


class Threads(Protocol):
    """Knows where the answers of a place are posted."""

    async def place(self, spot: Spot) -> str:
        """The channel to post into: the thread, opened if need be, else the channel above it.

        Raises:
            DiscordAway, DiscordRefused: it cannot be learnt now, or there is no such place.
        """
        ...

    def lost(self, spot: Spot) -> bool:
        """Forget a thread that Discord knows no more; False if it was not known as open."""
        ...


@dataclass(frozen=True, slots=True)
class Posting:
    """One message in Discord's shape; `key` is what must not be posted twice.

    `notify` are the users who are called by it; nobody else is, whatever the text says.
    """

    key: str
    shown: Message
    request: RequestId | None = None
    notify: Sequence[str] = ()
    file: Upload | None = None

    @property
    def nonce(self) -> str:
        """What Discord knows it again by."""
        return hashlib.sha256(self.key.encode()).hexdigest()[:LONGEST_NONCE]

    @property
    def body(self) -> Json:
        """The message; no link in it gets a preview, and nobody is called whom we do not name."""
        return {
            "content": self.shown.text,
            "components": list(self.shown.rows),
            "allowed_mentions": {"parse": [], "users": list(self.notify)[:MOST_NOTIFIED]},
            "flags": SUPPRESS_EMBEDS,
        }


@dataclass
class Poster:
    """Posts and updates.

    `trusted` are the events whose turns began in this process: nobody else can have posted
    their replies. For any other, and after a call of unknown fate, what stands there is looked
    through first, unless Discord itself still knows the message by its nonce.
    """

    line: Line
    posts: Posts
    threads: Threads
    elapsed: Callable[[], float]
    trusted: OrderedDict[str, None] = field(default_factory=OrderedDict)
    _doubtful: OrderedDict[str, float] = field(default_factory=OrderedDict)
    _posted: OrderedDict[str, tuple[str, str]] = field(default_factory=OrderedDict)

    def trust(self, event: str) -> None:
        """Note that an event's turn begins here."""
        keep(self.trusted, event, None)

    async def post(self, spot: Spot, posting: Posting, event: str) -> tuple[str, str]:
        """Post in answer to an event, unless it stands there; return its channel and its id.

        Raises:
            DiscordAway: its fate is not known; the next try will find it.
            DiscordRefused: Discord will not take it.
        """
        at = self._posted.get(posting.key) or await self._noted(posting.key, event)
        if at is None:
            at = await self._put(spot, posting, event)
            if at[0] == spot.channel != spot.thread and spot.thread.isdigit():
                # Without a thread, a reply to this is how the conversation goes on.
                answered = replace(Thread.of(spot.session), thread=at[1])
                await self.posts.join(answered.session, spot.session)
        await self.note(spot, posting, at)
        return at

    async def update(self, spot: Spot, at: tuple[str, str], posting: Posting) -> None:
        """Replace what stands there; this may be repeated."""
        try:
            await self._patch(at, posting)
        except DiscordRefused as refused:
            if refused.code != ARCHIVED:
                raise
            await self.line.call(
                "PATCH", "/channels/{channel_id}", channel_id=at[0], json={"archived": False}
            )
            await self._patch(at, posting)
        await self.note(spot, posting, at)

    async def remove(self, at: tuple[str, str]) -> None:
        """Take away a message of our own."""
        await self.line.call("DELETE", ONE, channel_id=at[0], message_id=at[1])

    def may_stand(self, key: str, event: str) -> bool:
        """Say whether somebody, or an earlier try, may have posted it already."""
        tried = self._doubtful.get(key)
        if tried is not None:
            return self.elapsed() - tried > NONCE_SECONDS
        return bool(key) and event not in self.trusted

    async def note(self, spot: Spot, posting: Posting, at: tuple[str, str]) -> None:
        """Remember what was posted; a card is kept, so that it changes with its request."""
        self._doubtful.pop(posting.key, None)
        if posting.key:
            keep(self._posted, posting.key, at)
        if posting.request:
            channel, message = at
            kept = Post(posting.key, spot.session, channel, message, posting.request)
            await self.posts.note(kept)

    def is_known(self, message: str) -> bool:
        """Say whether a message stands for some other reply."""
        return any(at[1] == message for at in self._posted.values())

    async def _noted(self, key: str, event: str) -> tuple[str, str] | None:
        if not key or (event in self.trusted and key not in self._doubtful):
            return None
        post = await self.posts.find(key)
        return (post.channel, post.message) if post is not None and post.message else None

    async def _put(self, spot: Spot, posting: Posting, event: str) -> tuple[str, str]:
        """Post where the answers of a place go; a thread may have been deleted meanwhile."""
        channel = await self.threads.place(spot)
        try:
            message = ""
            if self.may_stand(posting.key, event):
                message = await self._standing(channel, posting, event)
            return channel, message or await self._send(spot, channel, posting)
        except DiscordRefused as refused:
            if refused.code != UNKNOWN_CHANNEL or not self.threads.lost(spot):
                raise
        return await self._put(spot, posting, event)

    async def _send(self, spot: Spot, channel: str, posting: Posting) -> str:
        body = posting.body | {"nonce": posting.nonce, "enforce_nonce": True}
        if channel == spot.channel != spot.thread and spot.thread.isdigit():
            body["message_reference"] = {"message_id": spot.thread, "fail_if_not_exists": False}
        details = with_file(body, posting.file)
        try:
            answer = await self.line.call("POST", MESSAGES, channel_id=channel, **details)
        except DiscordAway:
            keep(self._doubtful, posting.key, self._doubtful.get(posting.key, self.elapsed()))
            raise
        return str(answer["id"])

    async def _patch(self, at: tuple[str, str], posting: Posting) -> None:
        channel, message = at
        await self.line.call(
            "PATCH", ONE, channel_id=channel, message_id=message, json=posting.body
        )

    async def _standing(self, channel: str, posting: Posting, event: str) -> str:
        """The id of our own message that says the same since the event, if there is one."""
        me = await self.line.me()
        after = since(event)
        for _page in range(MOST_PAGES):
            query = {"limit": PAGE} | ({"after": after} if after else {})
            rows = await self.line.call("GET", MESSAGES, channel_id=channel, params=query)
            found = sorted(rows, key=lambda row: int(row["id"]))
            for row in found:
                own = row["author"]["id"] == me and not row.get("webhook_id")
                if own and is_same(row, posting) and not self.is_known(row["id"]):
                    return str(row["id"])
            if not after or len(found) < PAGE:
                break
            after = str(found[-1]["id"])
        return ""


def is_same(row: Mapping[str, Any], posting: Posting) -> bool:
    """Say whether a message that stands there says what is to be posted."""
    if row.get("nonce") is not None:
        return bool(row["nonce"] == posting.nonce)
    files = [str(one.get("filename")) for one in row.get("attachments", ())]
    names = [posting.file.name] if posting.file else []
    return row.get("content", "").strip() == posting.shown.text.strip() and files == names


def with_file(body: Json, file: Upload | None) -> dict[str, Any]:
    """A message as it is called with; one with a file goes out in parts."""
    if file is None:
        return {"json": body}
    told = body | {"attachments": [{"id": 0, "filename": file.name}]}
    return {
        "form": [
            {"name": "payload_json", "value": json.dumps(told)},
            {
                "name": "files[0]",
                "value": file.content,
                "filename": file.name,
                "content_type": "application/octet-stream",
            },
        ]
    }


def since(event: str) -> str:
    """The newest id that an event names: no answer to it can be older."""
    found = _SNOWFLAKE.findall(event)
    return max(found, key=int) if found else ""

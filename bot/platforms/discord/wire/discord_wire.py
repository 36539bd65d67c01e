"""Discord as a wire: posts with a nonce, edits, finds its own messages again by their words."""

import hashlib
import json
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from typing_extensions import override

from bot.core.ports.sessions import Posts
from bot.domain.ids import SessionId
from bot.domain.messages import Thread
from bot.platforms.chat.deduplication import keep
from bot.platforms.chat.render.length_limits import Upload
from bot.platforms.chat.wire import At, ChatPlace, Json, PlatformRefused, Posting, Wire
from bot.platforms.discord.render.components import SUPPRESS_EMBEDS
from bot.platforms.discord.wire.messages import DiscordPlace, is_thread, place_at
from bot.platforms.discord.wire.rest_client import (
    MESSAGE,
    MESSAGES,
    UNKNOWN_CHANNEL,
    DiscordClient,
    DiscordRefused,
)
from bot.platforms.discord.wire.threads import OpenThreads

LONGEST_NONCE = 25
ARCHIVED = 50083
PAGE = 100
MOST_PAGES = 10
MOST_NOTIFIED = 50

_SNOWFLAKE = re.compile(r"\d{15,22}")


@dataclass
class DiscordWire(Wire):
    """Posts and updates through the REST API; a thread may have been deleted meanwhile."""

    line: DiscordClient
    posts: Posts
    threads: OpenThreads
    _direct: OrderedDict[str, str] = field(default_factory=OrderedDict)

    # Unknown channel or message, no access, no permission, archived, locked: nothing can be
    # written.
    closed = frozenset({"10003", "10008", "50001", "50013", "50083", "160005"})
    asker = re.compile(
        r"(?:press|form|command)\.(?P<channel>\d*)\.(?P<user>\d+)\.(?:m(?P<message>\d+)\.)?"
    )
    # Discord knows a nonce again for a few minutes; within these nothing need be looked for.
    nonce_seconds = 120.0

    @override
    def place_of(self, thread: Thread, event: str = "") -> DiscordPlace:
        return place_at(thread)

    @override
    async def direct(self, workspace: str, user: str, session: SessionId) -> DiscordPlace:
        channel = self._direct.get(user)
        if channel is None:
            opened = await self.line.call(
                "POST", "/users/@me/channels", json={"recipient_id": user}
            )
            channel = str(opened["id"])
            keep(self._direct, user, channel)
        return DiscordPlace(workspace, channel, channel, session)

    @override
    async def send(self, place: ChatPlace, posting: Posting) -> At:
        channel = await self.threads.place(place)
        body = body_of(posting) | {"nonce": nonce_of(posting), "enforce_nonce": True}
        if _is_beside_its_thread(place, channel):
            body["message_reference"] = {"message_id": place.thread, "fail_if_not_exists": False}
        details = with_file(body, posting.file)
        answer = await self.line.call("POST", MESSAGES, channel_id=channel, **details)
        return channel, str(answer["id"])

    @override
    async def edit(self, place: ChatPlace, at: At, posting: Posting) -> None:
        try:
            await self._patch(at, posting)
        except DiscordRefused as refused:
            if refused.code != ARCHIVED:
                raise
            await self.line.call(
                "PATCH", "/channels/{channel_id}", channel_id=at[0], json={"archived": False}
            )
            await self._patch(at, posting)

    async def remove(self, at: At) -> None:
        """Take away a message of our own."""
        await self.line.call("DELETE", MESSAGE, channel_id=at[0], message_id=at[1])

    @override
    async def find_own(
        self, place: ChatPlace, posting: Posting, event: str, is_other: Callable[[str], bool]
    ) -> At | None:
        """Look for a message of ours that says the same since the event."""
        channel, me = await self.threads.place(place), await self.line.me()
        after = since(event)
        for _page in range(MOST_PAGES):
            query = {"limit": PAGE} | ({"after": after} if after else {})
            rows = await self.line.call("GET", MESSAGES, channel_id=channel, params=query)
            found = sorted(rows, key=lambda row: int(row["id"]))
            for row in found:
                own = row["author"]["id"] == me and not row.get("webhook_id")
                if own and is_same(row, posting) and not is_other(row["id"]):
                    return channel, str(row["id"])
            if not after or len(found) < PAGE:
                break
            after = str(found[-1]["id"])
        return None

    @override
    def is_moved(self, place: ChatPlace, refused: PlatformRefused) -> bool:
        return refused.why == str(UNKNOWN_CHANNEL) and self.threads.lost(place)

    @override
    async def stands(self, place: ChatPlace, at: At) -> None:
        """Without a thread, a reply to what stands there is how the conversation goes on."""
        if _is_beside_its_thread(place, at[0]):
            answered = replace(Thread.of(place.session), thread=at[1])
            await self.posts.join(answered.session, place.session)

    async def _patch(self, at: At, posting: Posting) -> None:
        channel, message = at
        await self.line.call(
            "PATCH", MESSAGE, channel_id=channel, message_id=message, json=body_of(posting)
        )


def _is_beside_its_thread(place: ChatPlace, channel: str) -> bool:
    """Say whether something stands in the channel of a message from which no thread was opened."""
    return channel == place.channel != place.thread and is_thread(place)


def nonce_of(posting: Posting) -> str:
    """What Discord knows a message again by."""
    return hashlib.sha256(posting.key.encode()).hexdigest()[:LONGEST_NONCE]


def body_of(posting: Posting) -> Json:
    """A message; no link in it gets a preview, and nobody is called whom we do not name."""
    return {
        "content": posting.shown.text,
        "components": list(posting.shown.parts),
        "allowed_mentions": {"parse": [], "users": list(posting.notify)[:MOST_NOTIFIED]},
        "flags": SUPPRESS_EMBEDS,
    }


def is_same(row: Mapping[str, Any], posting: Posting) -> bool:
    """Say whether a message that stands there says what is to be posted."""
    if row.get("nonce") is not None:
        return bool(row["nonce"] == nonce_of(posting))
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

"""A mention in a channel opens a thread; where none can be, its answers are replies there."""

import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from bot.domain.messages import Incoming, Kind
from bot.platforms.chat.deduplication import keep
from bot.platforms.chat.wire import ChatPlace
from bot.platforms.discord.wire.messages import is_direct, is_thread, message_of
from bot.platforms.discord.wire.rest_client import (
    CHANNEL,
    MESSAGE,
    UNKNOWN_CHANNEL,
    DiscordClient,
    DiscordRefused,
)

LONGEST_NAME = 60
USUAL_NAME = "Conversation"
A_DAY = 1440  # minutes without a word until it is put away; it can still be written in
OPEN_HERE = "/channels/{channel_id}/messages/{message_id}/threads"
_IS_THERE = 160004
# Nobody's name is shown for these in the name of a thread.
_MENTION, _EMOJI = re.compile(r"<(?:@[!&]?|#)\d+>"), re.compile(r"<a?(:\w+:)\d+>")

log = structlog.get_logger(__name__)


@dataclass
class OpenThreads:
    """Opens threads, and knows which there are; `hide` takes secrets out of their names."""

    line: DiscordClient
    hide: Callable[[str], str]
    _open: OrderedDict[str, bool] = field(default_factory=OrderedDict)

    async def open(self, incoming: Incoming) -> None:
        """Open the thread of a message that begins one; where that is refused, there is none.

        Raises:
            DiscordAway: it is not known whether there is one; the next try will tell.
        """
        thread = incoming.thread
        begins = message_of(incoming.message) == (thread.channel, thread.thread)
        if incoming.kind is not Kind.MESSAGE or is_direct(thread) or not begins:
            return
        where = {"channel_id": thread.channel, "message_id": thread.thread}
        name = name_of(self.hide(incoming.text))
        body = {"name": name, "auto_archive_duration": A_DAY}
        try:
            await self.line.call("POST", OPEN_HERE, **where, json=body)
        except DiscordRefused as refused:
            if refused.is_dead:
                raise
            self._note(thread.thread, is_open=refused.code == _IS_THERE)
            log.info("discord_thread_not_opened", code=refused.code)
        else:
            self._note(thread.thread, is_open=True)

    async def place(self, place: ChatPlace) -> str:
        """The channel to post into: the thread, opened if need be, else the channel above it.

        Raises:
            DiscordAway, DiscordRefused: it cannot be learnt now, or there is no such place.
        """
        if place.is_direct or not is_thread(place):
            return place.channel
        return place.thread if await self._is_open(place) else place.channel

    def lost(self, place: ChatPlace) -> bool:
        """Forget a thread that Discord knows no more; False if it was not known as open."""
        return bool(self._open.pop(place.thread, False))

    async def _is_open(self, place: ChatPlace) -> bool:
        known = self._open.get(place.thread)
        if known is None:
            known = await self._is_there(place)
            self._note(place.thread, is_open=known)
        return known

    async def _is_there(self, place: ChatPlace) -> bool:
        """Say whether there is a thread; if there is none, the message that began it must stand.

        No message begins a private thread: what was meant for one belongs nowhere else.
        """
        try:
            await self.line.call("GET", CHANNEL, channel_id=place.thread)
        except DiscordRefused as refused:
            if refused.code != UNKNOWN_CHANNEL:
                raise
            await self.line.call("GET", MESSAGE, channel_id=place.channel, message_id=place.thread)
            return False
        return True

    def _note(self, thread: str, *, is_open: bool) -> None:
        keep(self._open, thread, is_open)


def name_of(text: str) -> str:
    """A thread's name: the first words of what began it, without those it mentions."""
    words = " ".join(_EMOJI.sub(r"\1", _MENTION.sub("", text)).split())
    if len(words) <= LONGEST_NAME:
        return words or USUAL_NAME
    cut = words[: LONGEST_NAME - 1].rpartition(" ")[0] or words[: LONGEST_NAME - 1]
    return f"{cut}…"


MOST_PLACES = 1_000
_THREADS = frozenset({10, 11, 12})


@dataclass
class ThreadParents:
    """Asks Discord once for each place; what may have changed since is asked for anew."""

    line: DiscordClient
    _known: OrderedDict[str, tuple[str, str]] = field(default_factory=OrderedDict)

    async def of(self, place: str) -> str:
        """The channel that a thread hangs under; empty for what is no thread, or out of reach.

        Raises:
            DiscordAway: it is not known now.
        """
        known = self._known.get(place)
        if known is None:
            try:
                told = await self.line.call("GET", CHANNEL, channel_id=place)
            except DiscordRefused as refused:
                log.warning("discord_place_not_found", code=refused.code)
                return ""
            parent = str(told.get("parent_id") or "") if told.get("type") in _THREADS else ""
            known = (parent, str(told.get("guild_id") or ""))
            keep(self._known, place, known, most=MOST_PLACES)
        return known[0]

    async def is_gone(self, place: str) -> bool:
        """Say whether there is no such channel or thread; one that is only hidden is there.

        Raises:
            DiscordAway: it is not known now.
        """
        try:
            await self.line.call("GET", CHANNEL, channel_id=place)
        except DiscordRefused as refused:
            return refused.code == UNKNOWN_CHANNEL
        return False

    def forget(self, changed: int) -> None:
        """Forget a thread that was changed or is gone, or all of a channel or a guild."""
        gone = str(changed)
        for place, above in tuple(self._known.items()):
            if gone in {place, *above}:
                del self._known[place]

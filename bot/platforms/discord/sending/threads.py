"""A mention in a channel opens a thread; where none can be, its answers are replies there."""

import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from bot.domain.messages import Incoming, Kind
from bot.platforms.discord.calls.calls import (
    CHANNEL,
    MESSAGE,
    UNKNOWN_CHANNEL,
    DiscordRefused,
    Line,
)
from bot.platforms.discord.inbound.places import is_direct, is_thread, message_of
from bot.platforms.shared.recent import keep
from bot.platforms.shared.wire import ChatPlace

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

    line: Line
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

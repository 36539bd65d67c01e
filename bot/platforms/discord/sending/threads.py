"""A mention in a channel opens a thread; where none can be, its answers are replies there."""

import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog
from typing_extensions import override

from bot.domain.messages import Incoming, Kind
from bot.platforms.discord.calls.calls import DiscordRefused, Line
from bot.platforms.discord.inbound.places import Spot, is_direct, message_of
from bot.platforms.discord.sending.posting import ONE, UNKNOWN_CHANNEL, Threads
from bot.platforms.shared.recent import keep

LONGEST_NAME = 60
USUAL_NAME = "Conversation"
A_DAY = 1440  # minutes without a word until it is put away; it can still be written in
OPEN_HERE = "/channels/{channel_id}/messages/{message_id}/threads"
CHANNEL = "/channels/{channel_id}"
_IS_THERE = 160004
# Nobody's name is shown for these in the name of a thread.
_MENTION, _EMOJI = re.compile(r"<(?:@[!&]?|#)\d+>"), re.compile(r"<a?(:\w+:)\d+>")

log = structlog.get_logger(__name__)


@dataclass
class OpenThreads(Threads):
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
        place = {"channel_id": thread.channel, "message_id": thread.thread}
        name = name_of(self.hide(incoming.text))
        body = {"name": name, "auto_archive_duration": A_DAY}
        try:
            await self.line.call("POST", OPEN_HERE, **place, json=body)
        except DiscordRefused as refused:
            if refused.is_dead:
                raise
            self._note(thread.thread, is_open=refused.code == _IS_THERE)
            log.info("discord_thread_not_opened", code=refused.code)
        else:
            self._note(thread.thread, is_open=True)

    @override
    async def place(self, spot: Spot) -> str:
        if spot.is_direct or not spot.thread.isdigit():  # a copied card is no thread
            return spot.channel
        return spot.thread if await self._is_open(spot) else spot.channel

    @override
    def lost(self, spot: Spot) -> bool:
        return bool(self._open.pop(spot.thread, False))

    async def _is_open(self, spot: Spot) -> bool:
        known = self._open.get(spot.thread)
        if known is None:
            known = await self._is_there(spot)
            self._note(spot.thread, is_open=known)
        return known

    async def _is_there(self, spot: Spot) -> bool:
        """Say whether there is a thread; if there is none, the message that began it must stand.

        No message begins a private thread: what was meant for one belongs nowhere else.
        """
        try:
            await self.line.call("GET", CHANNEL, channel_id=spot.thread)
        except DiscordRefused as refused:
            if refused.code != UNKNOWN_CHANNEL:
                raise
            await self.line.call("GET", ONE, channel_id=spot.channel, message_id=spot.thread)
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

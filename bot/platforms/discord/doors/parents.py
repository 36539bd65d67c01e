"""The channels of threads that discord.py does not know: those put away when it connected."""

from collections import OrderedDict
from dataclasses import dataclass, field

import structlog

from bot.platforms.discord.calls.calls import CHANNEL, UNKNOWN_CHANNEL, DiscordRefused, Line
from bot.platforms.shared.recent import keep

MOST_PLACES = 1_000
_THREADS = frozenset({10, 11, 12})

log = structlog.get_logger(__name__)


@dataclass
class Parents:
    """Asks Discord once for each place; what may have changed since is asked for anew."""

    line: Line
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

"""Which guild people belong to who write in private: one they share with the bot."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.platforms.discord import ALONE
from bot.platforms.discord.calls.calls import MEMBER, NOT_FOUND, DiscordRefused, Line

KEPT_SECONDS = 300.0
MOST_KEPT = 10_000
GUILDS = "/users/@me/guilds"


@dataclass
class Homes:
    """Looks up whether somebody is in the guild of the setting, or else in the only one.

    What a home is good for is asked anew wherever a right depends on it.
    """

    line: Line
    guild: str
    elapsed: Callable[[], float]
    _known: dict[str, tuple[float, str]] = field(default_factory=dict)

    async def of(self, user: str) -> str:
        """The guild of somebody, or `ALONE`.

        Raises:
            DiscordAway, DiscordRefused: it cannot be known.
        """
        at, home = self._known.get(user, (0.0, ""))
        if not home or self.elapsed() - at > KEPT_SECONDS:
            home = await self._found(user)
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            self._known[user] = (self.elapsed(), home)
        return home

    async def _found(self, user: str) -> str:
        guild = self.guild or await self._only()
        if not guild:
            return ALONE
        try:
            await self.line.call("GET", MEMBER, guild_id=guild, user_id=user)
        except DiscordRefused as refused:
            if refused.status == NOT_FOUND:
                return ALONE
            raise
        return guild

    async def _only(self) -> str:
        guilds = await self.line.call("GET", GUILDS, params={"limit": 2})
        return str(guilds[0]["id"]) if len(guilds) == 1 else ""

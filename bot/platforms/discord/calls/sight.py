"""Who sees a channel of a guild, counted as Discord counts it.

See https://docs.discord.com/developers/topics/permissions, “Permission Overwrites”.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import structlog

from bot.platforms.discord.calls.calls import (
    CHANNEL,
    GUILD,
    MEMBER,
    NOT_FOUND,
    DiscordRefused,
    Line,
)
from bot.platforms.discord.calls.directory import ADMINISTRATOR

VIEW_CHANNEL = 1 << 10

log = structlog.get_logger(__name__)

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sight:
    """Asks Discord; where it does not say, everybody counts as seeing."""

    line: Line

    async def seeing(self, guild: str, channel: str, users: Sequence[str]) -> frozenset[str]:
        """Those of some users who see a channel; whoever is called in a thread of it joins that.

        Raises:
            DiscordAway: it is not known now.
        """
        try:
            here = await self.line.call("GET", GUILD, guild_id=guild)
            place = await self.line.call("GET", CHANNEL, channel_id=channel)
            members = {user: await self._member(guild, user) for user in users}
        except DiscordRefused as refused:
            if refused.is_dead:
                raise
            log.info("discord_sight_not_told", code=refused.code)
            return frozenset(users)
        return frozenset(
            u for u, member in members.items() if member and sees(here, place, member)
        )

    async def _member(self, guild: str, user: str) -> Row:
        try:
            return dict(await self.line.call("GET", MEMBER, guild_id=guild, user_id=user))
        except DiscordRefused as refused:
            if refused.status != NOT_FOUND:
                raise
            return {}


def sees(guild: Row, channel: Row, member: Row) -> bool:
    """Say whether a member sees a channel."""
    own, user, roles = guild["id"], member["user"]["id"], {*member.get("roles", ())}
    held = [int(role["permissions"]) for role in guild["roles"] if role["id"] in {own, *roles}]
    if user == guild.get("owner_id") or any(bits & ADMINISTRATOR for bits in held):
        return True
    may = any(bits & VIEW_CHANNEL for bits in held)
    for ids in ({own}, roles, {user}):
        rows = [row for row in channel.get("permission_overwrites") or () if row["id"] in ids]
        may = may and not any(int(row["deny"]) & VIEW_CHANNEL for row in rows)
        may = may or any(int(row["allow"]) & VIEW_CHANNEL for row in rows)
    return may

"""The people of a guild: what they may, which guild is theirs, who sees a channel."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import structlog
from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.directory import MemberStatus
from bot.domain.errors import PlatformFailed
from bot.platforms.chat.directory import NamedDirectory
from bot.platforms.discord import ALONE
from bot.platforms.discord.wire.messages import is_known
from bot.platforms.discord.wire.rest_client import (
    CHANNEL,
    FORBIDDEN,
    GUILD,
    MEMBER,
    MEMBERS,
    NOT_FOUND,
    DiscordClient,
    DiscordRefused,
)

MOST_PAGES, PAGE = 20, 1_000
ADMINISTRATOR, MANAGE_GUILD = 1 << 3, 1 << 5


@dataclass
class DiscordDirectory(NamedDirectory):
    """Reads members and roles; a group is a role."""

    line: DiscordClient
    now: Callable[[], datetime]

    @override
    def knows(self, workspace: str) -> bool:
        return is_known(workspace)

    @override
    async def standing(self, person: Person) -> MemberStatus:
        if not is_known(person.workspace):
            return MemberStatus(is_stranger=True)  # a private talk with somebody of no known guild
        member = await self._member(person.workspace, person.user)
        if member is None:
            return MemberStatus(is_active=False)
        guild = await self.line.call("GET", GUILD, guild_id=person.workspace)
        return MemberStatus(
            is_guest=bool(member.get("pending")) or self._is_timed_out(member),
            is_bot=bool(member["user"].get("bot")),
            is_admin=_is_admin(guild, member),
        )

    @override
    async def members(self, platform: str, workspace: str, group: str) -> frozenset[str]:
        if not is_known(workspace):
            return frozenset()
        users: set[str] = set()
        after = "0"
        for _page in range(MOST_PAGES):
            rows = await self._page(workspace, after)
            users |= {row["user"]["id"] for row in rows if group in row.get("roles", ())}
            if len(rows) < PAGE:
                return frozenset(users)
            after = rows[-1]["user"]["id"]
        message = f"the guild {workspace} has too many members to find those of a role"
        raise PlatformFailed(message)

    @override
    async def is_in(self, person: Person, group: str) -> bool:
        """Ask for one member only, which needs no privileged intent."""
        if not is_known(person.workspace):
            return False
        member = await self._member(person.workspace, person.user)
        return member is not None and group in member.get("roles", ())

    async def close(self) -> None:
        """Let go of the connections."""
        await self.line.close()

    async def _member(self, guild: str, user: str) -> Mapping[str, Any] | None:
        try:
            found = await self.line.call("GET", MEMBER, guild_id=guild, user_id=user)
        except DiscordRefused as refused:
            if refused.status in {NOT_FOUND, FORBIDDEN} and not refused.is_dead:
                return None
            raise
        return dict(found)

    async def _page(self, guild: str, after: str) -> list[Mapping[str, Any]]:
        query = {"limit": PAGE, "after": after}
        try:
            return list(await self.line.call("GET", MEMBERS, guild_id=guild, params=query))
        except DiscordRefused as refused:
            if refused.status != FORBIDDEN:
                raise
            message = "Discord lists no members; turn on the Server Members Intent of the bot"
            raise PlatformFailed(message) from refused

    @override
    async def ask_name(self, person: Person) -> str:
        member = await self._member(person.workspace, person.user)
        user = member["user"] if member else {}
        nick = member.get("nick") if member else ""
        return str(nick or user.get("global_name") or user.get("username") or "")

    @override
    async def ask_group(self, workspace: str, group: str) -> str:
        found = await self.line.call("GET", GUILD, guild_id=workspace)
        return next((str(row["name"]) for row in found["roles"] if row["id"] == group), "")

    @override
    async def ask_workspace(self, workspace: str) -> str:
        return str((await self.line.call("GET", GUILD, guild_id=workspace))["name"])

    def _is_timed_out(self, member: Mapping[str, Any]) -> bool:
        until = member.get("communication_disabled_until")
        return bool(until) and datetime.fromisoformat(str(until)) > self.now()


def _is_admin(guild: Mapping[str, Any], member: Mapping[str, Any]) -> bool:
    """Say whether somebody may manage the guild: as its owner, or by one of their roles."""
    if guild.get("owner_id") == member["user"]["id"]:
        return True
    held = {*member.get("roles", ()), guild["id"]}  # the role of everybody has the guild's id
    granted = (int(role["permissions"]) for role in guild["roles"] if role["id"] in held)
    return any(bits & (ADMINISTRATOR | MANAGE_GUILD) for bits in granted)


KEPT_SECONDS = 300.0
MOST_KEPT = 10_000
GUILDS = "/users/@me/guilds"


@dataclass
class HomeGuilds:
    """Looks up whether somebody is in the guild of the setting, or else in the only one.

    What a home is good for is asked anew wherever a right depends on it.
    """

    line: DiscordClient
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


VIEW_CHANNEL = 1 << 10

log = structlog.get_logger(__name__)

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ChannelPermissions:
    """Asks Discord; where it does not say, everybody counts as seeing."""

    line: DiscordClient

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

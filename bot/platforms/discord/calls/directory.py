"""The people of a guild: asked anew wherever a right depends on it, names now and then."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.directory import Standing
from bot.domain.errors import PlatformFailed
from bot.platforms.discord.calls.calls import (
    FORBIDDEN,
    GUILD,
    MEMBER,
    MEMBERS,
    NOT_FOUND,
    DiscordRefused,
    Line,
)
from bot.platforms.discord.inbound.places import is_known
from bot.platforms.shared.names import NamedDirectory

MOST_PAGES, PAGE = 20, 1_000
ADMINISTRATOR, MANAGE_GUILD = 1 << 3, 1 << 5


@dataclass
class DiscordDirectory(NamedDirectory):
    """Reads members and roles; a group is a role."""

    line: Line
    now: Callable[[], datetime]

    @override
    def knows(self, workspace: str) -> bool:
        return is_known(workspace)

    @override
    async def standing(self, person: Person) -> Standing:
        if not is_known(person.workspace):
            return Standing(is_stranger=True)  # a private talk with somebody of no known guild
        member = await self._member(person.workspace, person.user)
        if member is None:
            return Standing(is_active=False)
        guild = await self.line.call("GET", GUILD, guild_id=person.workspace)
        return Standing(
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

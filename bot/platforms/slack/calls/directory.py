"""The people of a workspace: asked anew wherever a right depends on it, names now and then."""

from dataclasses import dataclass

from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.directory import Standing
from bot.domain.errors import PlatformFailed
from bot.platforms.shared.names import NamedDirectory
from bot.platforms.slack.calls.calls import SlackRefused
from bot.platforms.slack.calls.workspaces import NotInstalled, Workspaces
from bot.platforms.slack.inbound.reading import items, part, word

_UNKNOWN = frozenset({"user_not_found", "users_not_found", "user_not_visible"})


@dataclass
class SlackDirectory(NamedDirectory):
    """Reads `users.info`, `usergroups.list` and `usergroups.users.list`."""

    workspaces: Workspaces

    @override
    async def standing(self, person: Person) -> Standing:
        try:
            web = await self.workspaces.web(person.workspace)
            ours = (await self.workspaces.me(person.workspace)).team
            user = part(await web.call("users.info", user=person.user), "user")
        except NotInstalled:
            return Standing(is_stranger=True)  # somebody of elsewhere, in a shared channel
        except SlackRefused as refused:
            if refused.error in _UNKNOWN:
                return Standing(is_active=False)
            raise
        # Slack calls nobody a stranger with whom a channel is shared.
        is_ours = person.workspace == ours and word(user, "team_id") in {"", ours}
        return Standing(
            is_active=user.get("deleted") is False,
            is_guest=bool(user.get("is_restricted") or user.get("is_ultra_restricted")),
            is_stranger=bool(user.get("is_stranger")) or not is_ours,
            is_bot=bool(user.get("is_bot")) or word(user, "id") == "USLACKBOT",
            is_admin=bool(user.get("is_admin") or user.get("is_owner")),
        )

    @override
    async def members(self, platform: str, workspace: str, group: str) -> frozenset[str]:
        web = await self.workspaces.web(workspace)
        try:
            answer = await web.call("usergroups.users.list", usergroup=group)
        except SlackRefused as refused:
            if refused.error in {"no_such_subteam", "subteam_not_found"}:
                return frozenset()
            raise
        users = answer.get("users")
        if not isinstance(users, list):
            message = f"Slack did not say who is in the group {group}"
            raise PlatformFailed(message)
        return frozenset(user for user in users if isinstance(user, str))

    async def close(self) -> None:
        """Let go of the connections."""
        await self.workspaces.close()

    @override
    async def ask_name(self, person: Person) -> str:
        web = await self.workspaces.web(person.workspace)
        user = part(await web.call("users.info", user=person.user), "user")
        profile = part(user, "profile")
        return word(profile, "display_name") or word(user, "real_name") or word(user, "name")

    @override
    async def ask_workspace(self, workspace: str) -> str:
        me = await self.workspaces.me(workspace)
        return me.name if me.team == workspace else ""

    @override
    async def ask_group(self, workspace: str, group: str) -> str:
        web = await self.workspaces.web(workspace)
        rows = items(await web.call("usergroups.list"), "usergroups")
        return next((word(row, "name") for row in rows if word(row, "id") == group), "")

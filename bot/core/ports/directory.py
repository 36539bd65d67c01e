"""The people of a platform, asked anew wherever a right depends on them."""

from dataclasses import dataclass
from typing import Protocol

from agents.kit.values.person import Person
from bot.domain.accounts import Identities


@dataclass(frozen=True, slots=True)
class Standing:
    """What a platform says of somebody, now."""

    is_active: bool = True
    is_guest: bool = False
    is_stranger: bool = False
    is_bot: bool = False
    is_admin: bool = False


class Directory(Protocol):
    """Knows the people of a platform; asked anew wherever a right depends on it.

    What people are called is for showing alone, for whoever they are is their id.

    Raises:
        PlatformFailed: by every method, when it does not answer; nobody has a right then.
    """

    async def standing(self, person: Person) -> Standing:
        """What somebody is in their workspace; nobody known is not active."""
        ...

    async def members(self, platform: str, workspace: str, group: str) -> frozenset[str]:
        """The user ids of a group; empty for one that does not exist."""
        ...

    async def is_in(self, person: Person, group: str) -> bool:
        """Say whether somebody is in a group of their own workspace."""
        return person.user in await self.members(person.platform, person.workspace, group)

    async def identities(self, person: Person) -> Identities:
        """Who else somebody is; nobody, where no links are kept."""
        del person
        return Identities()

    async def name(self, person: Person) -> str:
        """What others call somebody, as it was known lately; empty where that is not known."""
        del person
        return ""

    async def group_name(self, platform: str, workspace: str, group: str) -> str:
        """What people call a group, as it was known lately; empty where that is not known."""
        del platform, workspace, group
        return ""

    async def workspace_name(self, platform: str, workspace: str) -> str:
        """What people call a workspace, as it was known lately; empty where that is not known."""
        del platform, workspace
        return ""

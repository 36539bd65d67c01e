"""The people of a platform, asked anew wherever a right depends on them."""

from dataclasses import dataclass
from typing import Protocol

from agents.kit.identity import Person
from bot.core.ports.names import Names
from bot.domain.links import Identities


@dataclass(frozen=True, slots=True)
class Standing:
    """What a platform says of somebody, now."""

    is_active: bool = True
    is_guest: bool = False
    is_stranger: bool = False
    is_bot: bool = False
    is_admin: bool = False


class Directory(Names, Protocol):
    """Knows the people of a platform; asked anew wherever a right depends on it.

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

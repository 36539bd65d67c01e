"""The people of a platform, asked anew wherever a right depends on them, and who is linked."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from agents.kit.values.person import Person
from bot.domain.accounts import Claim, Identities, LinkOffer, Member
from bot.domain.ids import LinkId, SessionId


@dataclass(frozen=True, slots=True)
class MemberStatus:
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

    async def standing(self, person: Person) -> MemberStatus:
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


class Links(Protocol):
    """Knows who is linked, read anew wherever a right depends on it, and links with a code.

    Each step from a code to a link holds at once. Links end where everything else a turn
    changes is: in its commit, by a deed.

    Raises:
        StoreAway: by every method, when the store does not answer.
    """

    async def of(self, person: Person) -> Identities:
        """Who else somebody is, those linked first come first."""
        ...

    async def everybody(self) -> list[Member]:
        """All linked identities, group by group, for the operator."""
        ...

    async def make(self, maker: Person, session: SessionId, now: datetime) -> str:
        """A fresh code, instead of any the maker has open; only a hash of it is kept."""
        ...

    async def redeem(self, code: str, claim: Claim, now: datetime) -> LinkOffer:
        """Use a code up; tries in vain are counted, and after some nobody is heard for a while.

        Raises:
            CannotLink: not with this code, or not these two.
        """
        ...

    async def answer(self, link: LinkId, person: Person, now: datetime, *, yes: bool) -> LinkOffer:
        """Take the answer of one side; the second yes links, if all is as both were told.

        Raises:
            CannotLink: it is over, or no longer what was shown.
        """
        ...

    async def find(self, link: LinkId) -> LinkOffer | None:
        """The offer of this id, or None."""
        ...

"""The port of links: which identities are one person, and how two come to be that."""

from datetime import datetime
from typing import Protocol

from agents.kit.values.person import Person
from bot.domain.accounts import Claim, Identities, LinkOffer, Member
from bot.domain.ids import LinkId, SessionId


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

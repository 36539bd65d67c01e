"""The port of plans as their owner reads them: whose a plan is, the store itself asks."""

from typing import Protocol

from agents.kit.identity import Person
from bot.domain.ids import PlanId, SessionId
from bot.domain.plans.plan import Plan


class OwnPlans(Protocol):
    """Reads plans of one person; nobody finds what belongs to somebody else.

    Raises:
        StoreAway: by every method, when the store does not answer.
    """

    async def find(self, plan: PlanId, person: Person) -> Plan | None:
        """A person's plan, or None."""
        ...

    async def of_session(
        self, session: SessionId, person: Person, limit: int, before: PlanId | None = None
    ) -> list[Plan]:
        """A person's newest plans of a session, that plan and newer ones left out."""
        ...

    async def made_by(self, event: str, session: SessionId, person: Person) -> Plan | None:
        """The plan that came of an incoming event, by the event's id; None if none did."""
        ...

"""The ports of plans, by session and by owner, and of requests, each resolved once.

Plans are written where everything else a turn changes is: in its commit, by its `Ending`.
"""

from datetime import datetime
from typing import Protocol

from agents.kit.values.person import Person
from bot.domain.ids import AgentMessageId, PlanId, RequestId, SessionId
from bot.domain.plans.plan import Plan, PlanMessage
from bot.domain.requests import Request, Verdict


class Plans(Protocol):
    """Reads plans and what was said about them; who may see what, its callers decide.

    Raises:
        StoreAway: by every method, when the store does not answer.
    """

    async def find(self, plan: PlanId) -> Plan | None:
        """The plan of this id, or None."""
        ...

    async def of_session(self, session: SessionId) -> list[Plan]:
        """All plans of a session, whoever owns them, the newest first."""
        ...

    async def open_plans(self, session: SessionId) -> list[Plan]:
        """Those of them that are open."""
        ...

    async def of_person(
        self, person: Person, limit: int, before: PlanId | None = None
    ) -> list[Plan]:
        """A person's newest plans across sessions, that plan and newer ones left out.

        None are before a plan that is not theirs, or is gone.
        """
        ...

    async def messages(
        self,
        person: Person,
        limit: int,
        after: AgentMessageId | None = None,
        session: SessionId | None = None,
    ) -> list[PlanMessage]:
        """What was said about a person's plans (of one session), in order, behind a message.

        None are behind a message that is not theirs, or is gone.
        """
        ...

    async def forget(self, person: Person) -> int:
        """Delete a person's plans, and what was said about them; say how many plans.

        A turn that was about to change one of them changes nothing, and begins again.
        """
        ...


class Requests(Protocol):
    """Keeps requests; each is resolved once."""

    async def find(self, request: RequestId) -> Request | None:
        """The request of this id, or None."""
        ...

    async def decide(self, request: RequestId, verdict: Verdict, now: datetime) -> Request:
        """Take a verdict on the request as it is now, at once; a repeat by its turn does nothing.

        It is weighed where nobody else can change the request, so that of many verdicts at once
        one ends it, and no approval of several is lost. The same commit notes the request in
        the journal of the verdict's turn, under `DECIDED`: a turn that begins again must know
        that its words were an answer, above all if they were a secret.

        Raises:
            RequestClosed: another decision, the expiry or a cancellation came first.
            NotYours, ApprovedAlready: it is for somebody else to decide.
        """
        ...

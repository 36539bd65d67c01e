"""Plans in memory, with the same promises."""

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import replace
from itertools import islice

from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.plans import Plans
from bot.core.ports.turns import Ending
from bot.domain.errors import PlanOvertaken
from bot.domain.ids import AgentMessageId, PlanId, SessionId
from bot.domain.plans.plan import Plan, PlanMessage
from bot.storage.databases.codec import PLAN
from tests.fakes.store.state import InMemory, Tables


class MemoryPlans(Plans):
    """Reads the tables of the store in memory."""

    def __init__(self, store: InMemory) -> None:
        self._store = store

    @override
    async def find(self, plan: PlanId) -> Plan | None:
        return deepcopy(self._store.tables.plans.get(plan))

    @override
    async def of_session(self, session: SessionId) -> list[Plan]:
        return self._newest(p for p in self._all() if p.session == session)

    @override
    async def open_plans(self, session: SessionId) -> list[Plan]:
        return [plan for plan in await self.of_session(session) if plan.is_open]

    @override
    async def of_person(
        self, person: Person, limit: int, before: PlanId | None = None
    ) -> list[Plan]:
        theirs = self._newest(plan for plan in self._all() if plan.owner == person)
        if before is not None:
            there = [plan.id for plan in theirs]
            theirs = theirs[there.index(before) + 1 :] if before in there else []
        return theirs[:limit]

    @override
    async def messages(
        self,
        person: Person,
        limit: int,
        after: AgentMessageId | None = None,
        session: SessionId | None = None,
    ) -> list[PlanMessage]:
        said = self._store.tables.agent_messages.values()
        theirs = [message for message in said if message.person == person]
        if after is not None:
            there = [message.id for message in theirs]
            theirs = theirs[there.index(after) + 1 :] if after in there else []
        wanted = (one for one in theirs if session in {None, one.session})
        return list(islice(wanted, limit))

    @override
    async def forget(self, person: Person) -> int:
        tables = self._store.tables
        kept = {id_: plan for id_, plan in tables.plans.items() if plan.owner != person}
        forgotten = len(tables.plans) - len(kept)
        tables.plans = kept
        said = tables.agent_messages.items()
        tables.agent_messages = {id_: one for id_, one in said if one.person != person}
        return forgotten

    def _all(self) -> Iterable[Plan]:
        return self._store.tables.plans.values()

    def _newest(self, plans: Iterable[Plan]) -> list[Plan]:
        ordered = sorted(plans, key=lambda plan: (plan.created_at, plan.id), reverse=True)
        return deepcopy(ordered)


def save_plans(tables: Tables, ending: Ending) -> None:
    """Keep the plans a turn made or changed, and what was said about them.

    Raises:
        PlanOvertaken: another version of one is kept than the turn began with.
    """
    for plan in ending.plans:
        before = tables.plans.get(plan.id)
        if plan.version == plan.kept_version:
            continue
        if (before.version if before else 0) != plan.kept_version:
            raise PlanOvertaken(plan.id)
        tables.plans[plan.id] = PLAN.decode(PLAN.encode(replace(plan, kept_version=plan.version)))
    for message in ending.agent_messages:
        if message.id in tables.agent_messages:
            error = f"there is a message {message.id} already"
            raise ValueError(error)
        tables.agent_messages[message.id] = message


def forget_plans(tables: Tables, session: SessionId, person: Person) -> None:
    """Delete a person's plans in one session, and what was said about them."""
    tables.plans = {
        id_: plan
        for id_, plan in tables.plans.items()
        if (plan.session, plan.owner) != (session, person)
    }
    tables.agent_messages = {
        id_: message
        for id_, message in tables.agent_messages.items()
        if (message.session, message.person) != (session, person)
    }

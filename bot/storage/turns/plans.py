"""Plans in SQL: by session and by owner, written with the commit of a turn, by compare-and-set."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.plans import Plans
from bot.core.ports.turns import Ending
from bot.domain.errors import PlanOvertaken
from bot.domain.ids import AgentMessageId, PlanId, SessionId
from bot.domain.plans.plan import Plan, PlanMessage
from bot.storage.databases.codec import AGENT_MESSAGE, PLAN, write_moment
from bot.storage.databases.transactions import Repository, SqlTransaction
from bot.storage.tables.sessions import agent_messages, plans
from bot.storage.tables.statements import delete, insert, update

ADD = f"{insert(plans)} ON CONFLICT (id) DO NOTHING"
CHANGE = update(plans, "id = :id AND version = :kept", "status", "version", "body")
TELL = insert(agent_messages)

FIND = "SELECT body FROM plans WHERE id = :plan"
FIND_OWN = f"{FIND} AND owner = :owner"
NEWEST = "ORDER BY created_at DESC, id DESC"
OF_SESSION = f"SELECT body FROM plans WHERE session = :session {NEWEST}"  # noqa: S608 - ours
OPEN = f"SELECT body FROM plans WHERE session = :session AND status = 'open' {NEWEST}"  # noqa: S608 - ours
# A plan and newer ones are left out; nothing is before one that is not theirs, or is gone.
BEFORE = """(created_at, id) < (
    SELECT created_at, id FROM plans WHERE id = :before AND owner = :owner)"""
# What a turn makes bears its id.
MADE_BY = """
    SELECT p.body FROM inbox i JOIN plans p
        ON p.session = i.session AND substr(p.id, 1, length(i.id) + 1) = i.id || '.'
    WHERE i.session = :session AND i.message = :event AND i.message <> '' AND p.owner = :owner
    ORDER BY p.created_at, p.id LIMIT 1"""
PLANS_OF = {"owner": "owner = :owner", "session": "session = :session", "before": BEFORE}
MESSAGES_OF = {
    "person": "person = :person",
    "session": "session = :session",
    "after": "seq > (SELECT seq FROM agent_messages WHERE id = :after AND person = :person)",
}
FORGET = delete(plans, "owner = :owner")
FORGET_MESSAGES = delete(agent_messages, "person = :owner")

Row = dict[str, Any]


class _PlanRows(Repository):
    async def _plans(self, statement: str, **values: Any) -> list[Plan]:
        return PLAN.each(await self.database.rows(statement, **values))

    async def _first(self, statement: str, **values: Any) -> Plan | None:
        return next(iter(await self._plans(statement, **values)), None)

    async def _own(self, limit: int, **wanted: str | None) -> list[Plan]:
        where, given = _given(PLANS_OF, wanted)
        statement = f"SELECT body FROM plans WHERE {where} {NEWEST} LIMIT :most"  # noqa: S608 - ours
        return await self._plans(statement, most=limit, **given)


class SqlPlans(_PlanRows, Plans):
    """Rows of the tables `plans` and `agent_messages`; each list is one statement."""

    @override
    async def find(self, plan: PlanId) -> Plan | None:
        return await self._first(FIND, plan=plan)

    @override
    async def of_session(self, session: SessionId) -> list[Plan]:
        return await self._plans(OF_SESSION, session=session)

    @override
    async def open_plans(self, session: SessionId) -> list[Plan]:
        return await self._plans(OPEN, session=session)

    @override
    async def of_person(
        self, person: Person, limit: int, before: PlanId | None = None
    ) -> list[Plan]:
        return await self._own(limit, owner=person.key, before=before)

    @override
    async def messages(
        self,
        person: Person,
        limit: int,
        after: AgentMessageId | None = None,
        session: SessionId | None = None,
    ) -> list[PlanMessage]:
        wanted = {"person": person.key, "session": session, "after": after}
        where, given = _given(MESSAGES_OF, wanted)
        statement = f"SELECT body FROM agent_messages WHERE {where} ORDER BY seq LIMIT :most"  # noqa: S608 - ours
        return AGENT_MESSAGE.each(await self.database.rows(statement, **given, most=limit))

    @override
    async def forget(self, person: Person) -> int:
        owner = person.key

        def work(sql: SqlTransaction) -> int:
            sql.change(FORGET_MESSAGES, owner=owner)
            return sql.change(FORGET, owner=owner)

        return await self.database.write(work)


class SqlOwnPlans(_PlanRows):
    """The same as their owner reads them: who owns a plan is part of every statement."""

    async def find(self, plan: PlanId, person: Person) -> Plan | None:
        """A person's plan, or None."""
        return await self._first(FIND_OWN, plan=plan, owner=person.key)

    async def of_session(
        self, session: SessionId, person: Person, limit: int, before: PlanId | None = None
    ) -> list[Plan]:
        """A person's newest plans of a session, that plan and newer ones left out."""
        return await self._own(limit, owner=person.key, session=session, before=before)

    async def made_by(self, event: str, session: SessionId, person: Person) -> Plan | None:
        """The plan that came of an incoming event, by the event's id; None if none did."""
        return await self._first(MADE_BY, event=event, session=session, owner=person.key)


def save_plans(sql: SqlTransaction, ending: Ending) -> None:
    """Write the plans a turn made or changed, and what was said about them.

    Raises:
        PlanOvertaken: the store holds another version of one than the turn began with.
    """
    for plan in ending.plans:
        if plan.version == plan.kept_version:
            continue
        # What is read back later is what is kept now.
        row = write_plan(replace(plan, kept_version=plan.version))
        statement = CHANGE if plan.kept_version else ADD
        if not sql.change(statement, kept=plan.kept_version, **row):
            raise PlanOvertaken(plan.id)
    sql.change_each(TELL, [write_message(message) for message in ending.agent_messages])


def write_plan(plan: Plan) -> Row:
    """Write a plan as a row."""
    return {
        "id": plan.id,
        "session": plan.session,
        "owner": plan.owner.key,
        "status": plan.status,
        "created_at": write_moment(plan.created_at),
        "version": plan.version,
        "body": PLAN.encode(plan),
    }


def write_message(message: PlanMessage) -> Row:
    """Write a message between agents as a row."""
    return {
        "id": message.id,
        "session": message.session,
        "person": message.person.key,
        "body": AGENT_MESSAGE.encode(message),
    }


def _given(conditions: Mapping[str, str], wanted: Mapping[str, str | None]) -> tuple[str, Row]:
    """The conditions of what is wanted, and their values; what is None matters not."""
    given = {name: value for name, value in wanted.items() if value is not None}
    return " AND ".join(conditions[name] for name in given), given

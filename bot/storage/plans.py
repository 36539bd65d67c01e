"""Plans in SQL: a row each, written with the commit of a turn, by compare-and-set."""

from dataclasses import replace
from typing import Any

from typing_extensions import override

from agents.kit.identity import Person
from bot.core.ports.plans import Plans
from bot.core.ports.turns import Ending
from bot.domain.agent_message import AgentMessage
from bot.domain.errors import PlanOvertaken
from bot.domain.ids import AgentMessageId, PlanId, SessionId
from bot.domain.plans.plan import Plan
from bot.storage.codec import AGENT_MESSAGE, PLAN, moment
from bot.storage.databases.database import Database, Sql

ADD = """
    INSERT INTO plans (id, session, owner, status, created_at, version, body)
    VALUES (:id, :session, :owner, :status, :created_at, :version, :body)
    ON CONFLICT (id) DO NOTHING"""
CHANGE = """
    UPDATE plans SET status = :status, version = :version, body = :body
    WHERE id = :id AND version = :kept"""
TELL = """
    INSERT INTO agent_messages (id, session, person, body)
    VALUES (:id, :session, :person, :body)"""

FIND = "SELECT body FROM plans WHERE id = :plan"
NEWEST = "ORDER BY created_at DESC, id DESC"
OF_SESSION = f"SELECT body FROM plans WHERE session = :session {NEWEST}"  # noqa: S608 - ours
OPEN = f"SELECT body FROM plans WHERE session = :session AND status = 'open' {NEWEST}"  # noqa: S608 - ours
OF_PERSON = f"SELECT body FROM plans WHERE owner = :owner {NEWEST} LIMIT :most"  # noqa: S608 - ours
OF_PERSON_BEFORE = f"""
    SELECT body FROM plans
    WHERE owner = :owner AND (created_at, id) < (
        SELECT created_at, id FROM plans WHERE id = :before AND owner = :owner)
    {NEWEST} LIMIT :most"""  # noqa: S608 - ours
FORGET = "DELETE FROM plans WHERE owner = :owner"
FORGET_MESSAGES = "DELETE FROM agent_messages WHERE person = :owner"

Row = dict[str, Any]


class SqlPlans(Plans):
    """Rows of the tables `plans` and `agent_messages`; each list is one statement."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @override
    async def find(self, plan: PlanId) -> Plan | None:
        found = await self._plans(FIND, plan=plan)
        return found[0] if found else None

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
        if before is None:
            return await self._plans(OF_PERSON, owner=person.key, most=limit)
        return await self._plans(OF_PERSON_BEFORE, owner=person.key, most=limit, before=before)

    @override
    async def messages(
        self,
        person: Person,
        limit: int,
        after: AgentMessageId | None = None,
        session: SessionId | None = None,
    ) -> list[AgentMessage]:
        wanted: Row = {"person": person.key}
        wanted |= {"after": after} if after else {}
        wanted |= {"session": session} if session else {}
        statement = _messages(wanted)
        rows = await self._database.read(lambda sql: sql.rows(statement, **wanted, most=limit))
        return [AGENT_MESSAGE.decode(body) for (body,) in rows]

    @override
    async def forget(self, person: Person) -> int:
        owner = person.key

        def work(sql: Sql) -> int:
            sql.change(FORGET_MESSAGES, owner=owner)
            return sql.change(FORGET, owner=owner)

        return await self._database.write(work)

    async def _plans(self, statement: str, **values: Any) -> list[Plan]:
        rows = await self._database.read(lambda sql: sql.rows(statement, **values))
        return [PLAN.decode(body) for (body,) in rows]


def save_plans(sql: Sql, ending: Ending) -> None:
    """Write the plans a turn made or changed, and what was said about them.

    Raises:
        PlanOvertaken: the store holds another version of one than the turn began with.
    """
    for plan in ending.plans:
        if plan.version == plan.kept_version:
            continue
        # What is read back later is what is kept now.
        row = plan_row(replace(plan, kept_version=plan.version))
        if plan.kept_version:
            written = sql.change(CHANGE, kept=plan.kept_version, **_changing(row))
        else:
            written = sql.change(ADD, **row)
        if not written:
            raise PlanOvertaken(plan.id)
    sql.change_each(TELL, [message_row(message) for message in ending.agent_messages])


def plan_row(plan: Plan) -> Row:
    """Write a plan as a row."""
    return {
        "id": plan.id,
        "session": plan.session,
        "owner": plan.owner.key,
        "status": plan.status,
        "created_at": moment(plan.created_at),
        "version": plan.version,
        "body": PLAN.encode(plan),
    }


def message_row(message: AgentMessage) -> Row:
    """Write a message between agents as a row."""
    return {
        "id": message.id,
        "session": message.session,
        "person": message.person.key,
        "body": AGENT_MESSAGE.encode(message),
    }


def _changing(row: Row) -> Row:
    return {name: row[name] for name in ("id", "status", "version", "body")}


def _messages(wanted: Row) -> str:
    conditions = {
        "person": "person = :person",
        "session": "session = :session",
        "after": """
            seq > (SELECT seq FROM agent_messages WHERE id = :after AND person = :person)""",
    }
    where = " AND ".join(conditions[name] for name in wanted)
    return f"SELECT body FROM agent_messages WHERE {where} ORDER BY seq LIMIT :most"  # noqa: S608 - ours

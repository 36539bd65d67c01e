"""Plans as their owner reads them, in SQL: the owner is part of every statement."""

from typing import Any

from agents.kit.identity import Person
from bot.domain.ids import PlanId, SessionId
from bot.domain.plans.plan import Plan
from bot.storage.codec import PLAN
from bot.storage.databases.database import Database

FIND = "SELECT body FROM plans WHERE id = :plan AND owner = :owner"
NEWEST = "ORDER BY created_at DESC, id DESC LIMIT :most"
OF_SESSION = f"SELECT body FROM plans WHERE session = :session AND owner = :owner {NEWEST}"  # noqa: S608 - ours
OF_SESSION_BEFORE = f"""
    SELECT body FROM plans
    WHERE session = :session AND owner = :owner AND (created_at, id) < (
        SELECT created_at, id FROM plans WHERE id = :before AND owner = :owner)
    {NEWEST}"""  # noqa: S608 - ours
# What a turn makes bears its id.
MADE_BY = """
    SELECT p.body FROM inbox i JOIN plans p
        ON p.session = i.session AND substr(p.id, 1, length(i.id) + 1) = i.id || '.'
    WHERE i.session = :session AND i.message = :event AND i.message <> '' AND p.owner = :owner
    ORDER BY p.created_at, p.id LIMIT 1"""


class SqlOwnPlans:
    """Rows of the table `plans`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, plan: PlanId, person: Person) -> Plan | None:
        """A person's plan, or None."""
        return await self._first(FIND, plan=plan, owner=person.key)

    async def of_session(
        self, session: SessionId, person: Person, limit: int, before: PlanId | None = None
    ) -> list[Plan]:
        """A person's newest plans of a session, that plan and newer ones left out."""
        given = {"session": session, "owner": person.key, "most": limit}
        if before is None:
            return await self._plans(OF_SESSION, **given)
        return await self._plans(OF_SESSION_BEFORE, **given, before=before)

    async def made_by(self, event: str, session: SessionId, person: Person) -> Plan | None:
        """The plan that came of an incoming event, by the event's id; None if none did."""
        return await self._first(MADE_BY, event=event, session=session, owner=person.key)

    async def _first(self, statement: str, **values: Any) -> Plan | None:
        found = await self._plans(statement, **values)
        return found[0] if found else None

    async def _plans(self, statement: str, **values: Any) -> list[Plan]:
        rows = await self._database.read(lambda sql: sql.rows(statement, **values))
        return [PLAN.decode(body) for (body,) in rows]

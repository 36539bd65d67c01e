"""Plans over HTTP, to be read: somebody's plans, their steps, what was said, and the tools."""

import json
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from bot.core.accounts.other_accounts import find_plan_elsewhere, open_elsewhere
from bot.domain.ids import AgentMessageId, PlanId, SessionId
from bot.domain.messages import Thread
from bot.domain.plans.plan import Plan
from bot.domain.plans.wire_format import message_record, plan_record
from bot.platforms.http.endpoints import ApiAnswer, ApiCall, Endpoint, PageQuery, page_of
from bot.platforms.http.models import AgentMessageModel, AgentTool, Name, PlanWithSteps, StepModel
from bot.platforms.http.sessions import ApiTurns, name_of, own_session, thread_of
from bot.platforms.http.validation import no_cursor, not_there

AT_ONCE = 500

Record = dict[str, Any]


class PageOfPlans(PageQuery):
    """A page of plans, of all sessions or of one."""

    session_id: Name | None = None


@dataclass(frozen=True, slots=True)
class PlanEndpoints:
    """Answers calls that look at plans; nobody's but the caller's are there."""

    turning: ApiTurns

    def endpoints(self) -> list[Endpoint]:
        """What may be called."""
        tools = Endpoint(
            "GET",
            "/api/agent-tools",
            "List the tools of all agents",
            self.tools,
            list[AgentTool],
            scope=None,
        )
        return [*self._of_plans(), *self._of_messages(), tools]

    def _of_plans(self) -> list[Endpoint]:
        steps = "/steps/{plan_id}"
        return [
            Endpoint(
                "GET",
                "/plans",
                "List your plans with their steps, the newest first",
                self.plans,
                list[PlanWithSteps],
                query=PageOfPlans,
                refuses=(404,),
            ),
            Endpoint(
                "GET", steps, "List a plan's steps", self.steps, list[StepModel], refuses=(404,)
            ),
        ]

    def _of_messages(self) -> list[Endpoint]:
        return [
            Endpoint(
                "GET",
                "/agent_messages/{session_id}",
                "Read what was said about a session's plans",
                self.session_messages,
                list[AgentMessageModel],
                query=PageQuery,
                refuses=(404,),
            ),
            Endpoint(
                "GET",
                "/messages",
                "Read what was said about all your plans",
                self.messages,
                list[AgentMessageModel],
                query=PageQuery,
                refuses=(404,),
            ),
        ]

    async def plans(self, call: ApiCall) -> ApiAnswer:
        """List plans, with their steps and counts."""
        found = await self._plans(call)
        more = found[-1].id if len(found) == call.query.limit else ""
        if not more and call.query.session_id is None:
            elsewhere = await open_elsewhere(self.turning.services, call.person)
            found += elsewhere[: call.query.limit - len(found)]
        return ApiAnswer([self._as_sent(plan) for plan in found], next=more)

    async def steps(self, call: ApiCall) -> ApiAnswer:
        """List the steps of a plan."""
        plan = await own_plan(self.turning, call, call.named("plan_id"))
        return ApiAnswer(self._as_sent(plan)["steps"])

    async def session_messages(self, call: ApiCall) -> ApiAnswer:
        """Read what was said about the plans of a session."""
        own = await own_session(self.turning, call)
        return await self._messages(call, own.session)

    async def messages(self, call: ApiCall) -> ApiAnswer:
        """Read what was said about the plans of all sessions."""
        return await self._messages(call)

    async def tools(self, _call: ApiCall) -> ApiAnswer:
        """List the tools of all agents."""
        agents = self.turning.services.catalogue.agents.values()
        found = ((agent.name, tool.spec) for agent in agents for tool in agent.tools)
        return ApiAnswer(
            [
                AgentTool(
                    agent=name,
                    function=spec.name,
                    description=spec.description,
                    arguments=json.dumps(spec.parameters.get("properties", {})),
                )
                for name, spec in found
            ]
        )

    async def _messages(self, call: ApiCall, session: SessionId | None = None) -> ApiAnswer:
        """A page; the end of a list is told from a cursor that is none by going through it all."""
        kept, after = self.turning.services.plans, AgentMessageId(call.query.cursor) or None
        found = await kept.messages(call.person, call.query.limit, after, session)
        seen: AgentMessageId | None = None
        while after and not found:
            page = await kept.messages(call.person, AT_ONCE, seen, session)
            if after in {one.id for one in page}:
                break
            if len(page) < AT_ONCE:
                raise no_cursor()
            seen = page[-1].id
        return page_of(call, found, lambda one: _as_sent(message_record(one)), lambda one: one.id)

    def _as_sent(self, plan: Plan) -> Record:
        """Write a plan; its session is called what its owner calls it."""
        agents = self.turning.services.catalogue.agents
        remote = [name for name, agent in agents.items() if agent.remote]
        record = _as_sent(plan_record(plan, remote))
        return {**record, "steps": [_as_sent(step) for step in record["steps"]]}

    async def _plans(self, call: ApiCall) -> list[Plan]:
        limit, cursor = call.query.limit, PlanId(call.query.cursor) or None
        if cursor and await self.turning.plans.find(cursor, call.person) is None:
            raise no_cursor()
        name = call.query.session_id
        if name is None:
            return await self.turning.services.plans.of_person(call.person, limit, cursor)
        session = thread_of(call.person, name).session
        if await self.turning.published.find(session, call.person) is None:
            raise not_there()
        return await self.turning.plans.of_session(session, call.person, limit, cursor)


async def own_plan(turning: ApiTurns, call: ApiCall, plan_id: str, session: str = "") -> Plan:
    """The caller's plan of an id, in that session if one is named.

    Raises:
        Problem: 404; they have none of that id.
    """
    plan = await turning.plans.find(PlanId(plan_id), call.person)
    if plan is None:
        plan = await find_plan_elsewhere(turning.services, call.person, PlanId(plan_id))
    if plan is None:
        raise not_there()
    if session and name_of(plan.session) != session:
        raise not_there()
    return plan


def _as_sent(record: dict[str, JsonValue]) -> Record:
    session = Thread.of(str(record["session_id"]))  # type: ignore[arg-type] # written from one
    return {**record, "session_id": session.thread}

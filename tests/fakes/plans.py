"""Small builders of plans and their steps, in whatever state a test needs."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from agents.kit.outcome import HUMAN
from bot.domain.ids import AgentMessageId, PlanId, RequestId, StepId
from bot.domain.plans.plan import Plan, PlanMessage
from bot.domain.plans.steps import PlanStep, Reason, StepStatus
from tests.fakes.events import ANA, SESSION
from tests.fakes.world import NOON

LATER = NOON + timedelta(minutes=5)
CARD = RequestId("card")
DIGEST = "digest of what was shown"
UNCLEAR = "unclear"

STATES = (*StepStatus, UNCLEAR)
"""Where a step can be: a failed one of which nobody knows whether it was done is one more."""

_ASKED: dict[str, Any] = {"request": CARD, "digest": DIGEST}
_BEGUN: dict[str, Any] = {**_ASKED, "attempts": 1, "started_at": NOON}
_OVER: dict[str, Any] = {**_BEGUN, "ended_at": NOON}
_KNOWN: dict[str, dict[str, Any]] = {
    StepStatus.PLANNED: {},
    StepStatus.AWAITING: _ASKED,
    StepStatus.APPROVED: _ASKED,
    StepStatus.WITH_PERSON: {**_BEGUN, "digest": "", "agent": HUMAN, "tool": ""},
    StepStatus.RUNNING: _BEGUN,
    StepStatus.COMPLETED: {**_OVER, "reply": "done"},
    StepStatus.FAILED: {**_OVER, "reason": Reason.ERROR, "reply": "no such person"},
    StepStatus.REJECTED: {"reason": Reason.REJECTED, "ended_at": NOON},
    StepStatus.SKIPPED: {"reason": Reason.REJECTED, "ended_at": NOON},
    UNCLEAR: {**_OVER, "reason": Reason.OUTCOME_UNKNOWN},
}


def a_step(number: int = 1, **changes: Any) -> PlanStep:
    fields: dict[str, Any] = {
        "id": StepId(f"s{number}"),
        "agent": "people",
        "action": f"Do thing {number}",
        "tool": "register_employee",
        "arguments": {"name": f"Person {number}"},
        **changes,
    }
    return PlanStep(number=number, **fields)


def a_step_in(state: str, number: int = 1, **changes: Any) -> PlanStep:
    """A step that got where it is in the usual way."""
    status = StepStatus.FAILED if state == UNCLEAR else StepStatus(state)
    return a_step(number, **{"status": status, **_KNOWN[state], **changes})


def a_plan(*steps: PlanStep, **changes: Any) -> Plan:
    plan = Plan(PlanId("p1"), SESSION, ANA, "Onboard Jessica Smith", NOON, steps=steps)
    return replace(plan, **changes)


def a_plan_with(*states: str) -> Plan:
    """A plan of steps that do not depend on one another, one in each of these states."""
    return a_plan(*(a_step_in(state, number) for number, state in enumerate(states, start=1)))


def in_states(plan: Plan) -> list[str]:
    """Where its steps are, in order."""
    return [UNCLEAR if step.is_unclear else str(step.status) for step in plan.steps]


def a_message_of(plan: Plan, id_: str = "m1", **changes: Any) -> PlanMessage:
    message = PlanMessage(
        id=AgentMessageId(id_),
        session=plan.session,
        person=plan.owner,
        plan=plan.id,
        source="planner",
        content=f"what {id_} says",
        at=NOON,
    )
    return replace(message, **changes)

"""Cards of plans for tests, written by the core as it writes them, and what people read there."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from pydantic import JsonValue

from agents.kit import EffectKey, tool
from agents.kit.values.person import Person
from bot.core.requests import plan_cards
from bot.domain.ids import PlanId, RequestId, SessionId, StepId, TaskId
from bot.domain.messages import PlanView, Reply
from bot.domain.plans.plan import Plan
from bot.domain.plans.plan_view import view_of
from bot.domain.plans.steps import PlanStep
from bot.domain.requests import Request, RequestKind, Subject
from bot.platforms.chat.render.cards import restate_request
from bot.platforms.chat.wire import PlatformMessage
from tests.unit.slack.requests import NOON, values_on

Given = Mapping[str, JsonValue]


@tool(effect=True, ends_task=True)
async def send_parcel(key: EffectKey) -> str:
    """Send a parcel."""
    return key


def a_plan(steps: Sequence[Given], goal: str = "Move the office") -> Plan:
    """A plan with a step for each set of arguments."""
    listed = tuple(
        PlanStep(
            StepId(f"s{number}"),
            number,
            "courier",
            f"Send parcel {number}",
            tool="send_parcel",
            arguments=dict(given),
        )
        for number, given in enumerate(steps, start=1)
    )
    owner = Person("slack", "T1", "U1", "ann")
    at = datetime(2026, 11, 20, tzinfo=UTC)
    return Plan(PlanId("p1"), SessionId("slack/T1/C1/1.2"), owner, goal, at, listed)


def a_request(plan: Plan) -> Request:
    """What asks about every step of a plan."""
    shown = [
        plan_cards.Shown(step, _subject(step), send_parcel, "it changes something", {})
        for step in plan.steps
    ]
    return Request(
        id=RequestId("r1"),
        kind=RequestKind.PLAN,
        session=plan.session,
        task=TaskId(plan.id),
        asked=plan.owner,
        text=plan_cards.write_plan_card(plan, shown),
        subject=plan_cards.bind_steps(plan, shown, "confirm"),
        created_at=NOON,
        expires_at=NOON,
    )


def a_reply(plan: Plan, view: PlanView | None = None) -> Reply:
    """The card as it is said."""
    return replace(restate_request(a_request(plan)), plan=view or view_of(plan))


def values_of_steps(message: PlatformMessage) -> list[dict[str, str]]:
    """Read each step's values back from what people see."""
    sections = (block for block in message.parts if block["type"] == "section")
    steps = [s for s in sections if re.match(r"\*\d+\. ", s["text"]["text"])]
    return [values_on(PlatformMessage("", (step,))) for step in steps]


def _subject(step: PlanStep) -> Subject:
    return Subject(step.agent, step.tool, 1, step.arguments)

"""Plans, steps and their messages as they go over HTTP, in the words other programs know.

step                                    on the wire
planned, approved, completed, failed    the same
awaiting, with_person                   awaiting_feedback: a person has to say something
running                                 action_requested: its agent was asked to act
rejected                                rejected
skipped                                 rejected if a person's no was the cause, else failed

plan open                               in_progress
plan completed, failed                  the same
plan cancelled                          failed, with the reason
"""

from collections.abc import Collection
from enum import StrEnum
from typing import assert_never

from pydantic import JsonValue

from agents.kit.outcome import HUMAN
from bot.domain.plans.plan import Plan, PlanMessage, PlanStatus
from bot.domain.plans.steps import PlanStep, Reason, StepStatus
from bot.domain.requests import RequestStatus

Record = dict[str, JsonValue]


class DataType(StrEnum):
    """What a record is."""

    PLAN = "plan"
    SESSION = "session"
    STEP = "step"
    AGENT_MESSAGE = "agent_message"


class WireStep(StrEnum):
    """Where a step is."""

    PLANNED = "planned"
    AWAITING_FEEDBACK = "awaiting_feedback"
    APPROVED = "approved"
    REJECTED = "rejected"
    ACTION_REQUESTED = "action_requested"
    COMPLETED = "completed"
    FAILED = "failed"


class WirePlan(StrEnum):
    """Where a plan is."""

    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"
    FAILED = "failed"


class WireFeedback(StrEnum):
    """What became of a question to a person."""

    PENDING = "pending"
    ADDRESSED = "addressed"
    REJECTED = "rejected"


class AgentKind(StrEnum):
    """What sort of agent does a step; its name stands beside it."""

    HUMAN = "human"
    AI_ASSISTANT = "ai_assistant"
    EXTERNAL_SERVICE = "external_service"


def step_status(step: PlanStep) -> WireStep:
    """Where a step is, in the words of the wire."""
    match step.status:
        case StepStatus.PLANNED | StepStatus.APPROVED | StepStatus.COMPLETED | StepStatus.FAILED:
            return WireStep(step.status)
        case StepStatus.AWAITING | StepStatus.WITH_PERSON:
            return WireStep.AWAITING_FEEDBACK
        case StepStatus.RUNNING:
            return WireStep.ACTION_REQUESTED
        case StepStatus.REJECTED:
            return WireStep.REJECTED
        case StepStatus.SKIPPED:
            is_by_decision = step.reason is Reason.REJECTED
            return WireStep.REJECTED if is_by_decision else WireStep.FAILED
        case _:
            assert_never(step.status)


def plan_status(status: PlanStatus) -> WirePlan:
    """Where a plan is, in the words of the wire."""
    match status:
        case PlanStatus.OPEN:
            return WirePlan.IN_PROGRESS
        case PlanStatus.COMPLETED:
            return WirePlan.COMPLETED
        case PlanStatus.FAILED | PlanStatus.CANCELLED:
            return WirePlan.FAILED
        case _:
            assert_never(status)


def feedback_status(status: RequestStatus) -> tuple[WireFeedback, str]:
    """What became of a request, and why if that alone does not say it."""
    match status:
        case RequestStatus.PENDING:
            return WireFeedback.PENDING, ""
        case RequestStatus.ANSWERED:
            return WireFeedback.ADDRESSED, ""
        case RequestStatus.REJECTED:
            return WireFeedback.REJECTED, ""
        case RequestStatus.EXPIRED | RequestStatus.CANCELLED:
            return WireFeedback.REJECTED, status.value
        case _:
            assert_never(status)


def agent_kind(agent: str, remote: Collection[str]) -> AgentKind:
    """What sort of agent has this name; `remote` are those that another server runs."""
    if agent == HUMAN:
        return AgentKind.HUMAN
    return AgentKind.EXTERNAL_SERVICE if agent in remote else AgentKind.AI_ASSISTANT


def plan_record(plan: Plan, remote: Collection[str] = ()) -> Record:
    """Write a plan with its steps and their counts; other servers run the `remote` agents."""
    counts = plan.counts
    return {
        "id": plan.id,
        "data_type": DataType.PLAN.value,
        "session_id": plan.session,
        "user_id": plan.owner.user,
        "initial_goal": plan.goal,
        "overall_status": plan_status(plan.status).value,
        "reason": plan.reason.value if plan.reason else None,
        "human_clarification_request": plan.open_question or None,
        "steps": [step_record(plan, step, remote) for step in plan.steps],
        "total_steps": counts.total,
        "completed_steps": counts.completed,
        "pending_steps": counts.pending,
        "ts": plan.created_at.isoformat(),
    }


def step_record(plan: Plan, step: PlanStep, remote: Collection[str] = ()) -> Record:
    """Write a step of a plan."""
    return {
        "id": step.id,
        "data_type": DataType.STEP.value,
        "plan_id": plan.id,
        "session_id": plan.session,
        "user_id": plan.owner.user,
        "action": step.action,
        "agent": step.agent,
        "agent_kind": agent_kind(step.agent, remote).value,
        "status": step_status(step).value,
        "reason": step.reason.value if step.reason else None,
        "agent_reply": step.reply or None,
        "human_feedback": step.feedback or None,
        "updated_action": step.updated_action or None,
    }


def message_record(message: PlanMessage) -> Record:
    """Write a message between agents."""
    return {
        "id": message.id,
        "data_type": DataType.AGENT_MESSAGE.value,
        "session_id": message.session,
        "user_id": message.person.user,
        "plan_id": message.plan,
        "step_id": message.step,
        "source": message.source,
        "content": message.content,
        "ts": message.at.isoformat(),
    }

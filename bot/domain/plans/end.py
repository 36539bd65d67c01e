"""How a plan ends: computed from what became of its steps, never declared by anybody."""

from dataclasses import replace
from datetime import datetime

from bot.domain.plans.plan import Plan, PlanReason, PlanStatus
from bot.domain.plans.step import DECIDED, UNBEGUN, Reason, Step, StepStatus


def settled(plan: Plan, now: datetime) -> Plan:
    """Skip what can never run, and end the plan if nothing is left to do in it."""
    plan = replace(plan, steps=_without_vain(plan.steps, now))
    if plan.running or plan.unclear or plan.failed:
        return plan  # what failed gets another step in its place, or a person says what to do
    if not plan.steps or any(step.status not in DECIDED for step in plan.steps):
        return plan
    if any(step.status is StepStatus.COMPLETED for step in plan.steps):
        return replace(plan, status=PlanStatus.COMPLETED)
    return replace(plan, status=PlanStatus.FAILED, reason=PlanReason.REJECTED)


def ended(plan: Plan, status: PlanStatus, why: PlanReason, reason: Reason, now: datetime) -> Plan:
    """End a plan: what has not begun is skipped, what is running fails, for this reason."""
    steps = tuple(_cut(step, reason, now) for step in plan.steps)
    return replace(plan, status=status, reason=why, steps=steps)


def _cut(step: Step, reason: Reason, now: datetime) -> Step:
    if step.status is StepStatus.RUNNING:
        return replace(step, status=StepStatus.FAILED, reason=reason, ended_at=now)
    return _skipped(step, reason, now) if step.status in UNBEGUN else step


def _without_vain(steps: tuple[Step, ...], now: datetime) -> tuple[Step, ...]:
    """Skip what needs a step that was rejected or skipped, and what needs those in turn."""
    gone = {step.number for step in steps if step.status in DECIDED - {StepStatus.COMPLETED}}
    vain = {
        step.number for step in steps if step.status in UNBEGUN and not gone.isdisjoint(step.needs)
    }
    if not vain:
        return steps
    rest = (_skipped(s, Reason.REJECTED, now) if s.number in vain else s for s in steps)
    return _without_vain(tuple(rest), now)


def _skipped(step: Step, reason: Reason, now: datetime) -> Step:
    return replace(step, status=StepStatus.SKIPPED, reason=reason, ended_at=now)

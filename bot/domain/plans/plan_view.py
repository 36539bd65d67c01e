"""Looks at a plan as people are shown it."""

from dataclasses import replace
from enum import StrEnum

from bot.domain.messages import OPEN, PlanView, StepView
from bot.domain.plans.plan import Plan, PlanStatus
from bot.domain.plans.steps import PlanStep, StepStatus

PRIVATE = "(told in private)"

_SIGNS = {
    StepStatus.PLANNED: "○",
    StepStatus.AWAITING: "?",
    StepStatus.WITH_PERSON: "☞",
    StepStatus.APPROVED: "●",
    StepStatus.RUNNING: "▶",
    StepStatus.COMPLETED: "✓",
    StepStatus.FAILED: "✗",
    StepStatus.REJECTED: "-",
    StepStatus.SKIPPED: "-",
}


def view_of(plan: Plan, private: frozenset[str] = frozenset()) -> PlanView:
    """Look at a plan; what `private` agents answered is not for everybody who sees it."""
    counts = plan.counts
    steps = tuple(_view(step, private) for step in plan.steps)
    status = _status(plan)
    return PlanView(plan.id, plan.goal, status, steps, counts.completed, counts.total)


def _view(step: PlanStep, private: frozenset[str]) -> StepView:
    is_private = step.agent in private
    note = PRIVATE if is_private and step.reply else step.reply or step.feedback
    return StepView(
        step.number,
        _SIGNS[step.status],
        step.agent,
        step.current_action,
        _told(step.status, step.reason),
        note,
        step.tool,
        {} if is_private else step.arguments,
    )


def begun(view: PlanView, number: int) -> PlanView:
    """The plan as it looks while a step of it runs."""
    return replace(view, steps=tuple(_run(s) if s.number == number else s for s in view.steps))


def _run(step: StepView) -> StepView:
    return replace(step, sign=_SIGNS[StepStatus.RUNNING], status=StepStatus.RUNNING.value)


def _status(plan: Plan) -> str:
    if plan.status is PlanStatus.OPEN:
        return OPEN
    return _told(plan.status, plan.reason)


def _told(status: StrEnum, reason: StrEnum | None) -> str:
    """A status and why, unless the reason says nothing more."""
    why = f": {reason}" if reason and reason.value != status.value else ""
    return f"{status}{why}".replace("_", " ")

"""A plan as people see it: its steps, how each stands, and what came of it."""

from dataclasses import dataclass

from bot.domain.plan import Plan, PlanStatus
from bot.domain.plan_step import Step, StepStatus

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


@dataclass(frozen=True, slots=True)
class StepView:
    """A step: a sign for how it stands, who does what, and what came of it or was said to it."""

    number: int
    sign: str
    agent: str
    action: str
    status: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class PlanView:
    """A plan: what it is for, how it stands, its steps; `done` of `total` are completed."""

    plan: str
    title: str
    status: str
    steps: tuple[StepView, ...]
    done: int
    total: int


def view_of(plan: Plan, private: frozenset[str] = frozenset()) -> PlanView:
    """Look at a plan; what `private` agents answered is not for everybody who sees it."""
    counts = plan.counts
    steps = tuple(_view(step, private) for step in plan.steps)
    status = _status(plan)
    return PlanView(plan.id, plan.goal, status, steps, counts.completed, counts.total)


def _view(step: Step, private: frozenset[str]) -> StepView:
    note = step.reply or step.feedback
    if step.agent in private and step.reply:
        note = PRIVATE
    status = f"{step.status}: {step.reason}" if step.reason else str(step.status)
    return StepView(
        step.number,
        _SIGNS[step.status],
        step.agent,
        step.current_action,
        status.replace("_", " "),
        note,
    )


def _status(plan: Plan) -> str:
    if plan.status is PlanStatus.OPEN:
        return "open"
    reason = f": {plan.reason}" if plan.reason and plan.reason.value != plan.status.value else ""
    return f"{plan.status}{reason}".replace("_", " ")

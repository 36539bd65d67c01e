"""What the message of a plan says of its steps, in words that code writes of what will run.

A planner's words stand only where a person is to act.
"""

from collections.abc import Mapping

from agents.kit.outcome import HUMAN
from bot.domain.messages import PlanView, StepView
from bot.domain.plans.steps import StepStatus

_DONE = StepStatus.COMPLETED.value
_NOT_DONE = frozenset(
    status.value for status in (StepStatus.FAILED, StepStatus.REJECTED, StepStatus.SKIPPED)
)
_SIGNS: Mapping[str, str] = {
    StepStatus.RUNNING: "⏳",
    _DONE: "✅",
    **dict.fromkeys(_NOT_DONE, "⚠️"),
}
_WAITS = {
    StepStatus.AWAITING.value: "waits for a decision",
    "with person": "with a person",
    StepStatus.APPROVED.value: "approved",
}


def status_of(step: StepView) -> str:
    """How a step stands, in one word."""
    return step.status.partition(":")[0]


def sign_of(step: StepView) -> str:
    """The sign for how a step stands."""
    return _SIGNS.get(status_of(step), "▫️")


def what(step: StepView, titles: Mapping[str, str]) -> str:
    """Whose step it is and what it does; `titles` are the agents as people know them."""
    if step.agent == HUMAN:
        return f"For a person: {step.action}"
    who = titles.get(step.agent, step.agent.replace("_", " "))
    return f"{who}: {step.tool.replace('_', ' ') if step.tool else step.action}"


def became(step: StepView) -> str:
    """What came of a step, or what it waits for; empty while there is nothing to say."""
    note = " ".join(step.note.split())
    if status_of(step) == _DONE:
        return note or "done"
    if status_of(step) in _NOT_DONE:
        return f"{step.status}{f': {note}' if note else ''}"
    return _WAITS.get(step.status, "")


def title_of(view: PlanView) -> str:
    """A plan's title, in one line."""
    return " ".join(view.title.split())


def steps_done(view: PlanView) -> str:
    """How far a plan is."""
    return f"{view.done} of {view.total} steps done"

"""Write a plan as text: for the console, for `plan show`, and where nothing can be drawn."""

from bot.domain.messages import PlanView, StepView
from bot.domain.untrusted import make_visible

LONGEST_NOTE = 200


def as_text(view: PlanView) -> str:
    """Write a plan, a line for each step."""
    counts = f"{view.done} of {view.total} steps done" if view.total else "no steps yet"
    lines = [f"Plan {view.plan}: {make_visible(view.title)} ({view.status}; {counts})"]
    return "\n".join([*lines, *map(_line, view.steps)])


def _line(step: StepView) -> str:
    note = " ".join(step.note.split())
    shown = f" — {make_visible(note[:LONGEST_NOTE])}" if note else ""
    who = "a person" if step.agent == "human" else step.agent
    return f"{step.sign} {step.number}. {who}: {make_visible(step.action)} [{step.status}]{shown}"

"""A plan drawn: its steps as task cards that change in place, or as lines where none are taken.

What a step does is written by code, of what will run; a planner's words stand only where a
person is to act.
"""

from collections.abc import Mapping

from agents.kit.outcome import HUMAN
from bot.domain.plan_step import StepStatus
from bot.domain.plan_view import PlanView, StepView
from bot.platforms.shared.cards import given
from bot.platforms.slack.blocks import Message, context, section
from bot.platforms.slack.progress import LONGEST_DETAIL, State, Step, plan
from bot.platforms.slack.split import fallback
from bot.platforms.slack.text import literal, short

LONGEST_GOAL = 300
LONGEST_LINE = 400
_STATES: Mapping[str, State] = {
    StepStatus.RUNNING: "in_progress",
    StepStatus.COMPLETED: "complete",
    StepStatus.FAILED: "error",
    StepStatus.REJECTED: "error",
    StepStatus.SKIPPED: "error",
}
_WAITS = {
    StepStatus.AWAITING.value: "Waits for a decision",
    "with person": "With a person",
    StepStatus.APPROVED.value: "Approved",
}
_SIGNS: Mapping[State, str] = {
    "pending": "▫️",
    "in_progress": "⏳",
    "complete": "✅",
    "error": "⚠️",
}


def drawn(view: PlanView, titles: Mapping[str, str]) -> Message:
    """Draw a plan as a block of task cards; `titles` are the agents as people know them."""
    steps = [_card(step, titles) for step in view.steps]
    title = f"Plan: {' '.join(view.title.split())}"
    blocks = (plan(title, steps, done=True), context(_standing(view)))
    return Message(blocks, _text(view, titles))


def listed(view: PlanView, titles: Mapping[str, str]) -> Message:
    """Write a plan as plain sections, for workspaces that take no task cards."""
    head = section(f"*Plan: {literal(short(' '.join(view.title.split()), LONGEST_GOAL))}*")
    steps = [section(_line(step, titles)) for step in view.steps]
    return Message((head, *steps, context(_standing(view))), _text(view, titles))


def lines(view: PlanView, titles: Mapping[str, str]) -> list[str]:
    """A plan in lines of mrkdwn: how it stands, then each step."""
    goal = literal(short(" ".join(view.title.split()), LONGEST_GOAL))
    return [f"*{goal}* · {_standing(view)}", *(_line(step, titles) for step in view.steps)]


def state_of(step: StepView) -> State:
    """How a step stands, in Slack's words."""
    return _STATES.get(step.status.partition(":")[0], "pending")


def _card(step: StepView, titles: Mapping[str, str]) -> Step:
    return Step(
        title=f"{step.number}. {_what(step, titles)}",
        detail=short(given(step), LONGEST_DETAIL),
        state=state_of(step),
        output=_became(step),
    )


def _line(step: StepView, titles: Mapping[str, str]) -> str:
    says = [f"{step.number}. {_what(step, titles)}", given(step), _became(step)]
    words = " · ".join(literal(short(text, LONGEST_LINE)) for text in says if text)
    return f"{_SIGNS[state_of(step)]} {words}"


def _what(step: StepView, titles: Mapping[str, str]) -> str:
    if step.agent == HUMAN:
        return f"For a person: {step.action}"
    who = titles.get(step.agent, step.agent.replace("_", " "))
    return f"{who}: {step.tool.replace('_', ' ')}" if step.tool else f"{who}: {step.action}"


def _became(step: StepView) -> str:
    """What came of a step, in few words, or what it waits for."""
    note = " ".join(step.note.split())
    if state_of(step) == "complete":
        return short(note or "Done", LONGEST_DETAIL)
    if state_of(step) == "error":
        return short(f"{step.status.capitalize()}{f': {note}' if note else ''}", LONGEST_DETAIL)
    return _WAITS.get(step.status, "")


def _standing(view: PlanView) -> str:
    return f"{view.done} of {view.total} steps done · {literal(view.status)}"


def _text(view: PlanView, titles: Mapping[str, str]) -> str:
    """What a notification says, and a client that draws no blocks."""
    return fallback("\n".join(lines(view, titles)))

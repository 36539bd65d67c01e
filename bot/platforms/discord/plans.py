"""A plan drawn in lines that change in place: how it stands, then each step.

What a step does is written by code, of what will run; a planner's words stand only where a
person is to act.
"""

from collections.abc import Mapping

from agents.kit.outcome import HUMAN
from bot.domain.plan_step import StepStatus
from bot.domain.plan_view import PlanView, StepView
from bot.platforms.discord.cards import fitted
from bot.platforms.discord.components import Message
from bot.platforms.discord.text import literal
from bot.platforms.shared.cards import given

LONGEST_GOAL = 200
LONGEST_WORDS = 60
_SIGNS: Mapping[str, str] = {
    StepStatus.RUNNING: "⏳",
    StepStatus.COMPLETED: "✅",
    StepStatus.FAILED: "⚠️",
    StepStatus.REJECTED: "⚠️",
    StepStatus.SKIPPED: "⚠️",
}
_WAITS = {
    StepStatus.AWAITING.value: "waits for a decision",
    "with person": "with a person",
    StepStatus.APPROVED.value: "approved",
}


def drawn(view: PlanView, titles: Mapping[str, str]) -> Message:
    """Draw a plan; `titles` are the agents as people know them."""
    goal = literal(_short(" ".join(view.title.split()), LONGEST_GOAL))
    standing = f"-# {view.done} of {view.total} steps done · {literal(view.status)}"
    steps = [_line(step, titles) for step in view.steps]
    return Message(fitted("\n".join([f"**Plan: {goal}**", *steps]), standing))


def _line(step: StepView, titles: Mapping[str, str]) -> str:
    status = step.status.partition(":")[0]
    says = [f"{step.number}. {_what(step, titles)}", given(step), _became(step, status)]
    words = " · ".join(literal(_short(text, LONGEST_WORDS)) for text in says if text)
    return f"{_SIGNS.get(status, '▫️')} {words}"


def _what(step: StepView, titles: Mapping[str, str]) -> str:
    if step.agent == HUMAN:
        return f"For a person: {step.action}"
    who = titles.get(step.agent, step.agent.replace("_", " "))
    return f"{who}: {step.tool.replace('_', ' ') if step.tool else step.action}"


def _became(step: StepView, status: str) -> str:
    """What came of a step, in few words, or what it waits for."""
    note = " ".join(step.note.split())
    if status == StepStatus.COMPLETED:
        return note or "done"
    if status in {StepStatus.FAILED, StepStatus.REJECTED, StepStatus.SKIPPED}:
        return f"{step.status}{f': {note}' if note else ''}"
    return _WAITS.get(step.status, "")


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"

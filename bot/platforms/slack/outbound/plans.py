"""A plan drawn: its steps as task cards that change in place, or as lines where none are taken."""

from collections.abc import Mapping

from bot.domain.messages import PlanView, StepView
from bot.domain.plans.steps import StepStatus
from bot.platforms.shared.cards import given
from bot.platforms.shared.plan_lines import became, sign_of, status_of, steps_done, title_of, what
from bot.platforms.shared.wire import PlatformMessage
from bot.platforms.slack.outbound.blocks import context, section
from bot.platforms.slack.outbound.progress import LONGEST_DETAIL, State, Step, plan
from bot.platforms.slack.outbound.split import fallback
from bot.platforms.slack.outbound.text import literal, short

LONGEST_GOAL = 300
LONGEST_LINE = 400
_STATES: Mapping[str, State] = {
    StepStatus.RUNNING: "in_progress",
    StepStatus.COMPLETED: "complete",
    StepStatus.FAILED: "error",
    StepStatus.REJECTED: "error",
    StepStatus.SKIPPED: "error",
}


def drawn(view: PlanView, titles: Mapping[str, str]) -> PlatformMessage:
    """Draw a plan as a block of task cards; `titles` are the agents as people know them."""
    steps = [_card(step, titles) for step in view.steps]
    title = f"Plan: {title_of(view)}"
    blocks = (plan(title, steps), context(_standing(view)))
    return PlatformMessage(_text(view, titles), blocks)


def listed(view: PlanView, titles: Mapping[str, str]) -> PlatformMessage:
    """Write a plan as plain sections, for workspaces that take no task cards."""
    head = section(f"*Plan: {literal(short(title_of(view), LONGEST_GOAL))}*")
    steps = [section(_line(step, titles)) for step in view.steps]
    return PlatformMessage(_text(view, titles), (head, *steps, context(_standing(view))))


def lines(view: PlanView, titles: Mapping[str, str]) -> list[str]:
    """A plan in lines of mrkdwn: how it stands, then each step."""
    goal = literal(short(title_of(view), LONGEST_GOAL))
    return [f"*{goal}* · {_standing(view)}", *(_line(step, titles) for step in view.steps)]


def state_of(step: StepView) -> State:
    """How a step stands, in Slack's words."""
    return _STATES.get(status_of(step), "pending")


def _card(step: StepView, titles: Mapping[str, str]) -> Step:
    return Step(
        title=f"{step.number}. {what(step, titles)}",
        detail=short(given(step), LONGEST_DETAIL),
        state=state_of(step),
        output=_output(step),
    )


def _line(step: StepView, titles: Mapping[str, str]) -> str:
    says = [
        f"{step.number}. {what(step, titles)}",
        short(given(step), LONGEST_DETAIL),
        _output(step),
    ]
    words = " · ".join(literal(short(text, LONGEST_LINE)) for text in says if text)
    return f"{sign_of(step)} {words}"


def _output(step: StepView) -> str:
    """What came of a step, as a sentence begins."""
    says = became(step)
    return short(f"{says[:1].upper()}{says[1:]}", LONGEST_DETAIL)


def _standing(view: PlanView) -> str:
    return f"{steps_done(view)} · {literal(view.status)}"


def _text(view: PlanView, titles: Mapping[str, str]) -> str:
    """What a notification says, and a client that draws no blocks."""
    return fallback("\n".join(lines(view, titles)))

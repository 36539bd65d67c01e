"""What the bot does, and plans, as task cards that change in place, or as lines."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from slack_sdk.models.blocks import (
    ContextActionsBlock,
    FeedbackButtonsElement,
    PlanBlock,
    RichTextBlock,
    RichTextSectionElement,
    TaskCardBlock,
)
from slack_sdk.models.blocks.basic_components import FeedbackButtonObject
from slack_sdk.models.blocks.block_elements import RichTextElementParts
from slack_sdk.models.messages.chunk import TaskUpdateChunk

from bot.domain.messages import PlanView, StepView
from bot.domain.plans.steps import StepStatus
from bot.platforms.chat.render.cards import (
    describe_arguments,
    describe_result,
    describe_step,
    sign_of_step,
    status_of,
    steps_done,
    title_of,
)
from bot.platforms.chat.wire import Json, PlatformMessage
from bot.platforms.slack.render.blocks import context, label, literal, plain, section, short
from bot.platforms.slack.render.split_text import fallback

State = Literal["pending", "in_progress", "complete", "error"]

LONGEST_DETAIL = 256
LONGEST_TITLE = 150
MOST_TASKS = 50
MOST_PROMPTS = 4
LONGEST_PROMPT_TITLE = 75
LONGEST_PROMPT = 1_000
FEEDBACK = "feedback"
_LAST_LINES = 3
_SIGNS = {"pending": "▫️", "in_progress": "⏳", "complete": "✅", "error": "⚠️"}


@dataclass(frozen=True, slots=True)
class TaskCard:
    """One thing the bot does; without a state of its own it is done when the next one begins."""

    title: str
    detail: str = ""
    state: State | None = None
    output: str = ""


def as_chunks(steps: Sequence[TaskCard]) -> list[dict[str, Any]]:
    """Tell a stream of every step; those it knows already are updated."""
    return [
        TaskUpdateChunk(
            id=_name(number),
            title=_title(step),
            status=_state(step, is_last=number == len(steps)),
            details=plain(step.detail, LONGEST_DETAIL) or None,
            output=plain(step.output, LONGEST_DETAIL) or None,
        ).to_dict()
        for number, step in _newest(steps)
    ]


def plan(title: str, steps: Sequence[TaskCard]) -> Json:
    """Show steps as a plan, where no stream is open; of very many the newest."""
    tasks = [
        TaskCardBlock(
            task_id=_name(number),
            title=_title(step),
            status=_state(step, is_last=number == len(steps)),
            details=_rich(step.detail),
            output=_rich(step.output),
        )
        for number, step in _newest(steps)
    ]
    return PlanBlock(title=plain(title, LONGEST_TITLE) or "…", tasks=tasks).to_dict()


def as_line(steps: Sequence[TaskCard]) -> str:
    """Write the last steps as mrkdwn, for a message that is updated."""
    newest = list(_newest(steps))[-_LAST_LINES:]
    lines = (_line(step, _state(step, is_last=number == len(steps))) for number, step in newest)
    return "\n".join(lines) or "…"


def feedback(about: str) -> Json:
    """Ask whether an answer helped; `about` names the answer, as an opaque id.

    The values are `good.<about>` and `bad.<about>`.
    """
    buttons = FeedbackButtonsElement(
        action_id=FEEDBACK,
        positive_button=_thumb("Good answer", f"good.{about}"),
        negative_button=_thumb("Bad answer", f"bad.{about}"),
    )
    return ContextActionsBlock(elements=[buttons]).to_dict()


def prompts(examples: Iterable[str], title: str = "") -> dict[str, Any]:
    """Suggest things to say: arguments of `assistant.threads.setSuggestedPrompts`."""
    says = [" ".join(example.split()) for example in dict.fromkeys(examples) if example.strip()]
    suggested = [
        {"title": plain(say, LONGEST_PROMPT_TITLE), "message": plain(say, LONGEST_PROMPT)}
        for say in says[:MOST_PROMPTS]
    ]
    heading = plain(title, LONGEST_PROMPT_TITLE)
    return {"prompts": suggested} | ({"title": heading} if heading else {})


def _newest(steps: Sequence[TaskCard]) -> Iterable[tuple[int, TaskCard]]:
    """The steps that there is room for, with their numbers from one on."""
    first = max(0, len(steps) - MOST_TASKS)
    return enumerate(steps[first:], first + 1)


def _name(number: int) -> str:
    return f"step-{number}"


def _title(step: TaskCard) -> str:
    return plain(" ".join(step.title.split()), LONGEST_TITLE) or "…"


def _state(step: TaskCard, *, is_last: bool) -> State:
    return step.state or ("in_progress" if is_last else "complete")


def _line(step: TaskCard, state: State) -> str:
    words = (" ".join(text.split()) for text in (step.title or "…", step.detail))
    says = " · ".join(literal(short(text, LONGEST_DETAIL)) for text in words if text)
    return f"{_SIGNS[state]} {says}"


def _rich(text: str) -> RichTextBlock | None:
    says = plain(text, LONGEST_DETAIL)
    if not says:
        return None
    words = RichTextElementParts.Text(text=says)
    return RichTextBlock(elements=[RichTextSectionElement(elements=[words])])


def _thumb(text: str, value: str) -> FeedbackButtonObject:
    return FeedbackButtonObject(text=label(text), value=value, accessibility_label=text)


LONGEST_GOAL = 300
LONGEST_LINE = 400
_STATES: Mapping[str, State] = {
    StepStatus.RUNNING: "in_progress",
    StepStatus.COMPLETED: "complete",
    StepStatus.FAILED: "error",
    StepStatus.REJECTED: "error",
    StepStatus.SKIPPED: "error",
}


def draw_plan(view: PlanView, titles: Mapping[str, str]) -> PlatformMessage:
    """Draw a plan as a block of task cards; `titles` are the agents as people know them."""
    steps = [_card(step, titles) for step in view.steps]
    title = f"Plan: {title_of(view)}"
    blocks = (plan(title, steps), context(_standing(view)))
    return PlatformMessage(_text(view, titles), blocks)


def list_plan(view: PlanView, titles: Mapping[str, str]) -> PlatformMessage:
    """Write a plan as plain sections, for workspaces that take no task cards."""
    head = section(f"*Plan: {literal(short(title_of(view), LONGEST_GOAL))}*")
    steps = [section(_plan_line(step, titles)) for step in view.steps]
    return PlatformMessage(_text(view, titles), (head, *steps, context(_standing(view))))


def lines(view: PlanView, titles: Mapping[str, str]) -> list[str]:
    """A plan in lines of mrkdwn: how it stands, then each step."""
    goal = literal(short(title_of(view), LONGEST_GOAL))
    return [f"*{goal}* · {_standing(view)}", *(_plan_line(step, titles) for step in view.steps)]


def state_of(step: StepView) -> State:
    """How a step stands, in Slack's words."""
    return _STATES.get(status_of(step), "pending")


def _card(step: StepView, titles: Mapping[str, str]) -> TaskCard:
    return TaskCard(
        title=f"{step.number}. {describe_step(step, titles)}",
        detail=short(describe_arguments(step), LONGEST_DETAIL),
        state=state_of(step),
        output=_output(step),
    )


def _plan_line(step: StepView, titles: Mapping[str, str]) -> str:
    says = [
        f"{step.number}. {describe_step(step, titles)}",
        short(describe_arguments(step), LONGEST_DETAIL),
        _output(step),
    ]
    words = " · ".join(literal(short(text, LONGEST_LINE)) for text in says if text)
    return f"{sign_of_step(step)} {words}"


def _output(step: StepView) -> str:
    """What came of a step, as a sentence begins."""
    says = describe_result(step)
    return short(f"{says[:1].upper()}{says[1:]}", LONGEST_DETAIL)


def _standing(view: PlanView) -> str:
    return f"{steps_done(view)} · {literal(view.status)}"


def _text(view: PlanView, titles: Mapping[str, str]) -> str:
    """What a notification says, and a client that draws no blocks."""
    return fallback("\n".join(lines(view, titles)))

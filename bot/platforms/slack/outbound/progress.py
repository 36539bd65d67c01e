"""The side channel: what the bot is doing, as task cards, as a plan, or as one grey line."""

from collections.abc import Iterable, Sequence
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

from bot.platforms.shared.wire import Json
from bot.platforms.slack.outbound.blocks import label
from bot.platforms.slack.outbound.text import literal, plain, short

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
class Step:
    """One thing the bot does; without a state of its own it is done when the next one begins."""

    title: str
    detail: str = ""
    state: State | None = None
    output: str = ""


def as_chunks(steps: Sequence[Step]) -> list[dict[str, Any]]:
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


def plan(title: str, steps: Sequence[Step]) -> Json:
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


def as_line(steps: Sequence[Step]) -> str:
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


def _newest(steps: Sequence[Step]) -> Iterable[tuple[int, Step]]:
    """The steps that there is room for, with their numbers from one on."""
    first = max(0, len(steps) - MOST_TASKS)
    return enumerate(steps[first:], first + 1)


def _name(number: int) -> str:
    return f"step-{number}"


def _title(step: Step) -> str:
    return plain(" ".join(step.title.split()), LONGEST_TITLE) or "…"


def _state(step: Step, *, is_last: bool) -> State:
    return step.state or ("in_progress" if is_last else "complete")


def _line(step: Step, state: State) -> str:
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

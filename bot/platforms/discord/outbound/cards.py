"""Cards of requests: what will run, who may decide it until when, and the buttons for it.

A card of an approval is built from the request itself, never from what was said around it, and
it proves that it shows every argument exactly as it will run. If it cannot, it says so and
offers to open the whole text instead of a button that approves.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from bot.domain.messages import Button, PlanView, Reply, StepView
from bot.domain.requests import RequestKind
from bot.platforms.discord.outbound.components import (
    LONGEST_LABEL,
    MOST_BUTTONS,
    moment,
    person,
    rows,
)
from bot.platforms.discord.outbound.split import LONGEST, filled, texts_of
from bot.platforms.discord.outbound.text import brief, literal
from bot.platforms.shared import cards, viewing
from bot.platforms.shared.markdown import Prose
from bot.platforms.shared.shaping import fenced
from bot.platforms.shared.telling import Writing, as_json
from bot.platforms.shared.visible import shown
from bot.platforms.shared.wire import PlatformMessage

MARKDOWN = Writing(escape=str, literal=literal, bold="**")
LONGEST_REASON = 300
_LONGEST_NAMES = 300
_MOST_DECIDERS = 8


@dataclass(frozen=True, slots=True)
class RequestView(viewing.RequestView):
    """What a card of Discord shows of a request; the rest of its message says who decides."""

    writing = MARKDOWN
    longest_line = 1_300
    longest_body = 1_300


def card(view: RequestView, reply: Reply, *, is_open: bool = True) -> PlatformMessage:
    """Show a request that lets something run."""
    lines = [NAMING.waiting(view, _MOST_DECIDERS)] if is_open else []
    lines += _standings(view, reply.plan)
    buttons = rows(_buttons(reply, view)) if is_open else ()
    return PlatformMessage(fitted(body(view), *lines), buttons, is_card=True)


def asking(text: str, reply: Reply, view: RequestView, *, is_open: bool = True) -> PlatformMessage:
    """Show a question, or a form to be opened, below what was said already."""
    lines = _choices(reply.buttons)
    if view.kind is not RequestKind.QUESTION and is_open:  # whoever is asked knows that it waits
        lines.append(NAMING.waiting(view, _MOST_DECIDERS))
    buttons = rows(_buttons(reply, view)) if is_open else ()
    return PlatformMessage(fitted(text, *lines), buttons, is_card=True)


def locked(message: PlatformMessage, end: cards.Ending) -> PlatformMessage:
    """Close a card: the buttons are gone, its outcome and who decided stand below."""
    by = NAMING.by(end, _MOST_DECIDERS)
    line = NAMING.ended(brief(end.says, LONGEST_REASON), end, by)
    return PlatformMessage(fitted(message.text, line), is_card=True)


def body(view: RequestView) -> str:
    """Say what will run, or as much of it as fits, and say so."""
    if view.is_told:
        return "\n".join(MARKDOWN.written(view.text))
    shortened = (_short(line, 150) for line in view.text.split("\n")[:8])
    names = ", ".join(f"`{shown(one.name)}`" for one in view.untold) or "all of this"
    warning = (
        f"{cards.WARNING}**This card cannot show {_short(names, _LONGEST_NAMES)} in full, exactly"
    )
    return fitted(
        "\n".join(MARKDOWN.written("\n".join(shortened))),
        f"{warning} as it will run.** Open it to read everything before you decide.",
        room=1_500,
    )


def full_text(view: RequestView) -> list[str]:
    """All of a request, each argument exactly, in texts of a message's length.

    What a line cannot show exactly is written as JSON in ASCII.
    """
    texts = list(texts_of(Prose("\n".join(MARKDOWN.written(view.without_untold)))))
    for one in view.untold:
        texts.append(f"**{literal(one.name)}**, as JSON:")
        texts += _in_code(as_json(one.value))
    return filled(texts)


def fitted(text: str, *lines: str, room: int = LONGEST) -> str:
    """Put lines below a text, which is cut visibly if all of it is too long for a message."""
    below = "\n".join(lines)
    left = room - len(below) - 4
    first = text if len(text) <= left else f"{next(texts_of(Prose(text), left))}\n…"
    return f"{first}\n{below}" if below else first


def _in_code(text: str) -> list[str]:
    room = LONGEST - len(fenced(""))
    pieces = [text[at : at + room] for at in range(0, len(text), room)]
    return [fenced(piece) for piece in pieces]


def _group(entry: str) -> str:
    id_ = cards.id_of(entry)
    return f"<@&{id_}>" if id_.isdigit() else literal(entry)


NAMING = cards.Naming(person, _group, moment, "**")


def _standings(view: RequestView, plan: PlanView | None) -> list[str]:
    """How the steps of the card stand that wait no longer, and what they were changed to."""
    if plan is None:
        return []
    asked = {step["number"]: step["arguments"] for step in view.steps}
    told = [one for one in plan.steps if one.number in asked and one.status != cards.AWAITING]
    return [brief(_standing(one, asked[one.number]), 160) for one in told]


def _standing(step: StepView, asked: Mapping[str, JsonValue]) -> str:
    return f"{step.sign} {step.number}: {step.status}{cards.changed(step, asked)}"


def _choices(buttons: tuple[Button, ...]) -> list[str]:
    """List choices that have no button, or one that cannot show them in full."""
    if len(buttons) <= MOST_BUTTONS and all(len(b.label) <= LONGEST_LABEL for b in buttons):
        return []
    lines = [f"{number}. {brief(b.label, 200)}" for number, b in enumerate(buttons, 1)]
    more = len(buttons) - MOST_BUTTONS
    return [*lines, f"*The last {more} have no button; type yours.*"] if more > 0 else lines


def _buttons(reply: Reply, view: RequestView) -> tuple[Button, ...]:
    """The buttons, less those of steps that were decided alone."""
    steps = reply.plan.steps if reply.plan else ()
    over = {one.number for one in steps if one.status != cards.AWAITING}
    return tuple(
        button for button in cards.buttons_on(reply, view) if cards.step_of(button) not in over
    )


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"

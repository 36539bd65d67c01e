"""The forms of a plan's card: the fields of a step, a reason, a remark on the plan."""

import re
from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from agents.kit.values.errors import BadToolCall
from bot.core.planning.offering import found
from bot.core.requests.plan_card import CHANGE, STEPS
from bot.core.turn.services import Catalogue
from bot.domain.errors import NotUnderstood
from bot.domain.messages import Field
from bot.domain.requests import Request
from bot.domain.untrusted import show_value

WORDS = "updated_action"
_OF_STEP = re.compile(r"(?P<verb>approve|edit|reject|respond)-(?P<number>[1-9][0-9]?)")


def verb_of(verb: str) -> str:
    """The verb without the number of its step: what one must be entitled to."""
    step = _OF_STEP.fullmatch(verb)
    return step["verb"] if step else verb


def number_of(verb: str) -> int:
    """The number of the step a verb is about; 0 where it is about all that is asked."""
    step = _OF_STEP.fullmatch(verb)
    return int(step["number"]) if step else 0


def fields_of(request: Request, verb: str) -> tuple[str, tuple[Field, ...]] | None:
    """The title and the fields of the form a verb opens; None where it needs none."""
    if verb_of(verb) == "respond" and not request.options:
        what = f"step {number}" if (number := number_of(verb)) else "the plan"
        remark = Field("text", f"What should be different about {what}?", multiline=True)
        return "Clarify", (remark,)
    if verb_of(verb) == "reject":
        why = Field("reason", "Why not? The planner reads it.", multiline=True, required=False)
        return "Reject", (why,)
    step = _step(request, verb)
    if step is None:
        return None
    given = tuple(
        Field(name, name.replace("_", " "), value=show_value(value), required=False)
        for name, value in step["arguments"].items()
        if value is not None
    )
    other = Field(WORDS, "Or say what to do instead", multiline=True, required=False)
    return f"Edit step {step['number']}", (*given, other)


def problems(
    catalogue: Catalogue, request: Request, verb: str, values: Mapping[str, JsonValue]
) -> dict[str, str]:
    """What is wrong with what was filled in, by field; empty when it can be sent."""
    step = _step(request, verb)
    if step is None or str(values.get(WORDS, "")).strip():
        return {}
    known = found(catalogue, step["agent"], step["tool"])
    if known is None:
        raise NotUnderstood("The agent of this step is no longer here.")
    given = {name: value for name, value in values.items() if name != WORDS and value != ""}
    try:
        known[1].read({**step["arguments"], **given})
    except BadToolCall as error:
        return {next(iter(values), WORDS): str(error)}
    return {}


def _step(request: Request, verb: str) -> dict[str, Any] | None:
    """The step a verb edits, as the card shows it."""
    edited = _OF_STEP.fullmatch(verb)
    subject: Any = request.subject.arguments
    steps = [*subject.get(STEPS, ()), *([subject[CHANGE]] if subject.get(CHANGE) else [])]
    if edited is None or edited["verb"] != "edit":
        return None
    return next((step for step in steps if step["number"] == int(edited["number"])), None)

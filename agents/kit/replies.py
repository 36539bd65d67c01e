"""What a loop reads in a model's replies, and writes of calls and of what they returned."""

import json
from collections.abc import Sequence

from pydantic import JsonValue

from agents.kit.errors import BadToolCall, ModelUnavailable
from agents.kit.lengths import beginning
from agents.kit.model import Finish, ModelReply, ToolCall

LONGEST_SHOWN = 200
MOST_RESULT_CHARACTERS = 32_000
_UNUSABLE = {
    Finish.LENGTH: "the model's answer was cut off",
    Finish.FILTERED: "the model's answer was withheld by its content filter",
    Finish.REFUSED: "the model refused to answer",
}


def usable(reply: ModelReply) -> ModelReply:
    """A model's answer that is whole.

    Raises:
        ModelUnavailable: it was cut off, withheld or refused.
    """
    if reply.finish in _UNUSABLE:
        raise ModelUnavailable(_UNUSABLE[reply.finish])
    return reply


def noted(call: ToolCall, result: str) -> str:
    """One line on a tool call and its result, kept on the task."""
    return f"{call.name}({call.arguments}) -> {readable(result)}"


def readable(result: str) -> str:
    """A result as a model reads it: one without end would push out all else it has to know."""
    return beginning(result, MOST_RESULT_CHARACTERS)


def told_unread(calls: Sequence[ToolCall]) -> str:
    """Say openly what a model asked for in a way that nobody can carry out or keep."""
    names = ", ".join(f"{call.name.replace('_', ' ')}{_shown(call)}" for call in calls)
    return f"I could not make out what else to do: {names}. Please ask again for it."


def _shown(call: ToolCall) -> str:
    """What a call was to be given, for a person; empty where it says nothing."""
    try:
        given = json.loads(call.arguments or "{}")
    except ValueError:
        return ""
    values = given.items() if isinstance(given, dict) else ()
    told = ", ".join(f"{name} {value}" for name, value in values)[:LONGEST_SHOWN]
    return f" ({told})" if told else ""


def argument_of(call: ToolCall, name: str) -> str:
    """A text that a call has to bring along.

    Raises:
        BadToolCall: it does not.
    """
    try:
        arguments: dict[str, JsonValue] = json.loads(call.arguments or "{}")
        value = arguments[name]
    except (ValueError, KeyError, TypeError) as error:
        raise BadToolCall(f"{call.name} takes the text “{name}”") from error
    if not isinstance(value, str) or not value.strip():
        raise BadToolCall(f"{call.name} takes the text “{name}”")
    return value

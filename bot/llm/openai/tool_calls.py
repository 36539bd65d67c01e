"""The tool calls of an answer: told apart, with the arguments that their tools mean."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from pydantic import JsonValue

from agents.kit.model import ToolCall, ToolSpec
from bot.llm.openai.conversation import made_id
from bot.llm.openai.failures import Unusable
from bot.llm.openai.provider_fields import of_call
from bot.llm.openai.sent import (
    MOST_CHARACTERS,
    MOST_NAME_CHARACTERS,
    MOST_TOOL_CALLS,
    as_object,
    as_text,
)

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,29})(\.[0-9]{1,30})?")


def read_calls(message: Mapping[str, Any], offered: Sequence[ToolSpec]) -> list[ToolCall]:
    """The calls in a message.

    Raises:
        Unusable: they are none, or too many.
    """
    calls = message.get("tool_calls")
    if not calls:
        alone = message.get("function_call")  # as it was called before there were several
        calls = [{"function": alone}] if alone else []
    if not isinstance(calls, list):
        raise Unusable("the model asked for a tool in a way that cannot be read")
    if len(calls) > MOST_TOOL_CALLS:
        raise Unusable(f"the model asked for {len(calls)} tools at once")
    return [_fitting(_read(call), offered) for call in calls]


def told_apart(calls: Iterable[ToolCall]) -> tuple[ToolCall, ...]:
    """Drop a call said twice; give calls that share an id, or have none, ids of their own."""
    kept: dict[str, ToolCall] = {}
    for place, call in enumerate(dict.fromkeys(calls)):
        own_id, number = call.id, place
        while not own_id or own_id in kept:
            own_id = made_id(call.name, call.arguments, number)
            number += 1
        kept[own_id] = call if own_id == call.id else replace(call, id=own_id)
    return tuple(kept.values())


def _read(call: object) -> ToolCall:
    asked = as_object(call, "a tool call")
    if asked.get("type") not in ("function", "", None):
        raise Unusable("the model asked for a kind of tool that does not exist here")
    function = as_object(asked.get("function"), "a tool call")
    name = as_text(function.get("name"))
    arguments = _written(function.get("arguments"))
    if not name or len(name) > MOST_NAME_CHARACTERS:
        raise Unusable("the model asked for a tool without saying which")
    if len(arguments) > MOST_CHARACTERS:
        raise Unusable("the model asked for a tool with far too many words")
    own_id = asked.get("id")
    own_id = str(own_id) if type(own_id) is int else as_text(own_id)
    return ToolCall(own_id[:MOST_NAME_CHARACTERS], name, arguments, of_call(asked))


def _written(arguments: object) -> str:
    """Arguments as JSON text, as which most servers send them."""
    if isinstance(arguments, dict):
        arguments = json.dumps(arguments, ensure_ascii=False)
    text = as_text(arguments)
    return "{}" if text in ("", "null") else text


def _fitting(call: ToolCall, offered: Sequence[ToolSpec]) -> ToolCall:
    """The call with numbers and texts as its tool's schema plainly wants them."""
    properties = next((s.parameters.get("properties") for s in offered if s.name == call.name), 0)
    if not isinstance(properties, dict):
        return call
    try:
        given = json.loads(call.arguments, parse_float=_Float)
        if isinstance(given, str):  # JSON text, written as JSON once more
            return _fitting(replace(call, arguments=given), offered)
    except (ValueError, RecursionError):
        return call
    if not isinstance(given, dict):
        return call
    fitting = {name: _fit(value, properties.get(name)) for name, value in given.items()}
    if all(fitting[name] is given[name] for name in given):
        return call
    return replace(call, arguments=json.dumps(fitting, ensure_ascii=False))


class _Float(float):
    """A number with a point that knows how it was written: 500.00 is an amount."""

    def __new__(cls, written: str) -> Self:
        number = super().__new__(cls, written)
        number.written = written
        return number

    written: str


def _fit(value: JsonValue, described: JsonValue) -> JsonValue:
    kind = _plain_type(described)
    if kind == "string" and type(value) in (int, _Float):
        return value.written if isinstance(value, _Float) else str(value)
    if kind in ("integer", "number") and isinstance(value, str):
        number = _NUMBER.fullmatch(value)
        if number and not (number[1] and kind == "integer"):
            return float(value) if number[1] else int(value)
    return value


def _plain_type(described: JsonValue) -> JsonValue:
    """The one type of a property, if it has one; that it may be null as well changes nothing."""
    if not isinstance(described, dict):
        return None
    if "type" in described:
        kinds = described["type"]
        return _only(kinds) if isinstance(kinds, list) else kinds
    ways = described.get("anyOf")
    kinds = (
        [way.get("type") for way in ways if isinstance(way, dict)]
        if isinstance(ways, list)
        else []
    )
    return _only(kinds)


def _only(kinds: Sequence[JsonValue]) -> JsonValue:
    real = [kind for kind in kinds if kind != "null"]
    return real[0] if len(real) == 1 else None

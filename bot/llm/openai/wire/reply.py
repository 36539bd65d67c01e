"""The server's answer → our reply. Nothing in it is trusted: a surprise is `Unusable`."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from pydantic import JsonValue

from agents.kit.values.model import Finish, ModelCall, ModelReply, ToolCall, ToolSpec, Usage
from bot.llm.openai.wire.config import Price, read_usage
from bot.llm.openai.wire.conversation import made_id
from bot.llm.openai.wire.failures import Unusable, detail_of
from bot.llm.openai.wire.provider_fields import of_call, of_message, storable
from bot.llm.openai.wire.thoughts import without_thoughts
from bot.llm.openai.wire.written_calls import words_of_text, written_calls

MOST_CHARACTERS = 100_000
MOST_TOOL_CALLS = 20
MOST_NAME_CHARACTERS = 200


def as_object(value: object, what: str) -> dict[str, Any]:
    """A JSON object.

    Raises:
        Unusable: it is something else.
    """
    if not isinstance(value, dict):
        raise Unusable(f"the model service sent something that is not {what}")
    return value


def as_text(value: object) -> str:
    """Words that can be stored; nothing for null.

    Raises:
        Unusable: it is something else.
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Unusable("the model service sent something else where words should be")
    return storable(value)


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


IS_CUT = "is_cut"  # of a stream that ended without saying that it is whole
_CUT = "cut"
_LENGTH = frozenset(
    (
        *("length", "max_tokens", "max_output_tokens", "max_completion_tokens", "max_length"),
        *("model_length", "model_context_window_exceeded"),
    )
)
_FILTERED = frozenset(
    (
        *("content_filter", "safety", "prohibited_content", "blocklist", "spii", "recitation"),
        *("sensitive", "content_filtered", "guardrail_intervened"),
    )
)
_REFUSED = frozenset(("refusal",))
_BROKEN = frozenset(
    (
        *("error", "abort", "aborted", "cancelled", _CUT, "malformed_function_call"),
        *("insufficient_resources", "insufficient_system_resource", "network_error"),
    )
)


def read_reply(payload: object, price: Price | None, call: ModelCall) -> ModelReply:
    """Read a whole answer to a call.

    Raises:
        Unusable: it is not what a chat completion looks like; what the server counted for it
            is said all the same.
    """
    answer = as_object(payload, "an answer")
    usage = read_usage(answer.get("usage"), price)
    try:
        return _reply(answer, usage, call)
    except Unusable as failure:
        if usage.input_tokens or answer.get("choices"):  # else nobody was paid for an error
            failure.usage = usage
        raise


def _reply(answer: dict[str, Any], usage: Usage, call: ModelCall) -> ModelReply:
    choice = _first_choice(answer)
    message = as_object(choice.get("message"), "a message")
    if message.get("role") not in ("assistant", "", None):
        raise Unusable("the model answered in somebody else's name")
    text, calls, finish = _content(message, _finish_of(choice), call)
    return ModelReply(
        text,
        calls,
        finish,
        usage=usage,
        model=as_text(answer.get("model"))[:MOST_NAME_CHARACTERS],
        provider=of_message(message) if calls else {},
    )


def _content(
    message: dict[str, Any], finish: str, call: ModelCall
) -> tuple[str, tuple[ToolCall, ...], Finish]:
    text = without_thoughts(words_of(message.get("content")))
    refusal = as_text(message.get("refusal"))
    if finish in _FILTERED:
        return "", (), Finish.FILTERED
    if refusal or finish in _REFUSED:
        return (refusal or text)[:MOST_CHARACTERS], (), Finish.REFUSED
    if finish in _LENGTH or len(text) > MOST_CHARACTERS:
        return text[:MOST_CHARACTERS], (), Finish.LENGTH
    if finish in _BROKEN:
        raise Unusable("the model broke off in the middle of its answer")
    asked = told_apart(read_calls(message, call.tools))
    if asked:
        return text, asked, Finish.TOOL_CALLS
    if written := written_calls(text, call):
        return "", told_apart(written), Finish.TOOL_CALLS
    return words_of_text(text, call), (), Finish.STOP


def words_of(content: object) -> str:
    """What is said; of parts, those that are words: thoughts and references are none."""
    if isinstance(content, dict):
        content = [content]
    if isinstance(content, list):
        return "".join(_words_of_part(part) for part in content)
    return as_text(content)


def _words_of_part(part: object) -> str:
    if not isinstance(part, dict):
        return as_text(part)
    if part.get("type") not in ("text", "output_text", None):
        return ""
    text = part.get("text")
    return as_text(text.get("value") if isinstance(text, dict) else text)


def _first_choice(answer: dict[str, Any]) -> dict[str, Any]:
    if error := answer.get("error"):
        failure = Unusable("the model service answered with an error")
        failure.detail = detail_of(error)
        raise failure
    choices = answer.get("choices")
    if not isinstance(choices, list) or not choices:
        raise Unusable("the model service sent no answer")
    return as_object(choices[0], "an answer")


def _finish_of(choice: dict[str, Any]) -> str:
    """How it ended, in the words of the service; one that nobody knows is its way to stop."""
    if choice.get(IS_CUT):
        return _CUT
    finish = choice.get("finish_reason")
    if finish is not None and not isinstance(finish, str):
        raise Unusable("the model service did not say how its answer ended")
    return (finish or "stop").lower().replace("-", "_")

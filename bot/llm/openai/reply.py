"""The server's answer → our reply. Nothing in it is trusted: a surprise is `Unusable`."""

from dataclasses import replace
from typing import Any

from agents.kit.model import Finish, ModelReply, ToolCall, Usage
from bot.llm.openai.config import Price
from bot.llm.openai.failures import Unusable
from bot.llm.openai.pricing import read_usage
from bot.llm.openai.provider_fields import of_call, of_message, storable

MOST_CHARACTERS = 100_000
MOST_TOOL_CALLS = 20
_MOST_NAME_CHARACTERS = 200
_WHOLE_ANSWERS = ("tool_calls", "stop")


def read_reply(payload: object, price: Price | None) -> ModelReply:
    """Read a whole answer.

    Raises:
        Unusable: it is not what a chat completion looks like, or it is empty; what the server
            counted for it is said all the same.
    """
    answer = _object(payload, "an answer")
    usage = read_usage(answer.get("usage"), price)
    try:
        return _reply(answer, usage)
    except Unusable as failure:
        if usage.input_tokens or answer.get("choices"):  # else nobody was paid for an error
            failure.usage = usage
        raise


def _reply(answer: dict[str, Any], usage: Usage) -> ModelReply:
    choice = _first_choice(answer)
    message = _object(choice.get("message"), "a message")
    if message.get("role", "assistant") != "assistant":
        raise Unusable("the model answered in somebody else's name")
    text, calls, finish = _content(message, choice.get("finish_reason", "stop"))
    return ModelReply(
        text,
        calls,
        finish,
        usage=usage,
        model=_text(answer.get("model"))[:_MOST_NAME_CHARACTERS],
        provider=of_message(message, text) if calls else {},
    )


def _content(message: dict[str, Any], finish: object) -> tuple[str, tuple[ToolCall, ...], Finish]:
    text = _text(message.get("content"))
    refusal = _text(message.get("refusal"))
    if finish == "content_filter":
        return "", (), Finish.FILTERED
    if refusal:
        return refusal[:MOST_CHARACTERS], (), Finish.REFUSED
    if finish == "length" or len(text) > MOST_CHARACTERS:
        return text[:MOST_CHARACTERS], (), Finish.LENGTH
    if not isinstance(finish, str):
        raise Unusable("the model broke off in the middle of its answer")
    calls = _tool_calls(message.get("tool_calls"))
    if calls and finish not in _WHOLE_ANSWERS:
        raise Unusable("the model broke off while it was asking for a tool")
    if not calls and not text.strip():
        raise Unusable("the model gave an empty answer")
    return text, calls, Finish.TOOL_CALLS if calls else Finish.STOP


def _first_choice(answer: dict[str, Any]) -> dict[str, Any]:
    if answer.get("error"):
        raise Unusable("the model service answered with an error")
    choices = answer.get("choices")
    if not isinstance(choices, list) or not choices:
        raise Unusable("the model service sent no answer")
    return _object(choices[0], "an answer")


def _tool_calls(calls: object) -> tuple[ToolCall, ...]:
    if calls is None:
        return ()
    if not isinstance(calls, list):
        raise Unusable("the model asked for a tool in a way that cannot be read")
    if len(calls) > MOST_TOOL_CALLS:
        raise Unusable(f"the model asked for {len(calls)} tools at once")
    return _told_apart([_tool_call(call) for call in calls])


def _tool_call(call: object) -> ToolCall:
    asked = _object(call, "a tool call")
    if asked.get("type") not in ("function", "", None):
        raise Unusable("the model asked for a kind of tool that does not exist here")
    function = _object(asked.get("function"), "a tool call")
    name = _text(function.get("name"))
    arguments = _text(function.get("arguments"))
    if not name or len(name) > _MOST_NAME_CHARACTERS:
        raise Unusable("the model asked for a tool without saying which")
    if len(arguments) > MOST_CHARACTERS:
        raise Unusable("the model asked for a tool with far too many words")
    own_id = _text(asked.get("id"))[:_MOST_NAME_CHARACTERS]
    return ToolCall(own_id, name, arguments, of_call(asked))


def _told_apart(calls: list[ToolCall]) -> tuple[ToolCall, ...]:
    """Drop a call said twice; give calls that share an id, or have none, ids of their own."""
    kept: dict[str, ToolCall] = {}
    for place, call in enumerate(dict.fromkeys(calls)):
        own_id = call.id
        while not own_id or own_id in kept:
            own_id = f"{own_id or 'call'}_{place}"
        kept[own_id] = replace(call, id=own_id)
    return tuple(kept.values())


def _object(value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unusable(f"the model service sent something that is not {what}")
    return value


def _text(value: object) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Unusable("the model service sent something else where words should be")
    return storable(value)

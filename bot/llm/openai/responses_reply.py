"""An answer of the Responses API → the same answer as chat completions give it.

So it is read by the one reader of answers, with all that this one puts up with.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from agents.kit.errors import ContextOverflow, ModelUnavailable
from bot.llm.openai.failures import PicturesRefused, PromptFiltered, Unreachable, Unusable
from bot.llm.openai.reply import IS_CUT
from bot.llm.openai.request import ITEMS
from bot.llm.openai.responses_request import spoken, told

_BUSY = ("server_error", "rate_limit_exceeded")
_FILTERED = ("invalid_prompt", "policy", "content_filter")
_PICTURES = "image"
_TOO_LONG = "context_length"
_BROKEN_OFF = ("failed", "cancelled", "in_progress", "queued")
_CUT = "length"


def as_completion(payload: object, model: str) -> dict[str, Any]:
    """Write an answer of `model` as a chat completion.

    Raises:
        ModelUnavailable: it is no answer; the subclass says what may help.
    """
    if not isinstance(payload, dict):
        raise Unusable("the model service sent something that is not an answer")
    if error := payload.get("error"):
        raise failure_of_error(error)
    output = payload.get("output")
    items = [item for item in output if isinstance(item, dict)] if isinstance(output, list) else []
    usage = payload.get("usage")
    finish = _finish(payload)
    choice = {
        "message": _message(items, model),
        "finish_reason": finish,
        IS_CUT: finish is None,
    }
    return {
        "choices": [choice] if isinstance(output, list) else [],
        "model": payload.get("model"),
        "usage": _usage(usage) if isinstance(usage, dict) else None,
    }


def failure_of_error(error: object) -> ModelUnavailable:
    """Say what an error within an answer means; its code says why."""
    code = str(error.get("code") or "") if isinstance(error, dict) else ""
    if code in _BUSY:
        return Unreachable("the model service is busy or out of order")
    if any(word in code for word in _FILTERED):
        return PromptFiltered()
    if _TOO_LONG in code:
        return ContextOverflow()
    if _PICTURES in code:
        return PicturesRefused()
    return Unusable("the model service broke off its answer with an error")


def _message(items: list[dict[str, Any]], model: str) -> dict[str, Any]:
    message: dict[str, Any] = {
        "role": "assistant",
        "content": spoken(items),
        "refusal": "".join(told(item, "refusal", "refusal") for item in items),
        "tool_calls": [_call(item) for item in items if item.get("type") == "function_call"],
    }
    kept = [*_kept(items)]
    if any(item["type"] == "reasoning" for item in kept):
        message[ITEMS] = {"model": model, "items": kept}
    return message


def _call(item: Mapping[str, Any]) -> dict[str, Any]:
    function = {"name": item.get("name"), "arguments": item.get("arguments")}
    return {"id": item.get("call_id"), "type": "function", "function": function}


def _kept(items: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What goes back with the calls: thoughts that are sealed, and what they led to.

    A thought that is not would be looked up where nothing is stored.
    """
    for item in items:
        kind = item.get("type")
        if kind == "reasoning" and item.get("encrypted_content"):
            yield _without(item, "status")
        elif kind == "function_call" and isinstance(item.get("call_id"), str):
            yield _without(item, "status", "arguments")
        elif kind == "message" and (words := told(item, "output_text", "text")):
            part = {"type": "output_text", "text": words, "annotations": []}
            yield {**_without(item), "content": [part]}


def _without(item: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """An item as it may go back: what is null in an answer is a mistake in a request."""
    return {name: value for name, value in item.items() if value is not None and name not in names}


def _finish(payload: Mapping[str, Any]) -> str | None:
    """The finish reason; none where the answer is not whole, so that nothing in it is done."""
    status = payload.get("status")
    if status == "incomplete":
        details = payload.get("incomplete_details")
        reason = details.get("reason") if isinstance(details, dict) else None
        return {"max_output_tokens": _CUT, "content_filter": "content_filter"}.get(str(reason))
    if status in _BROKEN_OFF:
        return None
    return "stop"


def _usage(usage: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "prompt_tokens": usage.get("input_tokens"),
        "completion_tokens": usage.get("output_tokens"),
    }

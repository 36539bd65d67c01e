"""The two ways to speak to a model: chat completions, and the Responses API."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from pydantic import JsonValue

from agents.kit.values.errors import ContextOverflow, ModelUnavailable
from agents.kit.values.model import ModelCall
from bot.llm.openai.wire.failures import PicturesRefused, PromptFiltered, Unreachable, Unusable
from bot.llm.openai.wire.reply import IS_CUT, MOST_CHARACTERS
from bot.llm.openai.wire.requests import (
    ITEMS,
    AnswerFormat,
    spoken,
    told,
    write_body,
    write_response_body,
)
from bot.llm.openai.wire.stream import StreamedAnswer

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


_MOST_EVENTS = 200_000
_MOST_ITEM_CHARACTERS = 1_000_000
_LAST = ("response.completed", "response.incomplete", "response.failed")


class StreamedResponse:
    """Collects events; stays in progress when the stream is cut."""

    def __init__(self, on_text: Callable[[str], None] | None) -> None:
        self._on_text = on_text
        self._events = 0
        self._length = 0
        self._said: list[str] = []
        self._item_length = 0
        self._items: list[tuple[int, Any]] = []
        self._answer: dict[str, Any] = {"status": "in_progress"}

    def add(self, piece: object) -> None:
        """Take in one event.

        Raises:
            ModelUnavailable: it is none, it tells of an error, or there are far too many.
        """
        self._events += 1
        if not isinstance(piece, dict) or self._events > _MOST_EVENTS:
            raise Unusable("the model service sent pieces that make no answer")
        match piece.get("type"):
            case "response.output_text.delta":
                self._show(piece.get("delta"))
            case "response.output_item.done":
                self._add_item(piece)
            case "error":
                raise failure_of_error(piece)
            case kind if kind in _LAST and isinstance(piece.get("response"), dict):
                self._answer = piece["response"]

    def end(self) -> None:
        """Nothing to note: the last event says that it is the last one."""

    @property
    def text(self) -> str:
        """The words so far."""
        return "".join(self._said)

    def payload(self) -> dict[str, Any]:
        """The whole answer; some servers leave out at its end what they sent before."""
        items = [item for _place, item in sorted(self._items, key=itemgetter(0))]
        output = self._answer.get("output") or items or self._words()
        return {**self._answer, "output": output}

    def _words(self) -> list[dict[str, Any]]:
        """An item of the words alone, where a server sent no more than them."""
        content = [{"type": "output_text", "text": self.text}]
        return [{"type": "message", "content": content}] if self._said else []

    def _show(self, text: object) -> None:
        if not isinstance(text, str) or not text or self._length > MOST_CHARACTERS:
            return
        self._said.append(text)
        self._length += len(text)
        if self._on_text is not None:
            self._on_text(text)

    def _add_item(self, piece: dict[str, Any]) -> None:
        """Keep a whole item; they need not come in their order."""
        place, item = piece.get("output_index"), piece.get("item")
        self._items.append((place if isinstance(place, int) else len(self._items), item))
        self._item_length += len(str(item))
        if self._item_length > _MOST_ITEM_CHARACTERS:
            raise Unusable("the model service sent far too much")


Said = Mapping[str, JsonValue]
Tell = Callable[[str], None] | None
Pieces = StreamedAnswer | StreamedResponse


@dataclass(frozen=True, slots=True)
class ModelApi:
    """How requests are written and answers read; `path` is where they are exchanged.

    `write` takes what a request says besides the call, by its names in chat completions, and the
    model whose thoughts go back. `collect` begins to collect a streamed answer; words are told as
    they come. `completion` gives an answer as chat completions give it, or tells of a failure.
    """

    path: str
    streaming: Said
    write: Callable[[ModelCall, AnswerFormat, Said, str], bytes]
    collect: Callable[[Tell], Pieces]
    completion: Callable[[object, str], object]


CHAT = ModelApi(  # what nearly every server has
    "chat/completions",
    {"stream": True, "stream_options": {"include_usage": True}},
    write_body,
    StreamedAnswer,
    lambda payload, _model: payload,
)
RESPONSES = ModelApi(  # where models of OpenAI keep what they think while they use tools
    "responses", {"stream": True}, write_response_body, StreamedResponse, as_completion
)

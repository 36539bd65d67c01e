"""The pieces of a streamed answer → the answer they make, in the form of an unstreamed one."""

from collections.abc import Callable
from typing import Any

from bot.llm.openai.failures import Unusable
from bot.llm.openai.reply import MOST_CHARACTERS, MOST_TOOL_CALLS

_MOST_PIECES = 200_000


class StreamedAnswer:
    """Collects pieces; stays without a finish reason when the stream is cut."""

    def __init__(self, on_text: Callable[[str], None] | None) -> None:
        self._on_text = on_text
        self._pieces = 0
        self._length = 0
        self._texts: dict[str, list[str]] = {"content": [], "refusal": []}
        self._calls: dict[int, dict[str, Any]] = {}
        self._finish: object = None
        self._role: object = "assistant"
        self._usage: object = None
        self._model: object = None

    def add(self, piece: object) -> None:
        """Take in one event.

        Raises:
            Unusable: it is not a piece of an answer, or there are far too many.
        """
        self._pieces += 1
        if not isinstance(piece, dict) or self._pieces > _MOST_PIECES:
            raise Unusable("the model service sent pieces that make no answer")
        self._usage = piece.get("usage") or self._usage
        self._model = piece.get("model") or self._model
        choices = piece.get("choices")
        for choice in choices if isinstance(choices, list) else ():
            if isinstance(choice, dict) and not choice.get("index"):
                self._add_choice(choice)

    def payload(self) -> dict[str, Any]:
        """The whole answer, as if it had come at once."""
        message: dict[str, Any] = {name: "".join(said) for name, said in self._texts.items()}
        message["role"] = self._role
        message["tool_calls"] = [_joined(call) for _, call in sorted(self._calls.items())]
        choice = {"message": message, "finish_reason": self._finish}
        return {"choices": [choice], "usage": self._usage, "model": self._model}

    def _add_choice(self, choice: dict[str, Any]) -> None:
        self._finish = choice.get("finish_reason") or self._finish
        delta = choice.get("delta")
        if not isinstance(delta, dict):
            return
        self._role = delta.get("role") or self._role
        for name, said in self._texts.items():
            self._add_text(delta.get(name), said)
        self._show(delta.get("content"))
        for call in delta.get("tool_calls") or ():
            self._add_call(call)

    def _add_text(self, text: object, said: list[str]) -> None:
        if not text:
            return
        if not isinstance(text, str):
            raise Unusable("the model service sent something else where words should be")
        if self._length <= MOST_CHARACTERS:
            said.append(text)
        self._length += len(text)

    def _show(self, text: object) -> None:
        if self._on_text is None or not isinstance(text, str) or not text:
            return
        if self._length <= MOST_CHARACTERS:
            self._on_text(text)

    def _add_call(self, part: object) -> None:
        if not isinstance(part, dict):
            raise Unusable("the model asked for a tool in a way that cannot be read")
        if len(self._calls) > MOST_TOOL_CALLS:
            raise Unusable("the model asked for too many tools at once")
        call = self._calls.setdefault(self._place_of(part), {"arguments": []})
        function = part.get("function")
        if not isinstance(function, dict):
            function = {}
        call["id"] = call.get("id") or part.get("id")
        call["type"] = call.get("type") or part.get("type")
        call["name"] = call.get("name") or function.get("name")
        self._add_arguments(function.get("arguments"), call["arguments"])

    def _place_of(self, part: dict[str, Any]) -> int:
        """Which call a part belongs to; servers that leave the index out send whole calls."""
        index = part.get("index")
        if type(index) is int:
            return index
        return len(self._calls) if part.get("id") else len(self._calls) - 1

    def _add_arguments(self, text: object, said: list[str]) -> None:
        if not isinstance(text, str | None):
            raise Unusable("the model asked for a tool in a way that cannot be read")
        said.append(text or "")
        self._length += len(text or "")
        if self._length > MOST_CHARACTERS:
            raise Unusable("the model asked for a tool with far too many words")


def _joined(call: dict[str, Any]) -> dict[str, Any]:
    function = {"name": call["name"], "arguments": "".join(call["arguments"])}
    return {"id": call["id"], "type": call["type"], "function": function}

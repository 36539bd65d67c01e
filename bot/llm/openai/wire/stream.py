"""The pieces of a streamed answer → the answer they make, in the form of an unstreamed one."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from bot.llm.openai.wire import provider_fields
from bot.llm.openai.wire.failures import Unusable
from bot.llm.openai.wire.reply import IS_CUT, MOST_CHARACTERS, MOST_TOOL_CALLS, words_of

_MOST_PIECES = 200_000
_MOST_RAW = 4 * MOST_CHARACTERS  # thoughts among the words included
_WORDS = frozenset(("content", "refusal", "role", "tool_calls"))
_THOUGHTS = frozenset(("reasoning", "reasoning_content", "thinking"))


class StreamedAnswer:
    """Collects pieces; one that is cut says so, and has no finish reason."""

    def __init__(self, on_text: Callable[[str], None] | None) -> None:
        self._on_text = on_text
        self._pieces = 0
        self._length = 0
        self._texts: dict[str, list[str]] = {"content": [], "refusal": []}
        self._beside: dict[str, Any] = {}
        self._calls = _Calls()
        self._finish: object = None
        self._role: object = "assistant"
        self._usage: object = None
        self._model: object = None
        self._has_choice = False
        self._is_ended = False

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
        if not choices and piece.get("usage"):  # it is counted when all is said
            self.end()
        for choice in choices if isinstance(choices, list) else ():
            if isinstance(choice, dict) and not choice.get("index"):
                self._add_choice(choice)

    def end(self) -> None:
        """Note that the service said there is no more to come."""
        self._is_ended = True

    @property
    def text(self) -> str:
        """The words so far, thoughts among them."""
        return "".join(self._texts["content"])

    def payload(self) -> dict[str, Any]:
        """The whole answer, as if it had come at once."""
        message: dict[str, Any] = {name: "".join(said) for name, said in self._texts.items()}
        message |= {name: _whole(sent) for name, sent in self._beside.items()}
        message["role"] = self._role
        message["tool_calls"] = self._calls.whole()
        is_cut = self._finish is None and not (self._is_ended and self._has_choice)
        choice = {"message": message, "finish_reason": self._finish, IS_CUT: is_cut}
        return {"choices": [choice], "usage": self._usage, "model": self._model}

    def _add_choice(self, choice: dict[str, Any]) -> None:
        self._has_choice = True
        self._finish = choice.get("finish_reason") or self._finish
        delta = choice.get("delta")
        if not isinstance(delta, dict):
            return
        self._role = delta.get("role") or self._role
        if text := _words(delta.get("content")):
            self._show(text)
            self._add_text(text, "content")
        if refusal := _words(delta.get("refusal")):
            self._add_text(refusal, "refusal")
        for call in delta.get("tool_calls") or ():
            self._length += self._calls.add(call)
            if self._length > _MOST_RAW:
                raise Unusable("the model asked for a tool with far too many words")
        if not delta.keys() <= _WORDS:
            self._add_beside(delta)

    def _add_text(self, text: str, name: str) -> None:
        if self._length <= _MOST_RAW:
            self._texts[name].append(text)
        self._length += len(text)

    def _show(self, text: str) -> None:
        if self._on_text is not None:
            self._on_text(text)

    def _add_beside(self, delta: Mapping[str, Any]) -> None:
        for name in delta.keys() - _WORDS:
            sent = delta[name]
            if name in _THOUGHTS and isinstance(sent, str):
                self._length += len(sent)
                sent = [sent]
            if not isinstance(sent, list):
                self._beside[name] = sent or self._beside.get(name)
            elif self._length <= _MOST_RAW:
                self._beside.setdefault(name, []).extend(sent)


class _Calls:
    """Tool calls in the making; servers number them, name them by an id, or do neither."""

    def __init__(self) -> None:
        self._calls: list[dict[str, Any]] = []
        self._numbered: dict[int, dict[str, Any]] = {}

    def add(self, part: object) -> int:
        """Take in a part of a call; return how many characters of arguments it has.

        Raises:
            Unusable: it is none, or there are too many.
        """
        if not isinstance(part, dict):
            raise Unusable("the model asked for a tool in a way that cannot be read")
        function = part.get("function")
        if not isinstance(function, dict):
            function = {}
        call = self._of(part, function)
        for name in ("id", "type"):
            call[name] = call.get(name) or part.get(name)
        call["name"] = call["name"] or function.get("name")
        call["beside"] |= provider_fields.of_call(part)
        return _add_arguments(function.get("arguments"), call["arguments"])

    def whole(self) -> list[dict[str, Any]]:
        """The calls as they would have come at once, in the order of their numbers."""
        return [_joined(call) for call in sorted(self._calls, key=lambda call: call["order"])]

    def _of(self, part: dict[str, Any], function: dict[str, Any]) -> dict[str, Any]:
        """The call that a part belongs to."""
        number, own_id = part.get("index"), part.get("id")
        if type(number) is int:
            call = self._numbered.get(number)
            if call is not None and _is_another(call, part, function):
                call = self._named(own_id)
            self._numbered[number] = call = call or self._begin(number)
            return call
        last = self._calls[-1] if self._calls else None
        call = self._named(own_id) if own_id else last
        if call is None or (not own_id and _is_another(call, part, function)):
            return self._begin(len(self._calls))
        return call

    def _named(self, own_id: object) -> dict[str, Any] | None:
        return next((call for call in self._calls if own_id and call["id"] == own_id), None)

    def _begin(self, number: int) -> dict[str, Any]:
        if len(self._calls) > MOST_TOOL_CALLS:
            raise Unusable("the model asked for too many tools at once")
        fields = ("id", "type", "name")
        call: dict[str, Any] = {**dict.fromkeys(fields), "arguments": [], "beside": {}}
        self._calls.append({**call, "order": number})
        return self._calls[-1]


def _words(content: object) -> str:
    """The words of a piece; what cannot be stored is taken out of the whole."""
    return content if isinstance(content, str) else words_of(content)


def _is_another(call: dict[str, Any], part: dict[str, Any], function: dict[str, Any]) -> bool:
    """Say whether a part begins a call of its own, for all that it has the number of this one.

    A call begins with its name; some servers say the name, or another id, with every part.
    """
    if not function.get("name") or not call["name"]:
        return False
    if part.get("id") and call["id"]:
        return bool(part["id"] != call["id"])
    return bool(function.get("arguments")) and _is_object("".join(call["arguments"]))


def _is_object(text: str) -> bool:
    with suppress(ValueError, RecursionError):
        return isinstance(json.loads(text), dict)
    return False


def _add_arguments(sent: object, said: list[str]) -> int:
    if isinstance(sent, dict):  # whole, so it takes the place of what came before
        sent = json.dumps(sent, ensure_ascii=False)
        said.clear()
    if not isinstance(sent, str | None):
        raise Unusable("the model asked for a tool in a way that cannot be read")
    said.append(sent or "")
    return len(said[-1])


def _joined(call: dict[str, Any]) -> dict[str, Any]:
    function = {"name": call["name"], "arguments": "".join(call["arguments"])}
    return {**call["beside"], "id": call["id"], "type": call["type"], "function": function}


def _whole(sent: object) -> object:
    if not isinstance(sent, list):
        return sent
    pieces = [piece for piece in sent if isinstance(piece, str)]
    return "".join(pieces) if len(pieces) == len(sent) else sent

"""What a server sent beside what the port knows: kept with tool calls, to go back as it was."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from typing import Any

from pydantic import JsonValue

from agents.kit.values.model import ChatMessage, ModelCall
from bot.llm.openai.wire.conversation import BETWEEN

_THOUGHTS: dict[str, JsonValue] = {"reasoning_content": "(not kept)"}
# The word by which Gemini takes a call that another model has made.
_SIGNATURE: dict[str, JsonValue] = {
    "extra_content": {"google": {"thought_signature": "skip_thought_signature_validator"}}
}
MOST_CHARACTERS = 200_000
_DEEPEST = 20
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_EMPTY: tuple[object, ...] = (None, "", [], {})
# What we write ourselves, or servers tell their readers and do not take back.
_OF_A_MESSAGE = frozenset(
    ("role", "content", "tool_calls", "refusal", "function_call", "annotations", "audio", "parsed")
)
_OF_A_CALL = frozenset(("id", "type", "function", "index"))


class Fields(Enum):
    """What goes back with an earlier tool call."""

    BACK = "what came with it"
    NONE = "nothing"
    FILLED = "thoughts also where there were none"
    SIGNED = "a signature also where there was none"


def has_fields(call: ModelCall) -> bool:
    """Say whether anything beside the calls would go back."""
    return any(
        said.provider or any(asked.provider for asked in said.tool_calls) for said in call.messages
    )


def has_silent_calls(call: ModelCall) -> bool:
    """Say whether the model called a tool earlier and said nothing."""
    return any(map(_is_silent, call.messages))


def with_words(call: ModelCall) -> ModelCall:
    """The call with some words beside each tool call; they claim nothing."""
    messages = (replace(one, content=BETWEEN) if _is_silent(one) else one for one in call.messages)
    return replace(call, messages=tuple(messages))


def _is_silent(said: ChatMessage) -> bool:
    return bool(said.tool_calls) and not said.content.strip()


def lacks_fields(call: ModelCall) -> bool:
    """Say whether there are earlier tool calls at all."""
    return any(said.tool_calls for said in call.messages)


def with_fields(call: ModelCall, fields: Fields) -> ModelCall:
    """The call with that going back which its model takes, or wants."""
    if fields is Fields.BACK:
        return call
    messages = (_with(said, fields) if said.tool_calls else said for said in call.messages)
    return replace(call, messages=tuple(messages))


def _with(said: ChatMessage, fields: Fields) -> ChatMessage:
    calls = said.tool_calls
    if fields is Fields.FILLED:
        return replace(said, provider={**_THOUGHTS, **said.provider})
    if fields is Fields.SIGNED:
        signed = tuple(replace(asked, provider=asked.provider or _SIGNATURE) for asked in calls)
        return replace(said, tool_calls=signed)
    return replace(said, provider={}, tool_calls=tuple(replace(c, provider={}) for c in calls))


def of_message(message: Mapping[str, Any]) -> dict[str, JsonValue]:
    """The fields of a message with tool calls; its content too, where that is in parts."""
    in_parts = isinstance(message.get("content"), list)
    return _kept(message, _OF_A_MESSAGE - {"content"} if in_parts else _OF_A_MESSAGE)


def of_call(call: Mapping[str, Any]) -> dict[str, JsonValue]:
    """The fields of one tool call."""
    return _kept(call, _OF_A_CALL)


def storable(text: str) -> str:
    """The text without the characters that no store takes."""
    return _UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def _kept(sent: Mapping[str, Any], known: frozenset[str] = frozenset()) -> dict[str, JsonValue]:
    beyond = {name: sent[name] for name in sent.keys() - known if sent[name] not in _EMPTY}
    if not beyond:
        return {}
    try:
        fields = {storable(name): _storable(value, _DEEPEST) for name, value in beyond.items()}
        is_small = len(json.dumps(fields, allow_nan=False)) <= MOST_CHARACTERS
    except ValueError:
        return {}
    return fields if is_small else {}


def _storable(value: Any, levels: int) -> JsonValue:
    """The same without what no store takes.

    Raises:
        ValueError: it is nested too deep.
    """
    if not levels:
        raise ValueError(levels)
    match value:
        case str():
            return storable(value)
        case list():
            return [_storable(part, levels - 1) for part in value]
        case dict():
            return {storable(name): _storable(part, levels - 1) for name, part in value.items()}
        case _:
            return value  # type: ignore[no-any-return]

"""What a server sent beside what the port knows: kept with tool calls, to go back as it was."""

import json
import re
from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

MOST_CHARACTERS = 200_000
_DEEPEST = 20
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_EMPTY: tuple[object, ...] = (None, "", [], {})
# Some of the fields that servers fill for their readers, which no server takes back.
_OF_A_MESSAGE = frozenset(
    ("role", "content", "tool_calls", "refusal", "function_call", "annotations", "audio", "parsed")
)
_OF_A_CALL = frozenset(("id", "type", "function", "index"))


def of_message(message: Mapping[str, Any], text: str) -> dict[str, JsonValue]:
    """The fields of a message with tool calls; its content too, where it was more than words."""
    fields = _kept(message, _OF_A_MESSAGE)
    content = message.get("content")
    if content in _EMPTY or content == text:
        return fields
    return fields | _kept({"content": content})


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

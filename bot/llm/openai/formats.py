"""Structured answers: three ways to ask for them, from the strictest to the plainest."""

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from enum import IntEnum
from functools import lru_cache

from pydantic import JsonValue

from agents.kit.model import AnswerSchema, ChatMessage

_FENCE = re.compile(r"\A\s*```[a-zA-Z]*\s*\n(.*?)\n?\s*```\s*\Z", re.DOTALL)


class AnswerFormat(IntEnum):
    """How a model is held to a schema; a server that refuses one is asked for the next."""

    SCHEMA = 0
    OBJECT = 1
    PLAIN = 2


def response_format(answer: AnswerSchema, how: AnswerFormat) -> JsonValue:
    """What goes into the request's `response_format`, if anything."""
    if how is AnswerFormat.PLAIN:
        return None
    if how is AnswerFormat.OBJECT:
        return {"type": "json_object"}
    described: JsonValue = {
        "name": answer.name,
        "schema": answer.schema,
        "strict": _may_be_strict_written(json.dumps(answer.schema)),
    }
    return {"type": "json_schema", "json_schema": described}


def with_instructions(
    messages: tuple[ChatMessage, ...], answer: AnswerSchema
) -> tuple[ChatMessage, ...]:
    """Ask in words, within the first system message: some models allow only one."""
    words = (
        "Answer with one JSON object and nothing else. It must satisfy this JSON schema:\n"
        f"{json.dumps(answer.schema, ensure_ascii=False)}"
    )
    if messages and messages[0].role == "system":
        first = replace(messages[0], content=f"{messages[0].content}\n\n{words}")
        return (first, *messages[1:])
    return (ChatMessage("system", words), *messages)


def without_fence(text: str) -> str:
    """Take away the Markdown fence some models put around JSON."""
    fenced = _FENCE.match(text)
    return fenced.group(1) if fenced else text


@lru_cache(maxsize=256)
def _may_be_strict_written(schema: str) -> bool:
    """Say it once for schemas that are alike: the router's alone took 64 calls each time."""
    return _may_be_strict(json.loads(schema))


def _may_be_strict(schema: JsonValue) -> bool:
    """Strict mode wants every object closed and all of its fields required."""
    if isinstance(schema, list):
        return _all_may_be_strict(schema)
    if not isinstance(schema, dict):
        return True
    properties = schema.get("properties")
    if isinstance(properties, dict):
        required = schema.get("required")
        named = {str(name) for name in required} if isinstance(required, list) else set[str]()
        if named != set(properties) or schema.get("additionalProperties") is not False:
            return False
        return _all_may_be_strict(properties.values()) and _all_may_be_strict(
            part for name, part in schema.items() if name != "properties"
        )
    return schema.get("type") != "object" and _all_may_be_strict(schema.values())


def _all_may_be_strict(parts: Iterable[JsonValue]) -> bool:
    return all(_may_be_strict(part) for part in parts)

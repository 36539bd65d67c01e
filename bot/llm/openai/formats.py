"""Structured answers: three ways to ask for them, from the strictest to the plainest."""

import json
import re
from enum import IntEnum
from typing import Any

from agents.kit.model import AnswerSchema
from bot.llm.openai.schemas import answer_of

_FENCE = "```"
_LANGUAGE = re.compile(r"[a-zA-Z]*")


class AnswerFormat(IntEnum):
    """How a model is held to a schema; a server that refuses one is asked for the next."""

    SCHEMA = 0
    OBJECT = 1
    PLAIN = 2


def response_format(answer: AnswerSchema, how: AnswerFormat) -> dict[str, Any] | None:
    """What goes into the request's `response_format`, if anything."""
    if how is AnswerFormat.PLAIN:
        return None
    if how is AnswerFormat.OBJECT:
        return {"type": "json_object"}
    written = answer_of(answer)
    described = {"name": answer.name, "schema": written.schema, "strict": written.strict}
    return {"type": "json_schema", "json_schema": described}


def instructions(answer: AnswerSchema, how: AnswerFormat) -> str:
    """The same in words, where the format does not tell the schema."""
    if how is AnswerFormat.SCHEMA:
        return ""
    return (
        "Answer with one JSON object and nothing else. It must satisfy this JSON schema:\n"
        f"{answer_of(answer).text}"
    )


def fits(text: str, answer: AnswerSchema) -> bool:
    """Say whether a text is an object with all that the schema wants at least."""
    try:
        found = json.loads(text)
    except ValueError:
        return False
    wanted = answer.schema.get("required")
    return isinstance(found, dict) and found.keys() >= set(
        wanted if isinstance(wanted, list) else ()
    )


def without_fence(text: str) -> str:
    """Take away the Markdown fence some models put around JSON."""
    trimmed = text.strip()
    inside = trimmed.removeprefix(_FENCE).removesuffix(_FENCE)
    language, newline, fenced = inside.partition("\n")
    is_fenced = len(trimmed) == len(inside) + 2 * len(_FENCE) and newline
    return fenced.strip() if is_fenced and _LANGUAGE.fullmatch(language.rstrip()) else text

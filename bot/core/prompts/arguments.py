"""Days and amounts that a model or a person wrote in words, as tools take them."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Any

from pydantic import JsonValue

from agents.kit.values.model import ModelReply, ToolCall, ToolSpec
from agents.kit.values.money import Money
from bot.language.days import find_days
from bot.language.lexicon import bare
from bot.language.money import find_amounts, format_amount

Schema = Mapping[str, Any]


def make_canonical(
    arguments: Mapping[str, JsonValue], parameters: Schema, today: date
) -> dict[str, JsonValue]:
    """The arguments of a tool; what means no single day or amount stays as it is written."""
    nested = parameters.get("$defs", {})
    described = parameters.get("properties", {})
    return {
        name: _read(value, described.get(name, {}), nested, today)
        for name, value in arguments.items()
    }


def make_calls_canonical(
    reply: ModelReply, offered: tuple[ToolSpec, ...], today: date
) -> ModelReply:
    """A model's answer, its calls with arguments as the tools it was offered take them."""
    known = {spec.name: spec.parameters for spec in offered}
    calls = tuple(_call(call, known.get(call.name, {}), today) for call in reply.tool_calls)
    return replace(reply, tool_calls=calls)


def _call(call: ToolCall, parameters: Schema, today: date) -> ToolCall:
    with suppress(ValueError, RecursionError):
        given = json.loads(call.arguments or "{}")
        if isinstance(given, dict) and (read := make_canonical(given, parameters, today)) != given:
            return replace(call, arguments=json.dumps(read, ensure_ascii=False))
    return call


def _read(value: JsonValue, described: Any, nested: Schema, today: date) -> JsonValue:
    if not isinstance(described, Mapping):
        return value
    described = nested.get(str(described.get("$ref", "")).rpartition("/")[2], described)
    for one in (*described.get("anyOf", ()), *described.get("allOf", ())):
        value = _read(value, one, nested, today)
    if isinstance(value, str):
        return _said(value, described.get("format"), today)
    if isinstance(value, list):
        return [_read(part, described.get("items"), nested, today) for part in value]
    if isinstance(value, dict):
        named, others = described.get("properties", {}), described.get("additionalProperties")
        return {k: _read(part, named.get(k, others), nested, today) for k, part in value.items()}
    return value


def _said(text: str, kind: object, today: date) -> str:
    said = bare(text)
    if kind == "date":
        days = (day.value for day in find_days(said, today) if day.text == said)
        return next((day.isoformat() for day in days if day), text)
    if kind == "money" and not _is_amount(text):
        amounts = (one.value for one in find_amounts(said) if one.text == said)
        return next((format_amount(amount) for amount in amounts if amount), text)
    return text


def _is_amount(text: str) -> bool:
    try:
        Money(text)
    except ValueError:
        return False
    return True

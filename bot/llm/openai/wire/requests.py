"""Our call → the request as chat completions, or the Responses API, want it.

What a model thought between two calls of tools goes back sealed, as it came, within one turn.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from typing import Any
from urllib.parse import quote

import pydantic_core
from pydantic import JsonValue

from agents.kit.values.model import AnswerSchema, ModelCall
from bot.llm.openai.wire.conversation import Row, rows
from bot.llm.openai.wire.schemas import answer_of, written_tools

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


PURPOSE, AGENT = "X-Frontdesk-Purpose", "X-Frontdesk-Agent"
ITEMS = "responses_items"
"""The field of an assistant's message that holds what the Responses API had sent with it."""


def write_body(
    call: ModelCall, how: AnswerFormat, said: Mapping[str, JsonValue], _thinker: str = ""
) -> bytes:
    """Write the request; `said` is what stands in it besides the call."""
    body: dict[str, Any] = dict(said)
    in_words = ""
    if call.answer is not None:
        wanted = response_format(call.answer, how)
        if wanted is not None:
            body["response_format"] = wanted
        in_words = instructions(call.answer, how)
    body["messages"] = [_of_chat(row) for row in rows(call.messages, in_words)]
    if call.tools:
        body["tools"] = written_tools(call.tools)
    return encode(body)


def _of_chat(row: Row) -> Row:
    """A row without what another API had sent with it."""
    row.pop(ITEMS, None)
    return row


def headers_of(call: ModelCall) -> dict[str, str]:
    """Say who asks and why; a header holds ASCII only."""
    return {
        PURPOSE: call.purpose.value,
        AGENT: quote(call.agent, safe=" -_.:/@"),
    }


def encode(body: dict[str, Any]) -> bytes:
    """Write a body as JSON."""
    try:
        return pydantic_core.to_json(body)
    except (UnicodeEncodeError, pydantic_core.PydanticSerializationError):
        # A lone surrogate, typed by a person: it has no UTF-8.
        return json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")


SEALED_REASONING = "reasoning.encrypted_content"
_MOST_TOKENS = "max_output_tokens"
_RENAMED = {"max_tokens": _MOST_TOKENS, "max_completion_tokens": _MOST_TOKENS}
_MOVED = {"reasoning_effort": ("reasoning", "effort"), "verbosity": ("text", "verbosity")}


def write_response_body(
    call: ModelCall, how: AnswerFormat, said: Mapping[str, JsonValue], thinker: str
) -> bytes:
    """Write the request; `said` is what stands in it besides the call, as chat completions say it.

    What the `thinker` thought is asked for, and sent back to it; without one nothing is.
    """
    body: dict[str, Any] = {**_in_its_words(said), "store": False}
    in_words = ""
    if call.answer is not None:
        in_words = instructions(call.answer, how)
        if (wanted := _format(response_format(call.answer, how))) is not None:
            body["text"] = {**_object(body.get("text")), "format": wanted}
    conversation = rows(call.messages, in_words)
    if conversation[0]["role"] == "system":
        body["instructions"] = conversation.pop(0)["content"]
    body["input"] = [item for row in conversation for item in _items(row, thinker)]
    if call.tools:
        body["tools"] = [_tool(tool) for tool in written_tools(call.tools)]
        if thinker:
            body["include"] = [SEALED_REASONING]
    return encode(body)


def _in_its_words(said: Mapping[str, JsonValue]) -> dict[str, Any]:
    """Parameters of chat completions by the names they have here; others as they are."""
    written: dict[str, Any] = {}
    for name, value in said.items():
        if name in _MOVED:
            group, inner = _MOVED[name]
            written[group] = {**_object(written.get(group) or said.get(group)), inner: value}
        else:
            written.setdefault(_RENAMED.get(name, name), value)
    return written


def _object(value: object) -> dict[str, Any]:
    return dict(value) if isinstance(value, dict) else {}


def _format(wanted: dict[str, Any] | None) -> dict[str, Any] | None:
    """The format of answers, without the box that chat completions put a schema in."""
    if wanted is None or "json_schema" not in wanted:
        return wanted
    return {"type": wanted["type"], **wanted["json_schema"]}


def _tool(tool: Mapping[str, Any]) -> dict[str, Any]:
    # Left out, “strict” is true here, and an optional parameter a mistake.
    return {"type": "function", **tool["function"], "strict": False}


def _items(row: Row, thinker: str) -> Iterator[dict[str, Any]]:
    """The items of one row of the conversation."""
    match row["role"]:
        case "tool":
            yield {
                "type": "function_call_output",
                "call_id": row["tool_call_id"],
                "output": row["content"],
            }
        case "assistant":
            yield from _said(row, thinker)
        case role:
            yield {"role": role, "content": _content(row["content"])}


def _content(content: str | list[Row]) -> str | list[Row]:
    return content if isinstance(content, str) else [_part(part) for part in content]


def _part(part: Row) -> Row:
    if part["type"] == "image_url":
        url = part["image_url"]["url"]
        return {"type": "input_image", "image_url": url, "detail": "auto"}
    return {"type": "input_text", "text": part["text"]}


def _said(row: Row, thinker: str) -> Iterator[dict[str, Any]]:
    """An assistant's words and calls; what led to them goes back to the model that thought it."""
    text = _text(row["content"])
    calls = {call["id"]: _call(call) for call in row.get("tool_calls", ())}
    kept = row.get(ITEMS)
    if not isinstance(kept, dict) or kept.get("model") != thinker:
        yield from _message(text)
    else:
        items = kept["items"]
        if not text.endswith(spoken(items)):
            items = [item for item in items if item["type"] != "message"]
        yield from _message(text.removesuffix(spoken(items)).rstrip())
        yield from _among(items, calls)
    yield from calls.values()


def _among(
    items: Iterable[dict[str, Any]], calls: dict[str, dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Items as they came, but for calls: as they were carried out, and only those that were.

    A thought stands before what it led to; one that led to nothing would be refused.
    """
    thoughts: list[dict[str, Any]] = []
    for item in items:
        if item["type"] == "reasoning":
            thoughts.append(item)
            continue
        written = item
        if item["type"] == "function_call":
            carried_out = calls.pop(item["call_id"], None)
            if carried_out is None:
                thoughts.clear()
                continue
            written = item | carried_out
        yield from thoughts
        thoughts.clear()
        yield written


def _text(content: str | list[Row] | None) -> str:
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content if part.get("text"))
    return content or ""


def _message(text: str) -> Iterator[dict[str, Any]]:
    if text:
        yield {"role": "assistant", "content": text}


def _call(call: Row) -> dict[str, Any]:
    return {"type": "function_call", "call_id": call["id"], **call["function"]}


def spoken(items: Iterable[Mapping[str, Any]]) -> str:
    """What an answer says to people."""
    said = (item for item in items if item.get("type") == "message")
    return "\n\n".join(filter(None, (told(item, "output_text", "text") for item in said)))


def told(item: Mapping[str, Any], kind: str, field: str) -> str:
    """The words of one kind that an item holds."""
    content = item.get("content")
    parts = content if isinstance(content, list) else ()
    mine = (part for part in parts if isinstance(part, dict) and part.get("type") == kind)
    return "".join(part[field] for part in mine if isinstance(part.get(field), str))

"""Our call → the request as chat completions want it."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import pydantic_core
from pydantic import JsonValue

from agents.kit.model import ModelCall
from bot.llm.openai.conversation import Row, rows
from bot.llm.openai.formats import AnswerFormat, instructions, response_format
from bot.llm.openai.schemas import written_tools

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

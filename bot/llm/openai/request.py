"""Our call → the request as chat completions want it."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import pydantic_core
from pydantic import JsonValue

from agents.kit.model import ChatMessage, Image, ModelCall, ToolCall, ToolSpec
from bot.llm.openai.formats import AnswerFormat, response_format, with_instructions

PURPOSE, AGENT = "X-Frontdesk-Purpose", "X-Frontdesk-Agent"


def write_body(call: ModelCall, how: AnswerFormat, fixed: Mapping[str, JsonValue]) -> bytes:
    """Write the request; `fixed` is what stands in every request to this model."""
    body: dict[str, Any] = dict(fixed)
    messages = call.messages
    if call.answer is not None:
        wanted = response_format(call.answer, how)
        if wanted is not None:
            body["response_format"] = wanted
        if how is not AnswerFormat.SCHEMA:
            messages = with_instructions(messages, call.answer)
    body["messages"] = [_message(message) for message in messages]
    if call.tools:
        body["tools"] = [_tool(tool) for tool in call.tools]
    return encode(body)


def headers_of(call: ModelCall) -> dict[str, str]:
    """Say who asks and why; a header holds ASCII only."""
    return {
        PURPOSE: call.purpose.value,
        AGENT: quote(call.agent, safe=" -_.:/@"),
    }


def _message(message: ChatMessage) -> dict[str, Any]:
    written: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        written["tool_calls"] = [_tool_call(call) for call in message.tool_calls]
        written["content"] = message.content or None
    if message.tool_call_id is not None:
        written["tool_call_id"] = message.tool_call_id
    if message.images:
        words = {"type": "text", "text": message.content}
        written["content"] = [words, *(_picture(image) for image in message.images)]
    return written


def _picture(image: Image) -> dict[str, Any]:
    url = f"data:{image.media_type};base64,{image.data}"
    return {"type": "image_url", "image_url": {"url": url}}


def _tool_call(call: ToolCall) -> dict[str, Any]:
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call.id, "type": "function", "function": function}


def _tool(tool: ToolSpec) -> dict[str, Any]:
    function = {
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters,
    }
    return {"type": "function", "function": function}


def encode(body: dict[str, Any]) -> bytes:
    """Write a body as JSON."""
    try:
        return pydantic_core.to_json(body)
    except (UnicodeEncodeError, pydantic_core.PydanticSerializationError):
        # A lone surrogate, typed by a person: it has no UTF-8.
        return json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")

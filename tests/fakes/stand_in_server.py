"""The stand-in as a model server: it answers chat completions over HTTP.

`python -m tests.fakes.model_server --script tests.fakes.stand_in_server:stands_in` serves it.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from agents.kit.values.model import (
    AnswerSchema,
    ChatMessage,
    ModelCall,
    ModelReply,
    Purpose,
    ToolCall,
    ToolSpec,
)
from tests.fakes.model_answers import Asked, Reply, calls, chunk, says, streams
from tests.fakes.stand_in import StandIn

STAND_IN = StandIn()
IN_WORDS = "It must satisfy this JSON schema:\n"
PURPOSE, AGENT = "x-frontdesk-purpose", "x-frontdesk-agent"


def stands_in(asked: Asked) -> Reply:
    """Answer a request as the stand-in does, in pieces where that is wanted."""
    reply = STAND_IN.answer(call_in(asked))
    return _in_pieces(reply) if asked.body.get("stream") else _whole(reply)


def call_in(asked: Asked) -> ModelCall:
    """The call that a request was made of."""
    body = asked.body
    messages = tuple(map(_message, body["messages"]))
    return ModelCall(
        Purpose(asked.headers[PURPOSE]),
        asked.headers[AGENT],
        messages,
        tuple(_tool(one["function"]) for one in body.get("tools", ())),
        answer=_schema(body.get("response_format")) or _schema_in_words(messages[0].content),
        model=body["model"],
    )


def _message(sent: Mapping[str, Any]) -> ChatMessage:
    called = (
        ToolCall(one["id"], one["function"]["name"], one["function"]["arguments"])
        for one in sent.get("tool_calls") or ()
    )
    content = sent.get("content") or ""
    text = content if isinstance(content, str) else _text(content)
    return ChatMessage(sent["role"], text, tuple(called), sent.get("tool_call_id"))


def _text(parts: Sequence[Mapping[str, Any]]) -> str:
    return "\n".join(part["text"] for part in parts if part["type"] == "text")


def _tool(function: Mapping[str, Any]) -> ToolSpec:
    return ToolSpec(function["name"], function.get("description", ""), function["parameters"])


def _schema(wanted: Mapping[str, Any] | None) -> AnswerSchema | None:
    if not wanted or wanted["type"] != "json_schema":
        return None
    given = wanted["json_schema"]
    return AnswerSchema(given["name"], given["schema"])


def _schema_in_words(instructions: str) -> AnswerSchema | None:
    """The schema that instructions ask for, where a server takes none."""
    written = instructions.rpartition(IN_WORDS)[2]
    return AnswerSchema("answer", json.loads(written)) if IN_WORDS in instructions else None


def _whole(reply: ModelReply) -> Reply:
    if not reply.tool_calls:
        return says(reply.text)
    return calls(*((call.name, call.arguments) for call in reply.tool_calls))


def _in_pieces(reply: ModelReply) -> Reply:
    if not reply.tool_calls:
        return streams(chunk(content=reply.text), chunk("stop"))
    pieces = [
        {
            "index": at,
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments},
        }
        for at, call in enumerate(reply.tool_calls)
    ]
    return streams(chunk(tool_calls=pieces), chunk("tool_calls"))

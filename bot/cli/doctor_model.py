"""Tries the configured model as conversations will: a schema, a tool, a result, many turns."""

import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from pydantic import JsonValue

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import (
    AnswerSchema,
    ChatMessage,
    Model,
    ModelCall,
    ModelReply,
    Purpose,
    ToolCall,
    ToolSpec,
)
from bot.cli.findings import Finding, bad, good, look

_SYSTEM = ChatMessage("system", "You work at the front desk of a library. Answer in one sentence.")
_ASKS = ChatMessage("user", "On which shelf are the books about whales? Look it up.")
_CHOICES: list[JsonValue] = ["books", "opening_hours", "nothing"]
_ABOUT: dict[str, JsonValue] = {
    "type": "object",
    "properties": {"about": {"type": "string", "enum": _CHOICES}},
    "required": ["about"],
    "additionalProperties": False,
}
_SHELF_OF: dict[str, JsonValue] = {
    "type": "object",
    "properties": {"topic": {"type": "string", "description": "What the books are about."}},
    "required": ["topic"],
    "additionalProperties": False,
}
_SHELF = ToolSpec("shelf_of", "Look up on which shelf the books about a topic are.", _SHELF_OF)
_CALLS = ChatMessage(
    "assistant", "", tool_calls=(ToolCall("whales001", _SHELF.name, '{"topic": "whales"}'),)
)
_TURNS_OF_A_THREAD = 10


@dataclass(frozen=True, slots=True)
class Probe:
    """One thing conversations need: how it is asked for, what is right, what to do otherwise."""

    what: str
    call: ModelCall
    is_right: Callable[[ModelReply], bool]
    remedy: str


async def probed(model: Model, within_seconds: float) -> AsyncIterator[Finding]:
    """Try everything in turn; where the first is not answered at all, the rest is left out."""
    calls = list[ModelReply]()
    for probe in (_schema(), _tool()):
        finding = await _try(model, probe, within_seconds, calls)
        yield finding
        if not calls:
            return
    for probe in (_second_round(calls[-1]), _long_thread()):
        yield await _try(model, probe, within_seconds, calls)


async def _try(
    model: Model, probe: Probe, within_seconds: float, replies: list[ModelReply]
) -> Finding:
    what = f"model, {probe.what}"
    try:
        reply = await model.complete(probe.call, within_seconds=within_seconds)
    except ModelUnavailable as error:
        said = f" ({error.detail})" if error.detail else ""
        return bad(what, f"{error.reason}{said}; {probe.remedy}")
    replies.append(reply)
    if probe.is_right(reply):
        return good(what, reply.model)
    return look(what, f"{reply.model} does not manage it; {probe.remedy}")


def _schema() -> Probe:
    system = "Say what the message is about, as JSON: books, opening_hours or nothing."
    call = ModelCall(
        Purpose.READ,
        "doctor",
        (ChatMessage("system", system), ChatMessage("user", "When do you close on Sunday?")),
        answer=AnswerSchema("about", _ABOUT),
    )
    remedy = "name one that does in FRONTDESK_MODEL_READ, or none can read what people write"
    return Probe("an answer under a schema", call, _is_about_something, remedy)


def _is_about_something(reply: ModelReply) -> bool:
    try:
        answer = json.loads(reply.text)
    except ValueError:
        return False
    return isinstance(answer, dict) and answer.get("about") in _CHOICES


def _tool() -> Probe:
    call = ModelCall(Purpose.AGENT, "doctor", (_SYSTEM, _ASKS), tools=(_SHELF,))
    remedy = "agents that talk need it (a server may want tools switched on); forms do not"
    return Probe("a call of a tool", call, _looks_up, remedy)


def _looks_up(reply: ModelReply) -> bool:
    return [call.name for call in reply.tool_calls] == [_SHELF.name]


def _second_round(first: ModelReply) -> Probe:
    """Give back the call that was made, or one as it should have been made, with a result."""
    calls = first.tool_calls[:1]
    asked = ChatMessage("assistant", first.text, tool_calls=calls) if calls else _CALLS
    found = ChatMessage("tool", "Shelf 12.", tool_call_id=asked.tool_calls[0].id)
    call = ModelCall(Purpose.AGENT, "doctor", (_SYSTEM, _ASKS, asked, found), tools=(_SHELF,))
    remedy = "agents that talk need it; try a larger one, or a newer chat template"
    return Probe("an answer from a tool's result", call, lambda reply: "12" in reply.text, remedy)


def _long_thread() -> Probe:
    talk = [_SYSTEM]
    for number in range(1, _TURNS_OF_A_THREAD):
        talk.append(ChatMessage("user", f"Please put book {number} aside for me."))
        talk.append(ChatMessage("assistant", f"Book {number} is put aside."))
    last = ChatMessage("user", "Thank you. Which book did I name first?")
    call = ModelCall(Purpose.AGENT, "doctor", (*talk, last))
    remedy = "give it a longer context, or a newer chat template"
    what = f"{_TURNS_OF_A_THREAD} turns in one thread"
    return Probe(what, call, lambda reply: bool(reply.text.strip()), remedy)

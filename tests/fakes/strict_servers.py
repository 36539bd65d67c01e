"""Model servers that refuse what real ones refuse, in their words: one habit each."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tests.fakes.model_answers import Asked, Reply, Script, fails, says

Body = Mapping[str, Any]
Habit = Callable[[Body], str]

_NINE = re.compile(r"[A-Za-z0-9]{9}")


def strict(habit: Habit, answer: Reply | None = None) -> Script:
    """A server that answers what its habit has nothing against."""

    def script(asked: Asked) -> Reply:
        refusal = habit(asked.body)
        return fails(400, refusal) if refusal else answer or says("Fine.")

    return script


def one_system_message(body: Body) -> str:
    """As templates of Qwen 3.5 do."""
    later = [row for row in body["messages"][1:] if row["role"] == "system"]
    return "System message must be at the beginning." if later else ""


def taking_turns(body: Body) -> str:
    """As templates of Mistral do: calls and their results are not counted."""
    rows = [row for row in body["messages"] if row["role"] != "system"]
    spoken = [
        row["role"]
        for row in rows
        if row["role"] == "user" or (row["role"] == "assistant" and not row.get("tool_calls"))
    ]
    wanted = [("user", "assistant")[place % 2] for place in range(len(spoken))]
    message = "After the optional system message, conversation roles must alternate user/assistant"
    return "" if spoken == wanted else message


def no_prefill(body: Body) -> str:
    """As Claude 4.6 does."""
    last = body["messages"][-1]["role"]
    return "This model does not support assistant message prefill." if last == "assistant" else ""


def results_behind_calls(body: Body) -> str:
    """As OpenAI and Anthropic do."""
    rows = body["messages"]
    for place, row in enumerate(rows):
        wanted = [call["id"] for call in row.get("tool_calls", ())]
        behind = rows[place + 1 : place + 1 + len(wanted)]
        if [one.get("tool_call_id") for one in behind] != wanted:
            return (
                "An assistant message with 'tool_calls' must be followed by tool messages "
                "responding to each 'tool_call_id'."
            )
    called = [call["id"] for row in rows for call in row.get("tool_calls", ())]
    answered = [row["tool_call_id"] for row in rows if row["role"] == "tool"]
    return "" if called == answered else "messages with role 'tool' must be a response"


def nine_signs(body: Body) -> str:
    """As Mistral does."""
    called = [call["id"] for row in body["messages"] for call in row.get("tool_calls", ())]
    wrong = [one for one in called if not _NINE.fullmatch(one)]
    return f"Tool call id was {wrong[0]} but must be a-z, A-Z, 0-9, length 9." if wrong else ""


def ids_once(body: Body) -> str:
    """As Anthropic does."""
    called = [call["id"] for row in body["messages"] for call in row.get("tool_calls", ())]
    return "" if len({*called}) == len(called) else "tool_use ids must be unique"


def signatures(body: Body) -> str:
    """As Gemini 3 does: a call comes back with what it was sent with."""
    calls = [call for row in body["messages"] for call in row.get("tool_calls", ())]
    missing = [call for call in calls if "extra_content" not in call]
    return "Function call is missing a thought_signature in functionCall parts." if missing else ""


def arguments_as_text(body: Body) -> str:
    """As most do."""
    calls = [call for row in body["messages"] for call in row.get("tool_calls", ())]
    wrong = [call for call in calls if not isinstance(call["function"]["arguments"], str)]
    return "Invalid type for 'arguments': expected a string, but got an object." if wrong else ""


def words_in_schemas(body: Body) -> str:
    """As Gemini, vLLM, llama.cpp and others do, each with some of these."""
    return next((told for part in _parts(body) if (told := _refused(part))), "")


def _parts(body: Body) -> Iterator[Body]:
    for tool in body.get("tools", ()):
        yield from _walk(tool["function"]["parameters"])
    described = body.get("response_format", {}).get("json_schema")
    if described:
        yield from _walk(described["schema"])


def _walk(schema: Any) -> Iterator[Body]:
    assert isinstance(schema, dict), schema
    yield schema
    for part in schema.get("properties", {}).values():
        yield from _walk(part)
    for part in schema.get("anyOf", ()):
        yield from _walk(part)
    for name in ("items", "additionalProperties"):
        if isinstance(schema.get(name), dict):
            yield from _walk(schema[name])


_KNOWN = {
    *("type", "properties", "required", "additionalProperties", "items", "enum", "anyOf"),
    *("description", "default", "minimum", "maximum", "minLength", "maxLength"),
    *("minItems", "maxItems", "pattern", "format"),
}


def _refused(part: Body) -> str:
    if unknown := part.keys() - _KNOWN:
        return f"Invalid JSON payload received. Unknown name {min(unknown)!r}: Cannot find field."
    if isinstance(part.get("type"), list):
        return "Proto field is not repeating, cannot start list."
    if "enum" in part and "type" not in part:
        return "schema must have a 'type' key."
    if part.get("format", "date-time") != "date-time":
        return "only 'enum' and 'date-time' are supported for STRING type"
    if re.search(r"\\[dwsDWSbB]|\(\?", part.get("pattern", "")):
        return "failed to parse grammar: unknown escape"
    is_open = "properties" in part and part.get("additionalProperties") is not False
    return "'additionalProperties' is required to be supplied and to be false." if is_open else ""

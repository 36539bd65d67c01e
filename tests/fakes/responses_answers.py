"""What a server of the Responses API sends, and what it refuses, in the words of OpenAI's."""

from collections.abc import Iterable, Iterator
from typing import Any

from tests.fakes.model_answers import Answer, Asked, Events, Reply, Script, fails, sends

WANTS_RESPONSES = (
    "Function tools with reasoning_effort are not supported for gpt-x in /v1/chat/completions. "
    "Please use /v1/responses instead."
)
MOVED = {
    "messages": "input",
    "response_format": "text.format",
    "reasoning_effort": "reasoning.effort",
    "max_tokens": "max_output_tokens",
    "max_completion_tokens": "max_output_tokens",
    "verbosity": "text.verbosity",
    "stream_options.include_usage": "usage",
}

Item = dict[str, Any]


def a_message(text: str, **more: object) -> Item:
    """Words, with what comes beside them."""
    part = {"type": "output_text", "text": text, "annotations": [], "logprobs": []}
    own = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed"}
    return {**own, "content": [part], **more}


def a_thought(number: int = 1, sealed: str | None = "sealed") -> Item:
    """What the model thought, sealed."""
    own: Item = {"id": f"rs_{number}", "type": "reasoning", "summary": [], "status": None}
    return {**own, "content": None, "encrypted_content": sealed and f"{sealed}-{number}"}


def a_function_call(name: str, arguments: str = "{}", call_id: str = "call_0") -> Item:
    """A call of a tool."""
    own = {"id": f"fc_{call_id}", "type": "function_call", "status": "completed"}
    return {**own, "call_id": call_id, "name": name, "arguments": arguments}


def a_response(*output: Item, status: str = "completed", **more: object) -> dict[str, Any]:
    """A whole answer."""
    usage = {
        "input_tokens": 800,
        "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
        "output_tokens": 20,
        "output_tokens_details": {"reasoning_tokens": 12},
        "total_tokens": 820,
    }
    own = {"id": "resp_1", "object": "response", "created_at": 1, "model": "fake-1"}
    end = {"error": None, "incomplete_details": None, "usage": usage}
    return {**own, "status": status, "output": list(output), **end, **more}


def responds(*output: Item, **more: Any) -> Answer:
    """An answer at once."""
    return sends(a_response(*output, **more))


def says_so(text: str) -> Answer:
    """An answer in words."""
    return responds(a_message(text))


def as_events(*output: Item, end: str = "completed", **more: Any) -> Events:
    """The same as a stream: words piece by piece, each item when it is done, and the whole."""
    response = a_response(*output, status=end, **more)
    pieces = [event for place, item in enumerate(output) for event in _events(place, item)]
    begun = {"type": "response.created", "response": {**response, "output": []}}
    return Events((begun, *pieces, {"type": f"response.{end}", "response": response}))


def _events(place: int, item: Item) -> Iterator[Item]:
    at = {"output_index": place, "item_id": item["id"]}
    yield {"type": "response.output_item.added", **at, "item": item}
    for part in item["content"] or () if item["type"] == "message" else ():
        for word in part["text"].split(" "):
            delta = {"content_index": 0, "delta": f"{word} ", "logprobs": []}
            yield {"type": "response.output_text.delta", **at, **delta}
    yield {"type": "response.output_item.done", **at, "item": item}


def strictly(script: Script) -> Script:
    """A server that takes the Responses API alone, and refuses what OpenAI's refuses."""

    def strict(asked: Asked) -> Reply:
        if not asked.path.partition("?")[0].endswith("/responses"):
            return fails(404, f"Invalid URL (POST {asked.path})")
        problem = next(_problems(asked.body), None)
        return fails(400, problem) if problem else script(asked)

    return strict


def _problems(body: dict[str, Any]) -> Iterator[str]:
    for name in body.keys() & MOVED.keys():
        yield f"Unsupported parameter: '{name}'. It has moved to '{MOVED[name]}'."
    if "include_usage" in (body.get("stream_options") or {}):
        yield "Unknown parameter: 'stream_options.include_usage'."
    if body.get("store") is not False:
        yield "This organisation stores nothing."
    for tool in body.get("tools", ()):
        if "function" in tool or "strict" not in tool:
            yield "Missing required parameter: 'tools[0].name'."
    yield from _wrong_items(body["input"])


def _wrong_items(items: list[Item]) -> Iterator[str]:
    calls = {item["call_id"] for item in items if item.get("type") == "function_call"}
    results = {item["call_id"] for item in items if item.get("type") == "function_call_output"}
    for missing in calls - results:
        yield f"No tool output found for function call {missing}."
    for missing in results - calls:
        yield f"No tool call found for function call output with call_id {missing}."
    for place, item in enumerate(items):
        for name in _nulls(item):
            yield f"Invalid type for 'input[{place}].{name}': got null instead."
        if item.get("type") == "reasoning":
            yield from _wrong_thought(item, items[place + 1 :])


def _nulls(item: Item) -> Iterable[str]:
    return (name for name, value in item.items() if value is None)


def _wrong_thought(item: Item, behind: list[Item]) -> Iterator[str]:
    name = item["id"]
    if not item.get("encrypted_content"):
        yield f"Item with id '{name}' not found. Items are not persisted when `store` is false."
    if not behind or behind[0].get("type") not in {"function_call", "message", "reasoning"}:
        yield f"Item '{name}' of type 'reasoning' was provided without its required following item"

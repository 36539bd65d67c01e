"""What the scripted model server may do: answers as OpenAI words them, and faults."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

_REASONS = {200: "OK", 429: "Too Many Requests", 500: "Internal Server Error"}


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it arrived; header names are in lower case."""

    path: str
    headers: dict[str, str]
    body: Any


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer, after a pause."""

    body: bytes
    status: int = 200
    headers: tuple[tuple[str, str], ...] = (("content-type", "application/json"),)
    pause_seconds: float = 0.0

    def wire(self) -> bytes:
        """The answer as it goes over the wire."""
        lines = [f"HTTP/1.1 {self.status} {_REASONS.get(self.status, 'Whatever')}"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        lines += [f"content-length: {len(self.body)}", "", ""]
        return "\r\n".join(lines).encode("latin-1") + self.body


@dataclass(frozen=True, slots=True)
class Events:
    """A streamed answer; a cut one ends without the end mark of its transfer encoding."""

    payloads: tuple[Any, ...]
    pause_seconds: float = 0.0
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Drip:
    """An answer that comes byte by byte."""

    answer: Answer
    seconds_per_byte: float


@dataclass(frozen=True, slots=True)
class Cut:
    """An answer whose connection is closed after so many bytes of its body."""

    answer: Answer
    after_bytes: int


class Hang:
    """Never an answer."""


Reply = Answer | Events | Drip | Cut | Hang
Script = Callable[[Asked], Reply]


def says(text: str, finish: str = "stop", **message: object) -> Answer:
    """An answer in words."""
    return completion({"role": "assistant", "content": text, **message}, finish)


def calls(*asked: tuple[str, str], finish: str = "tool_calls") -> Answer:
    """An answer that asks for tools: pairs of name and arguments."""
    tool_calls = [
        {"id": f"call_{place}", "type": "function", "function": {"name": name, "arguments": text}}
        for place, (name, text) in enumerate(asked)
    ]
    message = {"role": "assistant", "content": None, "tool_calls": tool_calls}
    return completion(message, finish)


def completion(message: object, finish: object = "stop") -> Answer:
    """A chat completion around any message."""
    return sends(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": "fake-1",
            "choices": [
                {"index": 0, "message": message, "finish_reason": finish, "logprobs": None}
            ],
            "usage": {"prompt_tokens": 800, "completion_tokens": 20, "total_tokens": 820},
        }
    )


def sends(payload: object) -> Answer:
    """Any JSON."""
    return Answer(json.dumps(payload).encode())


def fails(status: int, message: str = "no", code: str | None = None, **headers: str) -> Answer:
    """An error as OpenAI words it; `retry_after="1"` becomes a header."""
    error = {"message": message, "type": "error", "param": None, "code": code}
    pairs = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    body = json.dumps({"error": error}).encode()
    return Answer(body, status, (("content-type", "application/json"), *pairs))


def chunk(finish: str | None = None, **delta: object) -> dict[str, Any]:
    """One piece of a streamed answer."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"object": "chat.completion.chunk", "model": "fake-1", "choices": [choice]}


def streams(*payloads: object) -> Events:
    """A streamed answer that ends as it should."""
    usage = {"choices": [], "usage": {"prompt_tokens": 800, "completion_tokens": 20}}
    return Events((*payloads, usage, "[DONE]"))


def in_order(*replies: Reply) -> Script:
    """Reply with one after the other; the last one again and again."""
    left = list(replies)

    def script(_: Asked) -> Reply:
        return left.pop(0) if len(left) > 1 else left[0]

    return script


def says_hello(_: Asked) -> Reply:
    """The same words, whatever is asked."""
    return says("Hello!")


def tool_then_text(asked: Asked) -> Reply:
    """Ask for the first tool offered, then put its result into words."""
    last = asked.body["messages"][-1]
    tools = asked.body.get("tools")
    if tools and last["role"] != "tool":
        return calls((tools[0]["function"]["name"], "{}"))
    return says(f"Here you are: {last['content']}")

"""What a model service may do wrong, as it comes over the wire; never a whole, valid order."""

import json
import socket
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from typing_extensions import override

from agents.kit.values.model import Model, ModelCall, ModelReply, Purpose
from tests.fakes.model_answers import (
    Answer,
    Cut,
    Drip,
    Events,
    Hang,
    Reply,
    calls,
    chunk,
    completion,
    fails,
    says,
    sends,
)
from tests.fakes.openai_models import Setup, model_over
from tests.fakes.stand_in import StandIn

TRANSFER = json.dumps({"to_account": "1234324", "amount": "500"})
DEARER = json.dumps({"to_account": "1234324", "amount": "700"})  # a person is asked first
HTML = (("content-type", "text/html"),)
PATIENCE_SECONDS = 0.3
"""A turn gives a model a minute; nobody waits for that here."""


def _function(name: str, arguments: str, id_: str = "call_0") -> dict[str, Any]:
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}


def _piece(arguments: str, **rest: object) -> dict[str, Any]:
    function = {"arguments": arguments, **({"name": "transfer"} if rest else {})}
    return chunk(tool_calls=[{"index": 0, "function": function, **rest}])


def _asks(*several: dict[str, Any], role: str = "assistant") -> Answer:
    message = {"role": role, "content": None, "tool_calls": list(several)}
    return completion(message, "tool_calls")


def _choices(*texts: str) -> Answer:
    messages = [{"role": "assistant", "content": text} for text in texts]
    choices = [{"index": n, "message": m, "finish_reason": "stop"} for n, m in enumerate(messages)]
    return sends({"object": "chat.completion", "model": "fake-1", "choices": choices})


HALF = (_piece("", id="c", type="function"), _piece(TRANSFER[:20]))

ANSWERS: dict[str, Reply] = {
    "hang": Hang(),
    "a byte at a time": Drip(says("Hello!"), 0.02),
    "400 context length": fails(
        400, "maximum context length is 8 tokens", "context_length_exceeded"
    ),
    "401": fails(401),
    "403": fails(403),
    "404": fails(404),
    "408": fails(408),
    "413": fails(413),
    "429 with seconds": fails(429, retry_after="1"),
    "429 with a date": fails(429, retry_after="Sun, 01 Mar 2026 12:00:01 GMT"),
    "429 without a header": fails(429),
    "500": fails(500),
    "502 with HTML": Answer(b"<html><body>502 Bad Gateway</body></html>", 502, HTML),
    "503": fails(503),
    "529": fails(529),
    "an empty body": Answer(b""),
    "no JSON": Answer(b"Service restarting, try later"),
    "truncated JSON": Answer(says("Hello!").body[:60]),
    "a cut body": Cut(calls(("transfer", TRANSFER)), after_bytes=200),
    "a cut stream": Events((chunk(role="assistant", content="I am send"),), is_cut=True),
    "an error after 200": Events((*HALF, {"error": {"message": "overloaded", "code": "500"}})),
    "cut inside the arguments": Events(HALF, is_cut=True),
    "length": calls(("transfer", TRANSFER), finish="length"),
    "content_filter": calls(("transfer", TRANSFER), finish="content_filter"),
    "a refusal": says("", refusal="I cannot help with that."),
    "no content": completion({"role": "assistant", "content": None}),
    "an unknown tool": calls(("banana", "{}")),
    "wrong types": calls(("transfer", '{"to_account": ["x"], "amount": {"a": 1}}')),
    "a missing argument": calls(("transfer", '{"amount": "500"}')),
    "an argument too many": calls(("transfer", TRANSFER[:-1] + ', "approved": true}')),
    "arguments that are no JSON": calls(("transfer", TRANSFER[:-1])),
    "repeated call ids": _asks(*[_function("transfer", DEARER)] * 2),
    "50 calls at once": calls(*[("transfer", DEARER)] * 50),
    "an unknown target": calls(("transfer_to_agent", '{"agent": "banana"}')),
    "a hand-off to itself": calls(("transfer_to_agent", '{"agent": "transfer_money"}')),
    "1 MB of text": says("x" * 1_000_000),
    "NUL and half a character": says("a\0b\ud800c"),
    "a wrong role": _asks(_function("transfer", DEARER), role="user"),
    "two choices": _choices("One of two.", "Two of two."),
}
WITHOUT_A_SERVER = ("refused", "no TLS", "a name nobody knows", "no connection")
FAULTS = (*WITHOUT_A_SERVER, *ANSWERS)


@dataclass
class Faulty(Model):
    """Asks the faulty service for one purpose, and the stand-in for everything else."""

    setup: Setup
    purpose: Purpose
    is_faulty: bool = False
    times_asked: int = 0

    def __post_init__(self) -> None:
        self._stand_in = StandIn()

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        if not self.is_faulty or call.purpose is not self.purpose:
            return await self._stand_in.complete(call, within_seconds=within_seconds)
        self.times_asked += 1
        seconds = min(within_seconds, PATIENCE_SECONDS)
        return await self.setup.model.complete(call, within_seconds=seconds)


@asynccontextmanager
async def faulty(fault: str, purpose: Purpose) -> AsyncIterator[Faulty]:
    """Open a model whose service has this fault, while `is_faulty` is set."""
    with ExitStack() as stack:
        answer = ANSWERS.get(fault, says("Hello!"))
        fields: dict[str, object] = {"streaming": isinstance(answer, Events)}
        if fault in WITHOUT_A_SERVER:
            fields |= {"base_url": _nowhere(fault, stack), "connect_seconds": 0.1}
        async with model_over(answer, **fields) as setup:
            yield Faulty(setup, purpose)


def _nowhere(fault: str, stack: ExitStack) -> str:
    """An address at which no service answers, for as long as the stack is open."""
    if fault == "a name nobody knows":
        return "http://models.invalid/v1"
    listener = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=0))
    address = listener.getsockname()
    if fault == "refused":
        listener.close()
    for _ in range(4 if fault == "no connection" else 0):  # they fill the backlog
        waiting = stack.enter_context(socket.socket())
        waiting.settimeout(0)
        waiting.connect_ex(address)
    return f"{'https' if fault == 'no TLS' else 'http'}://127.0.0.1:{address[1]}/v1"

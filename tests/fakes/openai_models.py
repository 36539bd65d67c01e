"""The real OpenAI adapter in front of the scripted model server, with time that tests rule."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import FunctionType
from typing import Any

from agents.kit.values.model import (
    AnswerSchema,
    ChatMessage,
    ModelCall,
    ModelReply,
    Purpose,
    ToolSpec,
    listening,
)
from bot.llm.openai import OpenAIConfig, OpenAIModel, Timing, WhichApi
from tests.fakes.model_answers import Asked, Reply, Script, in_order
from tests.fakes.model_server import ModelServer
from tests.fakes.responses_answers import strictly

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@dataclass(slots=True)
class RuledTime:
    """Time that passes when a test says so; `pauses` were asked for, none was made."""

    seconds: float = 0.0
    pauses: list[float] = field(default_factory=list)

    async def sleep(self, seconds: float) -> None:
        """Remember the pause."""
        self.pauses.append(seconds)


@dataclass(slots=True)
class Setup:
    """A model and the server it talks to, the time they live in, and what was streamed."""

    model: OpenAIModel
    server: ModelServer
    time: RuledTime
    shown: list[str]

    async def complete(self, call: ModelCall | None = None, within: float = 2.0) -> ModelReply:
        """Ask the model."""
        return await self.model.complete(call or a_call(), within_seconds=within)

    async def asked(self, times: int = 1) -> None:
        """Wait until so many requests have reached the server."""
        while self.times_asked < times:  # noqa: ASYNC110 - the fake server sets no event
            await asyncio.sleep(0)

    @property
    def times_asked(self) -> int:
        """How many requests reached the server."""
        return len(self.server.asked)

    @property
    def body(self) -> dict[str, Any]:
        """The last request's body."""
        return dict(self.server.asked[-1].body)


@asynccontextmanager
async def model_over(*replies: Reply | Script, **config: object) -> AsyncIterator[Setup]:
    """Open a model over a server that gives these replies, or follows a script."""
    async with ModelServer(_script(*replies)) as server:
        time, shown = RuledTime(), list[str]()
        timing = Timing(lambda: NOON, lambda: time.seconds, time.sleep, lambda: 0.0)
        fields: dict[str, Any] = {"models": ("fake-1",), "api_key": "key"}
        fields |= {"base_url": server.base_url, **config}
        model = OpenAIModel(OpenAIConfig(**fields), timing)
        heard = listening.set(lambda _agent, said: shown.append(said[-1]))
        try:
            yield Setup(model, server, time, shown)
        finally:
            listening.reset(heard)
            await model.close()


def responses_over(
    *replies: Reply | Script, **config: object
) -> AbstractAsyncContextManager[Setup]:
    """Open a model over the Responses API of a server that is strict with requests."""
    api = {"api": WhichApi.RESPONSES, "retries": 0}
    return model_over(strictly(_script(*replies)), **{**api, **config})


def after(call: ModelCall, reply: ModelReply, *results: str) -> ModelCall:
    """The next call of a loop: what was answered, and what its tools found."""
    said = ChatMessage("assistant", reply.text, reply.tool_calls, provider=reply.provider)
    found = [
        ChatMessage("tool", result, tool_call_id=asked.id)
        for asked, result in zip(reply.tool_calls, results, strict=True)
    ]
    return replace(call, messages=(*call.messages, said, *found))


def a_call(**changes: object) -> ModelCall:
    """A call of the bank's agent."""
    fields: dict[str, Any] = {
        "purpose": Purpose.AGENT,
        "agent": "bank",
        "messages": (ChatMessage("system", "You are a bank."), ChatMessage("user", "Balance?")),
    }
    fields.update(changes)
    return ModelCall(**fields)


def per_model(**replies: Reply) -> Script:
    """Reply by the model that is asked; `fake_1` means `fake-1`."""

    def script(asked: Asked) -> Reply:
        return replies[asked.body["model"].replace("-", "_")]

    return script


def _script(*replies: Reply | Script) -> Script:
    match replies:
        case (FunctionType() as script,):
            return script
        case _:
            return in_order(*(reply for reply in replies if not callable(reply)))


LOOK = ToolSpec("balance", "Looks up a balance.", {"type": "object", "properties": {}})
WITH_TOOLS = a_call(tools=(LOOK,))
CHOICE = AnswerSchema(
    "choice",
    {
        "type": "object",
        "properties": {"agent": {"type": "string"}},
        "required": ["agent"],
        "additionalProperties": False,
    },
)

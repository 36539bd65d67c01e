"""A model for tests: it answers what it was told to, and remembers what it was asked."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterable, Iterator

from typing_extensions import override

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import Finish, Model, ModelCall, ModelReply, ToolCall

ScriptedAnswer = str | ToolCall | ModelReply | Exception
Script = Callable[[ModelCall], ScriptedAnswer | Awaitable[ScriptedAnswer]]


class ScriptedModel(Model):
    """Answers from a list, in order, or by asking a function.

    An answer may be words, a tool call, a whole reply, or an error to raise. `calls` are
    all calls so far.
    """

    def __init__(self, script: Script | Iterable[ScriptedAnswer]) -> None:
        self.calls: list[ModelCall] = []
        self._script = script if callable(script) else _in_order(iter(script))

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        self.calls.append(call)
        answer = self._script(call)
        if inspect.isawaitable(answer):
            answer = await _in_time(answer, within_seconds)
        if isinstance(answer, Exception):
            raise answer
        return _reply(answer)


async def _in_time(answer: Awaitable[ScriptedAnswer], seconds: float) -> ScriptedAnswer:
    try:
        async with asyncio.timeout(seconds):
            return await answer
    except TimeoutError:
        return ModelUnavailable("the scripted model did not answer in time")


def _in_order(answers: Iterator[ScriptedAnswer]) -> Callable[[ModelCall], ScriptedAnswer]:
    def answer(call: ModelCall) -> ScriptedAnswer:
        nothing_left = ModelUnavailable(f"the script has no answer left for {call.purpose}")
        return next(answers, nothing_left)

    return answer


def _reply(answer: str | ToolCall | ModelReply) -> ModelReply:
    match answer:
        case str():
            return ModelReply(answer, model="scripted")
        case ToolCall():
            return ModelReply(tool_calls=(answer,), finish=Finish.TOOL_CALLS, model="scripted")
        case ModelReply():
            return answer

"""What every model promises, whichever adapter it is."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from agents.kit.values.errors import ContextOverflow, ModelUnavailable
from agents.kit.values.model import Finish, Model, ModelCall, ModelReply, ToolCall
from tests.fakes.model_answers import Hang, Reply, calls, fails, says
from tests.fakes.openai_models import a_call, model_over, responses_over
from tests.fakes.responses_answers import a_function_call, a_thought, responds, says_so
from tests.fakes.scripted import ScriptedAnswer, ScriptedModel

Setting = Callable[[str], AbstractAsyncContextManager[Model]]

OPENAI: dict[str, Reply] = {
    "words": says("Hello!"),
    "a tool call": calls(("balance", "{}")),
    "nothing": fails(500),
    "silence": Hang(),
    "too long": fails(413),
}


RESPONSES: dict[str, Reply] = {
    **OPENAI,
    "words": says_so("Hello!"),
    "a tool call": responds(a_thought(), a_function_call("balance")),
}


async def forever(_: ModelCall) -> ScriptedAnswer:
    await asyncio.Event().wait()
    return ""


def once(answer: ScriptedAnswer) -> Callable[[ModelCall], ScriptedAnswer]:
    return lambda _: answer


SCRIPTED: dict[str, Callable[[ModelCall], ScriptedAnswer | Awaitable[ScriptedAnswer]]] = {
    "words": once("Hello!"),
    "a tool call": once(ToolCall("call_0", "balance", "{}")),
    "nothing": once(ModelUnavailable("nobody there")),
    "silence": forever,
    "too long": once(ContextOverflow()),
}


@asynccontextmanager
async def openai_model(situation: str) -> AsyncIterator[Model]:
    async with model_over(OPENAI[situation]) as setup:
        yield setup.model


@asynccontextmanager
async def responses_model(situation: str) -> AsyncIterator[Model]:
    async with responses_over(RESPONSES[situation]) as setup:
        yield setup.model


@asynccontextmanager
async def scripted_model(situation: str) -> AsyncIterator[Model]:
    yield ScriptedModel(SCRIPTED[situation])


@pytest.fixture(params=[openai_model, responses_model, scripted_model])
def model_in(request: pytest.FixtureRequest) -> Setting:
    setting: Setting = request.param
    return setting


async def ask(model: Model, within_seconds: float = 2.0) -> ModelReply:
    return await model.complete(a_call(), within_seconds=within_seconds)


async def test_words_are_an_answer(model_in: Setting):
    async with model_in("words") as model:
        reply = await ask(model)

    assert (reply.text, reply.tool_calls, reply.finish) == ("Hello!", (), Finish.STOP)
    assert reply.model


async def test_a_tool_call_is_an_answer(model_in: Setting):
    async with model_in("a tool call") as model:
        reply = await ask(model)

    assert reply.tool_calls == (ToolCall("call_0", "balance", "{}"),)
    assert reply.finish is Finish.TOOL_CALLS


@pytest.mark.parametrize("situation", ["nothing", "silence"])
async def test_no_answer_has_a_reason_in_time(model_in: Setting, situation: str):
    async with model_in(situation) as model, asyncio.timeout(30):
        with pytest.raises(ModelUnavailable) as failure:
            await ask(model, within_seconds=0.3)

    assert failure.value.reason


async def test_a_call_that_is_too_long_is_told_apart(model_in: Setting):
    async with model_in("too long") as model:
        with pytest.raises(ContextOverflow):
            await ask(model)


async def test_one_model_serves_many_calls_at_once(model_in: Setting):
    async with model_in("words") as model:
        replies = await asyncio.gather(*(ask(model) for _ in range(20)))

    assert {reply.text for reply in replies} == {"Hello!"}


async def test_a_script_is_followed_in_order_and_remembered():
    model = ScriptedModel(["one", ToolCall("c", "balance", "{}"), ModelUnavailable("away")])

    replies = [await ask(model), await ask(model)]

    assert [(reply.text, len(reply.tool_calls)) for reply in replies] == [("one", 0), ("", 1)]
    with pytest.raises(ModelUnavailable, match="away"):
        await ask(model)
    with pytest.raises(ModelUnavailable, match="no answer left"):
        await ask(model)
    assert model.calls == [a_call()] * 4

"""A model that asks for the Responses API is asked over it, from then on."""

import pytest

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import ToolSpec
from bot.llm.openai import Parameters, WhichApi
from tests.fakes.model_answers import Asked, Reply, Script, fails, says
from tests.fakes.openai_models import Setup, a_call, after, model_over
from tests.fakes.responses_answers import (
    WANTS_RESPONSES,
    a_function_call,
    a_thought,
    responds,
    says_so,
    strictly,
)

LOOK = ToolSpec("balance", "Looks up a balance.", {"type": "object", "properties": {}})
WITH_TOOLS = a_call(tools=(LOOK,))
LOOKING = responds(a_thought(), a_function_call("balance"))
TO_USE_TOOLS = (
    "Function tools with reasoning_effort are not supported for gpt-x in /v1/chat/completions. "
    "To use function tools, use /v1/responses or set reasoning_effort to 'none'."
)
ONLY_THERE = "This model is only supported in v1/responses and not in v1/chat/completions."
NO_CHAT_MODEL = (
    "This is not a chat model and thus not supported in the v1/chat/completions endpoint. "
    "Did you mean to use v1/completions?"
)
AS_REPORTED = [
    (400, WANTS_RESPONSES),
    (400, TO_USE_TOOLS),
    (404, ONLY_THERE),
    (404, NO_CHAT_MODEL),
    (500, f"litellm.BadRequestError: OpenAIException - {WANTS_RESPONSES}"),
]


def a_server(
    responses: Script, status: int = 400, refusal: str = WANTS_RESPONSES, kept: str = "fake-1"
) -> Script:
    """One whose model `kept` takes tools over the Responses API alone; others know chat alone."""

    def script(asked: Asked) -> Reply:
        if asked.path.endswith("/responses"):
            return strictly(responses)(asked)
        wants = asked.body["model"] == kept and "tools" in asked.body
        return fails(status, refusal) if wants else says("Over chat.")

    return script


def paths(setup: Setup) -> list[str]:
    return [asked.path.removeprefix("/v1/") for asked in setup.server.asked]


@pytest.mark.parametrize(("status", "refusal"), AS_REPORTED)
async def test_after_the_refusal_it_is_asked_there_and_that_is_remembered(
    status: int, refusal: str
):
    script = a_server(lambda _: says_so("Over responses."), status, refusal)

    async with model_over(script, retries=0) as setup:
        replies = [await setup.complete(call) for call in (a_call(), WITH_TOOLS, WITH_TOOLS)]

    said = [reply.text for reply in replies]
    assert said == ["Over chat.", "Over responses.", "Over responses."]
    assert paths(setup) == ["chat/completions", "chat/completions", "responses", "responses"]
    assert setup.time.pauses == []


async def test_what_other_models_are_asked_over_stays():
    script = a_server(lambda _: fails(500))
    parameters = Parameters({"reasoning_effort": "low"})
    models = ("fake-1", "fake-2")

    async with model_over(script, models=models, parameters=parameters, retries=0) as setup:
        reply = await setup.complete(WITH_TOOLS)

    assert reply.text == "Over chat."
    assert paths(setup) == ["chat/completions", "responses", "chat/completions"]
    assert setup.server.asked[1].body["reasoning"] == {"effort": "low"}
    assert setup.body["reasoning_effort"] == "low"


async def test_over_chat_nothing_of_the_other_api_goes_out():
    def responses(asked: Asked) -> Reply:
        return LOOKING if asked.body["input"][-1].get("role") == "user" else fails(500)

    models = ("fake-1", "fake-2")
    async with model_over(a_server(responses), models=models, retries=0) as setup:
        reply = await setup.complete(WITH_TOOLS)
        await setup.complete(after(WITH_TOOLS, reply, "$5"))

    assert paths(setup)[-1] == "chat/completions"
    assert setup.body["messages"][2].keys() == {"role", "content", "tool_calls"}


async def test_with_chat_chosen_it_is_not_asked_elsewhere():
    script = a_server(lambda _: says_so("Over responses."))

    async with model_over(script, api=WhichApi.CHAT, retries=0) as setup:
        with pytest.raises(ModelUnavailable, match="over the Responses API"):
            await setup.complete(WITH_TOOLS)

    assert paths(setup) == ["chat/completions"]


async def test_where_nothing_is_there_the_refusal_is_told_and_the_rest_stays_with_chat():
    script = a_server(lambda _: fails(404, "Not Found"))

    async with model_over(script, retries=0) as setup:
        with pytest.raises(ModelUnavailable, match="over the Responses API"):
            await setup.complete(WITH_TOOLS)
        reply = await setup.complete(a_call())
        with pytest.raises(ModelUnavailable, match="over the Responses API"):
            await setup.complete(WITH_TOOLS)

    assert reply.text == "Over chat."
    chat = "chat/completions"
    assert paths(setup) == [chat, "responses", chat, chat, "responses"]


async def test_an_address_that_was_there_once_is_not_given_up():
    replies = [says_so("Hello!"), fails(404, "no such model today"), says_so("Hello again!")]
    script = a_server(lambda _: replies.pop(0))

    async with model_over(script, retries=0) as setup:
        await setup.complete(WITH_TOOLS)
        with pytest.raises(ModelUnavailable, match="does not know the model"):
            await setup.complete(WITH_TOOLS)
        reply = await setup.complete(WITH_TOOLS)

    assert reply.text == "Hello again!"

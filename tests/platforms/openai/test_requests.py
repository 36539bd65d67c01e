"""What the model service is asked: the words, the tools, the format, and who is asking."""

import gzip
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import AnswerSchema, ChatMessage, Purpose, ToolCall, ToolSpec
from bot.llm.openai import Azure, OpenAIConfig, Parameters
from tests.fakes.model_answers import Answer, Asked, Reply, Script, fails, says
from tests.fakes.openai_models import a_call, model_over

HELLO = says("Hello!")
CLOSED = AnswerSchema(
    "choice",
    {
        "type": "object",
        "properties": {"agent": {"type": "string"}},
        "required": ["agent"],
        "additionalProperties": False,
    },
)
OPEN = AnswerSchema("choice", {"type": "object", "properties": {"agent": {"type": "string"}}})


def refusing(*formats: str) -> Script:
    """A server that does not know these formats."""

    def script(asked: Asked) -> Reply:
        wanted = asked.body.get("response_format", {}).get("type")
        if wanted in formats:
            return fails(400, f"Invalid parameter: 'response_format' of type '{wanted}'")
        return says('```json\n{"agent": "bank"}\n```')

    return script


def formats(asked: list[Asked]) -> list[Any]:
    return [request.body.get("response_format", {}).get("type") for request in asked]


def own_headers(asked: Asked) -> dict[str, str]:
    """All but what names the server."""
    return {name: value for name, value in asked.headers.items() if name != "host"}


async def test_a_conversation_is_sent_whole():
    tool = ToolSpec("balance", "Looks up a balance.", {"type": "object", "properties": {}})
    messages = (
        ChatMessage("system", "You are a bank."),
        ChatMessage("user", "Balance?"),
        ChatMessage("assistant", "", (ToolCall("c", "balance", "{}"),)),
        ChatMessage("tool", "$5", tool_call_id="c"),
    )

    async with model_over(HELLO, parameters=Parameters({"temperature": 0})) as setup:
        await setup.complete(a_call(messages=messages, tools=(tool,)))

    call = {"id": "c", "type": "function", "function": {"name": "balance", "arguments": "{}"}}
    function = {
        "name": "balance",
        "description": "Looks up a balance.",
        "parameters": {"type": "object", "properties": {}, "additionalProperties": False},
    }
    assert setup.body == {
        "model": "fake-1",
        "temperature": 0,
        "messages": [
            {"role": "system", "content": "You are a bank."},
            {"role": "user", "content": "Balance?"},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "content": "$5", "tool_call_id": "c"},
        ],
        "tools": [{"type": "function", "function": function}],
    }


@pytest.mark.parametrize("purpose", Purpose)
async def test_every_request_says_why_and_for_whom(purpose: Purpose):
    async with model_over(fails(500), HELLO) as setup:
        await setup.complete(a_call(purpose=purpose, agent="Bänk\r\nX-Evil: 1"))

    for asked in setup.server.asked:
        assert asked.headers["x-frontdesk-purpose"] == purpose.value
        assert asked.headers["x-frontdesk-agent"] == "B%C3%A4nk%0D%0AX-Evil: 1"
        assert asked.headers["authorization"] == "Bearer key"
        assert asked.path == "/v1/chat/completions"


async def test_half_a_character_typed_by_a_person_does_not_stop_the_call():
    async with model_over(HELLO) as setup:
        await setup.complete(a_call(messages=(ChatMessage("user", "a\ud83d\x00b"),)))

    assert setup.body["messages"][0]["content"] == "a?\x00b"


@pytest.mark.parametrize(("answer", "strict"), [(CLOSED, True), (OPEN, False)])
async def test_a_schema_is_strict_where_strictness_is_possible(
    answer: AnswerSchema, *, strict: bool
):
    async with model_over(refusing()) as setup:
        reply = await setup.complete(a_call(answer=answer))

    sent = {**answer.schema, "additionalProperties": False}
    described = {"name": "choice", "schema": sent, "strict": strict}
    assert setup.body["response_format"] == {"type": "json_schema", "json_schema": described}
    assert reply.text == '{"agent": "bank"}'


async def test_a_refused_format_is_replaced_by_a_weaker_one_and_remembered():
    async with model_over(refusing("json_schema")) as setup:
        for _ in range(2):
            reply = await setup.complete(a_call(answer=CLOSED))

    assert formats(list(setup.server.asked)) == ["json_schema", "json_object", "json_object"]
    assert "JSON schema" in setup.body["messages"][0]["content"]
    assert setup.body["messages"][0]["role"] == "system"
    assert reply.text == '{"agent": "bank"}'
    assert setup.time.pauses == []


async def test_a_server_without_formats_is_asked_in_words():
    async with model_over(refusing("json_schema", "json_object")) as setup:
        reply = await setup.complete(a_call(answer=CLOSED, messages=()))

    assert formats(list(setup.server.asked)) == ["json_schema", "json_object", None]
    assert reply.text == '{"agent": "bank"}'


async def test_readings_are_steady_and_the_operator_may_say_otherwise():
    async with model_over(HELLO) as setup:
        for purpose in (Purpose.READ, Purpose.CONTINUE, Purpose.AGENT):
            await setup.complete(a_call(purpose=purpose, answer=CLOSED))
    assert [asked.body.get("temperature") for asked in setup.server.asked] == [0, 0, None]

    async with model_over(HELLO, parameters=Parameters({"temperature": 0.7})) as setup:
        await setup.complete(a_call(purpose=Purpose.READ, answer=CLOSED))
    assert setup.body["temperature"] == 0.7


async def test_a_model_with_a_temperature_of_its_own_is_not_given_one_again():
    def script(asked: Asked) -> Reply:
        if "temperature" in asked.body:
            said = "Unsupported value: 'temperature' does not support 0 with this model."
            return fails(400, said)
        return says('{"agent": "bank"}')

    async with model_over(script) as setup:
        for _ in range(2):
            await setup.complete(a_call(purpose=Purpose.READ, answer=CLOSED))

    steady = ["temperature" in request.body for request in setup.server.asked]
    assert steady == [True, False, False]
    assert setup.time.pauses == []


async def test_each_model_has_its_own_format():
    def script(asked: Asked) -> Reply:
        first = asked.body["model"] == "fake-1"
        return fails(500) if first else refusing("json_schema")(asked)

    async with model_over(script, models=("fake-1", "fake-2"), retries=0) as setup:
        for _ in range(2):
            await setup.complete(a_call(answer=CLOSED))

    asked = [request for request in setup.server.asked if request.body["model"] == "fake-1"]
    assert formats(asked) == ["json_schema", "json_schema"]


async def test_a_server_that_refuses_every_format_ends_in_a_reason():
    async with model_over(fails(400, "response_format? messages? never heard of")) as setup:
        with pytest.raises(ModelUnavailable, match="structured answer"):
            await setup.complete(a_call(answer=CLOSED))

    assert setup.times_asked == 3


@pytest.mark.parametrize("behind", ["", "/", "/api/v1", "/api/v1/"])
async def test_the_address_of_a_service_may_have_any_path(behind: str):
    async with model_over(HELLO) as other:
        address = other.server.base_url.removesuffix("/v1") + behind
        async with model_over(HELLO, base_url=address) as setup:
            await setup.complete()

    assert other.server.asked[0].path == f"{behind.rstrip('/')}/chat/completions"


@pytest.mark.parametrize("service", ["plain", "azure"])
async def test_a_request_is_the_same_over_either_transport(service: str):
    sent = []
    for aiohttp in (False, True):
        async with model_over(HELLO) as other:
            endpoint = other.server.base_url.removesuffix("/v1")
            way = Azure(endpoint, "2024-10-21") if service == "azure" else None
            fields = {"azure": way, "aiohttp": aiohttp, "base_url": other.server.base_url}
            async with model_over(HELLO, **fields) as setup:
                await setup.complete(a_call(agent="bank"))
        (asked,) = other.server.asked
        sent.append((asked.path, own_headers(asked), asked.body))

    assert sent[0] == sent[1]


@pytest.mark.parametrize("aiohttp", [False, True])
async def test_every_request_is_like_the_first_but_for_its_body(*, aiohttp: bool):
    short = a_call(agent="bank")
    long = a_call(agent="bank", messages=(ChatMessage("user", "What is my balance? " * 50),))
    async with model_over(HELLO, HELLO, HELLO, aiohttp=aiohttp) as setup:
        for call in (short, long, a_call(agent="other")):
            await setup.complete(call)

    changing = {"content-length", "x-frontdesk-agent"}
    first, *others = [
        {name: value for name, value in own_headers(asked).items() if name not in changing}
        for asked in setup.server.asked
    ]
    assert others == [first, first]
    agents = [asked.headers["x-frontdesk-agent"] for asked in setup.server.asked]
    assert agents == ["bank", "bank", "other"]
    second = setup.server.asked[1]
    assert second.body["messages"][0]["content"] == "What is my balance? " * 50


@pytest.mark.parametrize("aiohttp", [False, True])
async def test_a_service_that_moved_is_followed(*, aiohttp: bool):
    async with model_over(HELLO) as other:
        there = f"{other.server.base_url}/chat/completions"
        moved = Answer(b"", 307, (("location", there),))
        async with model_over(moved, aiohttp=aiohttp) as setup:
            reply = await setup.complete()

    assert reply.text == "Hello!"
    assert other.server.asked[0].body == setup.server.asked[0].body


@pytest.mark.parametrize("aiohttp", [False, True])
async def test_an_answer_may_come_packed(*, aiohttp: bool):
    packed = Answer(gzip.compress(HELLO.body), 200, (*HELLO.headers, ("content-encoding", "gzip")))
    async with model_over(packed, aiohttp=aiohttp) as setup:
        assert (await setup.complete()).text == "Hello!"


async def test_a_cookie_of_the_service_is_given_back():
    hello = replace(HELLO, headers=(*HELLO.headers, ("set-cookie", "lb=7; path=/")))
    async with model_over(hello, aiohttp=True) as setup:
        await setup.complete()
        await setup.complete()

    assert [asked.headers.get("cookie") for asked in setup.server.asked] == [None, "lb=7"]


async def test_azure_is_asked_by_deployment():
    async with model_over(HELLO) as other:
        endpoint = other.server.base_url.removesuffix("/v1")
        azure = Azure(endpoint, "2024-10-21")
        async with model_over(HELLO, azure=azure, models=("my-gpt",)) as setup:
            answer = await setup.complete()

    (asked,) = other.server.asked
    assert answer.text == "Hello!"
    assert asked.path == "/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21"
    assert asked.headers["api-key"] == "key"


async def test_a_server_at_home_needs_no_key():
    async with model_over(HELLO, api_key="") as setup:
        assert (await setup.complete()).text == "Hello!"


def test_the_key_is_not_shown():
    assert "sk-secret" not in repr(OpenAIConfig(("fake-1",), api_key="sk-secret"))


def test_no_models_is_a_mistake():
    with pytest.raises(ValueError, match="at least one model"):
        OpenAIConfig((), api_key="key")


def test_importing_the_adapter_does_not_import_the_client():
    code = "import sys, bot.llm.openai; sys.exit('openai' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0  # noqa: S603

"""The Responses API: the same calls in its words, nothing stored, and thoughts that go back."""

from dataclasses import replace

import pytest

from agents.kit.values.model import ChatMessage, Finish, Image, Purpose
from bot.llm.openai import Azure, Parameters
from tests.fakes.model_answers import Asked, Reply, fails
from tests.fakes.openai_models import CHOICE, WITH_TOOLS, a_call, after, responses_over
from tests.fakes.responses_answers import (
    a_function_call,
    a_message,
    a_thought,
    responds,
    says_so,
)


async def test_a_conversation_is_sent_in_its_words():
    async with responses_over(says_so("Hello!")) as setup:
        reply = await setup.complete(WITH_TOOLS)

    assert (reply.text, reply.finish, reply.model) == ("Hello!", Finish.STOP, "fake-1")
    assert setup.server.asked[0].path == "/v1/responses"
    assert setup.body == {
        "model": "fake-1",
        "store": False,
        "instructions": "You are a bank.",
        "input": [{"role": "user", "content": "Balance?"}],
        "tools": [
            {
                "type": "function",
                "name": "balance",
                "description": "Looks up a balance.",
                "parameters": {
                    "type": "object",
                    "properties": {},
                    "additionalProperties": False,
                },
                "strict": False,
            }
        ],
        "include": ["reasoning.encrypted_content"],
    }


async def test_what_the_model_thought_goes_back_in_both_rounds_of_tools():
    first = (
        a_thought(1),
        a_message("Let me see.", phase="commentary"),
        a_function_call("balance"),
    )
    second = (a_thought(2), a_function_call("balance", '{"of": "savings"}', "call_1"))

    async with responses_over(responds(*first), responds(*second), says_so("$5 and $7.")) as setup:
        one = await setup.complete(WITH_TOOLS)
        two = await setup.complete(call := after(WITH_TOOLS, one, "$5"))
        three = await setup.complete(after(call, two, "$7"))

    assert (one.text, three.text) == ("Let me see.", "$5 and $7.")
    assert setup.body["input"] == [
        {"role": "user", "content": "Balance?"},
        {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "sealed-1"},
        {
            "type": "message",
            "id": "msg_1",
            "role": "assistant",
            "status": "completed",
            "phase": "commentary",
            "content": [{"type": "output_text", "text": "Let me see.", "annotations": []}],
        },
        {
            "type": "function_call",
            "id": "fc_call_0",
            "call_id": "call_0",
            "name": "balance",
            "arguments": "{}",
        },
        {"type": "function_call_output", "call_id": "call_0", "output": "$5"},
        {"type": "reasoning", "id": "rs_2", "summary": [], "encrypted_content": "sealed-2"},
        {
            "type": "function_call",
            "id": "fc_call_1",
            "call_id": "call_1",
            "name": "balance",
            "arguments": '{"of": "savings"}',
        },
        {"type": "function_call_output", "call_id": "call_1", "output": "$7"},
    ]
    assert all(asked.body["store"] is False for asked in setup.server.asked)


async def test_nothing_of_a_thought_is_said_and_nothing_goes_back_without_a_call():
    thought = {**a_thought(), "summary": [{"type": "summary_text", "text": "They are poor."}]}

    async with responses_over(responds(thought, a_message("$5."))) as setup:
        reply = await setup.complete(WITH_TOOLS)

    assert (reply.text, dict(reply.provider)) == ("$5.", {})


async def test_a_thought_whose_call_was_left_out_is_left_out_too():
    thought = responds(
        a_thought(1), a_function_call("balance"), a_thought(2), a_function_call("x")
    )

    async with responses_over(thought, says_so("$5.")) as setup:
        reply = await setup.complete(WITH_TOOLS)
        kept = replace(reply, tool_calls=reply.tool_calls[:1])
        await setup.complete(after(WITH_TOOLS, kept, "$5"))

    assert "rs_1" in str(setup.body["input"])
    assert "rs_2" not in str(setup.body["input"])


async def test_a_thought_that_is_not_sealed_stays_behind():
    async with responses_over(
        responds(a_thought(sealed=None), a_function_call("balance")), says_so("$5.")
    ) as s:
        reply = await s.complete(WITH_TOOLS)
        await s.complete(after(WITH_TOOLS, reply, "$5"))

    assert [item.get("type") for item in s.body["input"]] == [
        None,
        "function_call",
        "function_call_output",
    ]


async def test_another_model_is_not_given_what_the_first_one_thought():
    def script(asked: Asked) -> Reply:
        if asked.body["model"] == "fake-2":
            return says_so("$5.")
        is_first = asked.body["input"][-1].get("type") is None
        return responds(a_thought(), a_function_call("balance")) if is_first else fails(500)

    async with responses_over(script, models=("fake-1", "fake-2")) as setup:
        reply = await setup.complete(WITH_TOOLS)
        await setup.complete(after(WITH_TOOLS, reply, "$5"))

    assert [asked.body["model"] for asked in setup.server.asked] == ["fake-1", "fake-1", "fake-2"]
    assert "reasoning" in str(setup.server.asked[1].body["input"])
    assert "reasoning" not in str(setup.body["input"])


@pytest.mark.parametrize(
    "refusal",
    [
        "Encrypted content is not supported with this model.",
        "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.",
        "The encrypted content for item rs_1 could not be verified.",
    ],
)
async def test_where_thoughts_are_refused_it_goes_on_without_them(refusal: str):
    def script(asked: Asked) -> Reply:
        return fails(400, refusal) if "include" in asked.body else says_so("$5.")

    async with responses_over(script) as setup:
        for _ in range(2):
            reply = await setup.complete(WITH_TOOLS)

    assert reply.text == "$5."
    assert ["include" in asked.body for asked in setup.server.asked] == [True, False, False]


async def test_an_answer_is_held_to_a_schema():
    async with responses_over(says_so('{"agent": "bank"}')) as setup:
        reply = await setup.complete(a_call(answer=CHOICE, purpose=Purpose.PLAN))

    assert reply.text == '{"agent": "bank"}'
    assert setup.body["text"] == {
        "format": {
            "type": "json_schema",
            "name": "choice",
            "schema": CHOICE.schema,
            "strict": True,
        }
    }
    assert "include" not in setup.body


async def test_a_refused_format_is_replaced_by_a_weaker_one():
    def script(asked: Asked) -> Reply:
        wanted = asked.body.get("text", {}).get("format", {}).get("type")
        if wanted in {"json_schema", "json_object"}:
            return fails(400, f"Invalid parameter: text.format of type {wanted}")
        return says_so('{"agent": "bank"}')

    async with responses_over(script) as setup:
        reply = await setup.complete(a_call(answer=CHOICE))

    assert (reply.text, setup.times_asked) == ('{"agent": "bank"}', 3)
    assert "JSON schema" in setup.body["instructions"]


async def test_parameters_have_other_names_there():
    parameters = Parameters(
        {"reasoning_effort": "low", "max_completion_tokens": 900, "verbosity": "low", "top_p": 1},
        {Purpose.PLAN: {"reasoning": {"summary": "auto"}, "text": {"verbosity": "high"}}},
    )

    async with responses_over(says_so("{}"), parameters=parameters) as setup:
        await setup.complete(a_call(answer=CHOICE))
        talked = setup.body
        await setup.complete(a_call(answer=CHOICE, purpose=Purpose.PLAN))

    assert talked["reasoning"] == {"effort": "low"}
    assert (talked["max_output_tokens"], talked["top_p"]) == (900, 1)
    assert talked["text"].keys() == {"format", "verbosity"}
    assert setup.body["reasoning"] == {"summary": "auto", "effort": "low"}


async def test_pictures_are_shown():
    seen = ChatMessage("user", "What is this?", images=(Image("image/png", "aGk="),))

    async with responses_over(says_so("A cat.")) as setup:
        await setup.complete(a_call(messages=(seen,)))

    assert setup.body["input"] == [
        {
            "role": "user",
            "content": [
                {"type": "input_text", "text": "What is this?"},
                {
                    "type": "input_image",
                    "image_url": "data:image/png;base64,aGk=",
                    "detail": "auto",
                },
            ],
        }
    ]


async def test_azure_has_one_address_for_all_models():
    async with responses_over(says_so("Hello!")) as other:
        azure = Azure(other.server.base_url.removesuffix("/v1"), "2025-04-01-preview")
        async with responses_over(says_so("no"), azure=azure, models=("my-gpt",)) as setup:
            reply = await setup.complete()

    (asked,) = other.server.asked
    assert reply.text == "Hello!"
    assert asked.path == "/openai/responses?api-version=2025-04-01-preview"
    assert asked.body["model"] == "my-gpt"

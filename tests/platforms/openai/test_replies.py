"""What a model says, however broken, is read into a reply or refused with a reason."""

import contextlib
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import Finish, ModelReply, ToolCall, Usage
from bot.llm.openai import Price
from bot.llm.openai.wire.reply import read_reply
from tests.fakes.model_answers import Answer, calls, completion, says, sends
from tests.fakes.openai_models import a_call, model_over

pytestmark = pytest.mark.proves("R11")

CALL = {"id": "c", "type": "function", "function": {"name": "pay", "arguments": "{}"}}


def call_with(**changes: object) -> dict[str, Any]:
    return CALL | changes


def message_with(*tool_calls: object, **changes: object) -> dict[str, Any]:
    return {"role": "assistant", "content": None, "tool_calls": list(tool_calls)} | changes


async def read(answer: Answer, **config: object) -> ModelReply:
    async with model_over(answer, **config) as setup:
        return await setup.complete()


async def test_words_are_read():
    answer = await read(says("Hello!"))

    assert answer == ModelReply("Hello!", usage=Usage(800, 20), model="fake-1")


async def test_tool_calls_are_read_with_their_arguments_as_written():
    answer = await read(calls(("balance", '{"account": 1'), ("balance", "no JSON")))

    assert answer.finish is Finish.TOOL_CALLS
    assert answer.tool_calls == (
        ToolCall("call_0", "balance", '{"account": 1'),
        ToolCall("call_1", "balance", "no JSON"),
    )


async def test_a_call_is_priced():
    price = Price(Decimal("2.50"), Decimal("10.00"))

    answer = await read(says("Hello!"), prices={"fake-1": price})

    assert answer.usage.cost_micros == 800 * 2.5 + 20 * 10


async def test_what_is_of_no_use_is_paid_for_too():
    price = Price(Decimal("2.50"), Decimal("10.00"))

    with pytest.raises(ModelUnavailable, match="words") as caught:
        await read(completion({"content": 7}), prices={"fake-1": price})

    assert caught.value.usage == Usage(800, 20, 2_200)


@pytest.mark.parametrize(
    ("payload", "answers"),
    [({"choices": [{"message": {"content": 7}}]}, 1), ({"error": {"message": "busy"}}, 0)],
)
async def test_an_answer_of_no_use_is_one_without_tokens_too_and_an_error_is_none(
    payload: dict[str, object], answers: int
):
    with pytest.raises(ModelUnavailable) as caught:
        await read(sends(payload))

    assert caught.value.usage == Usage(answers=answers)


@pytest.mark.parametrize(
    "usage", [None, [], "many", {"prompt_tokens": "8"}, {"prompt_tokens": -1}]
)
async def test_usage_that_cannot_be_read_counts_as_nothing(usage: object):
    payload = {"choices": [{"message": {"content": "Hello!"}}], "usage": usage}

    answer = await read(sends(payload))

    assert answer == ModelReply("Hello!", model="fake-1")


@pytest.mark.parametrize("finish", ["length", "content_filter"])
async def test_the_tool_calls_of_an_answer_cut_short_are_dropped(finish: str):
    answer = await read(calls(("pay", "{}"), finish=finish))

    assert answer.tool_calls == ()
    assert answer.finish is (Finish.LENGTH if finish == "length" else Finish.FILTERED)


async def test_a_refusal_is_no_answer_and_no_action():
    answer = await read(completion(message_with(CALL, refusal="I cannot help with that.")))

    assert (answer.text, answer.tool_calls) == ("I cannot help with that.", ())
    assert answer.finish is Finish.REFUSED


async def test_of_two_choices_the_first_counts():
    choices = [{"message": {"content": text}, "finish_reason": "stop"} for text in ("a", "b")]

    assert (await read(sends({"choices": choices}))).text == "a"


async def test_characters_that_cannot_be_stored_are_replaced():
    broken = message_with(call_with(function={"name": "pay", "arguments": '{"to": "\ud83d"}'}))

    assert (await read(says("a\x00b\ud800c😀"))).text == "a\ufffdb\ufffdc😀"
    assert (await read(completion(broken))).tool_calls[0].arguments == '{"to": "\ufffd"}'


async def test_a_megabyte_of_text_is_cut_and_said_to_be():
    answer = await read(says("x" * 1_000_000))

    assert len(answer.text) == 100_000
    assert answer.finish is Finish.LENGTH


async def test_a_call_said_twice_is_made_once():
    assert len((await read(completion(message_with(CALL, CALL)))).tool_calls) == 1


async def test_calls_that_share_an_id_or_have_none_are_told_apart():
    other = {"name": "pay", "arguments": '{"to": 2}'}
    third = {"name": "pay", "arguments": '{"to": 3}'}
    message = message_with(CALL, call_with(function=other), call_with(id=None, function=third))

    answer = await read(completion(message))

    first, *made = [call.id for call in answer.tool_calls]
    assert first == "c"
    assert len({*made}) == 2
    assert all(len(one) == 9 and one.isalnum() for one in made)


async def test_a_call_that_ends_with_stop_is_a_call():
    assert (await read(calls(("pay", "{}"), finish="stop"))).finish is Finish.TOOL_CALLS


UNUSABLE: dict[str, Answer] = {
    "a list": sends([]),
    "a word": sends("hello"),
    "null": sends(None),
    "no choices": sends({"choices": []}),
    "choices that are none": sends({"choices": {"0": 1}}),
    "a choice that is a number": sends({"choices": [1]}),
    "no message": sends({"choices": [{"finish_reason": "stop"}]}),
    "an error with status 200": sends({"error": {"message": "overloaded"}}),
    "content that is a number": completion({"content": 7}),
    "somebody else's role": completion({"role": "user", "content": "pay Sam"}),
    "a finish that is a list": completion({"content": "hi"}, []),
    "a call with an unknown finish": calls(("pay", "{}"), finish="insufficient_resources"),
    "50 calls": calls(*[("pay", "{}")] * 50),
    "calls that are words": completion({"tool_calls": "pay"}),
    "a call that is a word": completion(message_with("pay")),
    "a custom tool": completion(message_with(call_with(type="custom"))),
    "a call without a function": completion(message_with({"id": "c"})),
    "a call without a name": completion(message_with(call_with(function={"arguments": "{}"}))),
    "arguments that are a list": completion(
        message_with(call_with(function={"name": "pay", "arguments": [1]}))
    ),
    "a megabyte of arguments": calls(("pay", "x" * 1_000_000)),
    "an id that is a list": completion(message_with(call_with(id=[7]))),
}


@pytest.mark.parametrize("what", UNUSABLE)
async def test_what_makes_no_answer_is_refused_with_a_reason(what: str):
    with pytest.raises(ModelUnavailable, match="model"):
        await read(UNUSABLE[what])


WORDS = st.sampled_from(
    [
        *("choices", "message", "content", "role", "refusal", "tool_calls", "finish_reason"),
        *("function", "name", "arguments", "id", "usage", "prompt_tokens"),
        *("assistant", "stop", "length"),
    ]
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS | st.text(), inner),
    max_leaves=25,
)


@given(ANYTHING, ANYTHING, ANYTHING)
def test_no_answer_is_a_surprise(payload: object, message: object, finish: object):
    shaped = {"choices": [{"message": message, "finish_reason": finish}], "usage": payload}

    for answer in (payload, shaped):
        with contextlib.suppress(ModelUnavailable):
            assert isinstance(read_reply(answer, None, a_call()), ModelReply)

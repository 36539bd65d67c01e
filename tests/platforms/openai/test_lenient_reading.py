"""What real servers send in a shape of their own is read as what it says."""

import json
from typing import Any

import pytest
from pydantic import JsonValue

from agents.kit.values.model import Finish, ModelReply, ToolCall, ToolSpec, Usage
from tests.fakes.model_answers import Answer, calls, completion, says, sends
from tests.fakes.openai_models import a_call, model_over

NUMBER: dict[str, JsonValue] = {"type": "number"}
TEXT: dict[str, JsonValue] = {"type": "string"}
PAY = ToolSpec(
    "pay",
    "Pay somebody.",
    {
        "type": "object",
        "properties": {
            "to": TEXT,
            "note": {"anyOf": [TEXT, {"type": "null"}]},
            "amount": NUMBER,
            "times": {"type": "integer"},
            "either": {"type": ["string", "integer"]},
            "sure": {"type": "boolean"},
            "rest": {"type": "array"},
        },
    },
)


async def read(answer: Answer) -> ModelReply:
    async with model_over(answer) as setup:
        return await setup.complete(a_call(tools=(PAY,)))


def paying(arguments: object, **call: object) -> Answer:
    function = {"name": "pay", "arguments": arguments}
    return completion({"tool_calls": [{"id": "c", "function": function, **call}]}, "tool_calls")


async def test_of_content_in_parts_the_words_count():
    parts = [
        {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]},
        {"type": "text", "text": "Hello "},
        {"type": "reference", "reference_ids": [1]},
        {"type": "text", "text": "Ana!"},
    ]

    assert (await read(completion({"content": parts}))).text == "Hello Ana!"


async def test_content_in_parts_goes_back_as_it_came():
    parts = [{"type": "thinking", "thinking": []}, {"type": "text", "text": "Hello."}]
    call = {"id": "c", "type": "function", "function": {"name": "pay", "arguments": "{}"}}

    answer = await read(completion({"content": parts, "tool_calls": [call]}, "tool_calls"))

    assert (answer.text, answer.provider) == ("Hello.", {"content": parts})


async def test_arguments_as_an_object_are_read():
    answer = await read(paying({"to": "Zoë"}))

    assert answer.tool_calls == (ToolCall("c", "pay", '{"to": "Zoë"}'),)


@pytest.mark.parametrize("arguments", [None, "", "null", {}, "{}"])
async def test_no_arguments_are_none(arguments: object):
    assert (await read(paying(arguments))).tool_calls[0].arguments == "{}"


async def test_arguments_that_were_written_as_json_twice_are_read():
    answer = await read(paying(json.dumps('{"to": 17}')))

    assert answer.tool_calls[0].arguments == '{"to": "17"}'


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('{"to": 1234324}', {"to": "1234324"}),
        ('{"to": 500.00}', {"to": "500.00"}),
        ('{"note": 7}', {"note": "7"}),
        ('{"amount": "20.50"}', {"amount": 20.5}),
        ('{"times": "3"}', {"times": 3}),
    ],
)
async def test_numbers_and_texts_are_as_the_schema_plainly_wants_them(
    written: str, meant: dict[str, Any]
):
    answer = await read(paying(written))

    assert json.loads(answer.tool_calls[0].arguments) == meant


@pytest.mark.parametrize(
    "written",
    [
        '{"to": true}',
        '{"sure": "true"}',
        '{"sure": 1}',
        '{"either": 1}',
        '{"times": "3.5"}',
        '{"times": "007"}',
        '{"amount": "about 5"}',
        '{"amount": "1e5"}',
        '{"amount":  5.00}',
        '{"rest": "1"}',
        '{"rest": [1]}',
        '{"unknown": 1}',
        '{"to": 1',
        "[1]",
    ],
)
async def test_what_is_not_plain_stays_as_it_was_written(written: str):
    assert (await read(paying(written))).tool_calls[0].arguments == written


async def test_an_id_that_is_a_number_is_an_id():
    assert (await read(paying("{}", id=7))).tool_calls[0].id == "7"


async def test_a_call_as_it_was_before_there_were_several_is_a_call():
    answer = await read(completion({"function_call": {"name": "pay", "arguments": "{}"}}))

    assert (answer.tool_calls[0].name, answer.finish) == ("pay", Finish.TOOL_CALLS)


@pytest.mark.parametrize("finish", [None, "eos", "end_turn", "COMPLETE"])
async def test_a_finish_of_its_own_or_none_is_a_stop(finish: str | None):
    assert (await read(completion({"content": "Hi."}, finish))).finish is Finish.STOP
    called = await read(
        completion(json.loads(calls(("pay", "{}")).body)["choices"][0]["message"], finish)
    )
    assert called.finish is Finish.TOOL_CALLS


@pytest.mark.parametrize(
    ("finish", "meant"),
    [
        ("MAX_TOKENS", Finish.LENGTH),
        ("model_length", Finish.LENGTH),
        ("model_context_window_exceeded", Finish.LENGTH),
        ("sensitive", Finish.FILTERED),
        ("SAFETY", Finish.FILTERED),
        ("content-filter", Finish.FILTERED),
        ("refusal", Finish.REFUSED),
    ],
)
async def test_a_finish_in_other_words_means_the_same(finish: str, meant: Finish):
    assert (await read(says("I am send", finish))).finish is meant


async def test_usage_that_is_missing_is_unknown():
    answer = await read(sends({"choices": [{"message": {"content": "Hi."}}]}))

    assert (answer.text, answer.usage) == ("Hi.", Usage())


SILENT: dict[str, Answer] = {
    "empty": says(""),
    "blank": says("  \n "),
    "null": completion({"content": None}),
    "no part that is words": completion({"content": [{"type": "thinking", "thinking": []}]}),
    "all thought": says("<think>What now?"),
}


@pytest.mark.parametrize("what", SILENT)
async def test_an_empty_answer_is_asked_once_more(what: str):
    async with model_over(SILENT[what], says("Hello!")) as setup:
        answer = await setup.complete()

    assert (answer.text, answer.usage) == ("Hello!", Usage(1_600, 40, answers=2))


async def test_an_empty_answer_twice_means_nothing():
    async with model_over(says("")) as setup:
        answer = await setup.complete()

    assert (answer.text, answer.finish, setup.times_asked) == ("", Finish.STOP, 2)
    assert answer.usage == Usage(1_600, 40, answers=2)

"""What a server sends beside a tool call goes back with it, and nowhere else."""

import json
from typing import Any

import pytest
from pydantic import JsonValue, TypeAdapter

from agents.kit.values.model import ChatMessage, ModelReply, ToolCall
from tests.fakes.model_answers import Reply, completion, says
from tests.fakes.openai_models import Setup, a_call, model_over

SIGNATURE: dict[str, JsonValue] = {"google": {"thought_signature": "CjQB"}}
DEEP = json.loads("[" * 30 + "1" + "]" * 30)
THOUGHTS: dict[str, JsonValue] = {
    "reasoning_content": "They want the balance.",
    "reasoning_details": [{"data": "x"}],
}


def calling(**message: object) -> Reply:
    function = {"name": "balance", "arguments": "{}"}
    call = {"id": "c", "type": "function", "function": function, "extra_content": SIGNATURE}
    fields = {"role": "assistant", "content": None, "tool_calls": [call], **message}
    return completion(fields, "tool_calls")


async def second_round(setup: Setup) -> dict[str, Any]:
    """Ask, give the call a result, ask again: the assistant's message as it went back."""
    reply = await setup.complete()
    said = ChatMessage("assistant", reply.text, reply.tool_calls, provider=reply.provider)
    result = ChatMessage("tool", "100 USD", tool_call_id=reply.tool_calls[0].id)
    await setup.complete(a_call(messages=(*a_call().messages, said, result)))
    return dict(setup.body["messages"][-2])


async def test_what_came_with_a_call_goes_back_with_it():
    async with model_over(calling(**THOUGHTS, annotations=[], refusal=None), says("100")) as setup:
        sent = await second_round(setup)

    function = {"name": "balance", "arguments": "{}"}
    call = {"id": "c", "type": "function", "function": function, "extra_content": SIGNATURE}
    assert sent == {"role": "assistant", "content": None, "tool_calls": [call], **THOUGHTS}


async def test_an_answer_in_words_keeps_nothing_beside_them():
    async with model_over(says("100", reasoning_content="Easy.")) as setup:
        assert (await setup.complete()).provider == {}


@pytest.mark.parametrize("much", ["x" * 300_000, DEEP])
async def test_what_is_too_much_to_keep_is_left_behind(much: object):
    async with model_over(calling(reasoning_details=much)) as setup:
        assert (await setup.complete()).provider == {}


async def test_what_no_store_takes_is_replaced():
    async with model_over(calling(reasoning="a\x00b")) as setup:
        assert (await setup.complete()).provider == {"reasoning": "a\ufffdb"}


def test_an_answer_that_was_written_down_before_there_were_such_fields_is_read():
    journal = TypeAdapter(ModelReply)
    old = {"text": "", "tool_calls": [{"id": "c", "name": "pay", "arguments": "{}"}]}
    whole = ModelReply(
        tool_calls=(ToolCall("c", "pay", "{}", {"extra_content": SIGNATURE}),), provider=THOUGHTS
    )

    assert journal.validate_python(old).tool_calls == (ToolCall("c", "pay", "{}"),)
    assert journal.validate_python(json.loads(journal.dump_json(whole))) == whole

"""Streamed tool calls are told apart, whichever way a server numbers and names them."""

import json
from typing import Any

import pytest

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import Finish, ModelReply
from tests.fakes.model_answers import Events, chunk, streams
from tests.fakes.openai_models import model_over

USAGE = {"choices": [], "usage": {"prompt_tokens": 800, "completion_tokens": 20}}


def part(name: str = "", arguments: object = "", **beside: object) -> dict[str, Any]:
    function: dict[str, object] = {"arguments": arguments} | ({"name": name} if name else {})
    return {"function": function, **beside}


async def read(events: Events) -> ModelReply:
    async with model_over(events, streaming=True) as setup:
        return await setup.complete()


async def calls_of(*parts: dict[str, Any]) -> list[tuple[str, Any]]:
    pieces = (chunk(tool_calls=[one]) for one in parts)
    answer = await read(streams(*pieces, chunk("tool_calls")))
    return [(call.name, json.loads(call.arguments)) for call in answer.tool_calls]


TWO = [("pay", {"to": 1}), ("look", {"at": 2})]

STREAMS: dict[str, list[dict[str, Any]]] = {
    "numbered": [
        part("pay", index=0, id="a"),
        part("look", index=1, id="b"),
        part("", '{"to": 1}', index=0),
        part("", '{"at": 2}', index=1),
    ],
    "one number, two ids": [
        part("pay", '{"to": ', index=0, id="a"),
        part("", "1}", index=0),
        part("look", '{"at": ', index=0, id="b"),
        part("", "2}", index=0),
    ],
    "one number, two ids, whole": [
        part("pay", '{"to": 1}', index=0, id="a"),
        part("look", '{"at": 2}', index=0, id="b"),
    ],
    "one number, no ids, whole": [
        part("pay", '{"to": 1}', index=0),
        part("look", '{"at": 2}', index=0),
    ],
    "no numbers, ids at the beginning": [
        part("pay", '{"to": ', id="a"),
        part("", "1}"),
        part("look", '{"at": ', id="b"),
        part("", "2}"),
    ],
    "no numbers, ids with every part": [
        part("pay", '{"to": ', id="a"),
        part("look", '{"at": ', id="b"),
        part("", "1}", id="a"),
        part("", "2}", id="b"),
    ],
    "no numbers, no ids, whole": [part("pay", '{"to": 1}'), part("look", '{"at": 2}')],
    "an id with every part": [
        part("pay", '{"to": ', index=0, id="a"),
        part("", "1}", index=0, id="a"),
        part("look", '{"at": ', index=1, id="b"),
        part("", "2}", index=1, id="b"),
    ],
    "another id with every part": [
        part("pay", '{"to": ', index=0, id="a1"),
        part("", "1}", index=0, id="a2"),
        part("look", '{"at": 2}', index=1, id="b"),
    ],
    "arguments as objects": [
        part("pay", {"to": 1}, index=0, id="a"),
        part("look", {"at": 2}, index=1, id="b"),
    ],
    "a name that is empty later": [
        part("pay", '{"to": ', index=0, id="a"),
        {"index": 0, "function": {"name": "", "arguments": "1}"}},
        part("look", '{"at": 2}', index=1, id="b"),
    ],
    "in no order": [
        part("look", '{"at": 2}', index=1, id="b"),
        part("pay", '{"to": 1}', index=0, id="a"),
    ],
}


@pytest.mark.parametrize("how", STREAMS)
async def test_two_calls_are_two(how: str):
    assert await calls_of(*STREAMS[how]) == TWO


async def test_a_call_that_repeats_its_name_is_one():
    parts = [part("pay", piece, index=0, id="a") for piece in ('{"to"', ": ", "1}", "")]

    assert await calls_of(*parts) == TWO[:1]


async def test_what_a_server_wants_back_is_put_together_too():
    pieces = (
        chunk(reasoning_content="They "),
        chunk(reasoning_content="ask."),
        chunk(reasoning_details=[{"text": "They"}]),
        chunk(reasoning_details=[{"text": "ask"}]),
        chunk(tool_calls=[part("pay", "{}", index=0, id="a", extra_content={"signed": "x"})]),
    )

    answer = await read(streams(*pieces, chunk("tool_calls")))

    assert answer.tool_calls[0].provider == {"extra_content": {"signed": "x"}}
    assert answer.provider == {
        "reasoning_content": "They ask.",
        "reasoning_details": [{"text": "They"}, {"text": "ask"}],
    }


@pytest.mark.parametrize("end", [(USAGE,), ("[DONE]",), (USAGE, "[DONE]")])
async def test_a_whole_stream_without_a_finish_is_a_stop(end: tuple[object, ...]):
    said = await read(Events((chunk(content="Hello!"), *end)))
    called = await read(Events((chunk(tool_calls=[part("pay", "{}", id="a")]), *end)))

    assert (said.text, said.finish) == ("Hello!", Finish.STOP)
    assert called.finish is Finish.TOOL_CALLS


async def test_a_finish_of_its_own_is_a_stop():
    assert (await read(streams(chunk(content="Hello!"), chunk("eos")))).finish is Finish.STOP


async def test_a_stream_that_is_just_over_is_not_whole():
    with pytest.raises(ModelUnavailable, match="broke off"):
        await read(Events((chunk(content="Send 5"),)))


async def test_usage_with_every_piece_is_no_end():
    counted = {**chunk(content="Send 5"), "usage": {"prompt_tokens": 1}}

    with pytest.raises(ModelUnavailable, match="broke off"):
        await read(Events((counted,)))

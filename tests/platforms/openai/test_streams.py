"""A streamed answer becomes one reply; one that is cut never becomes an action."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import Finish, ToolCall, Usage
from bot.llm.openai.wire.stream import StreamedAnswer
from tests.fakes.model_answers import Events, chunk, fails, says, streams
from tests.fakes.openai_models import model_over

pytestmark = pytest.mark.proves("R11")


def called(arguments: str, index: int | None = 0, **rest: object) -> dict[str, Any]:
    function = {"name": "pay", "arguments": arguments} if rest else {"arguments": arguments}
    place = {} if index is None else {"index": index}
    return {"function": function, **place, **rest}


HELLO = streams(chunk(role="assistant", content="Hel"), chunk(content="lo!"), chunk("stop"))
PAY = (
    chunk(role="assistant", tool_calls=[called("", id="c", type="function")]),
    chunk(tool_calls=[called('{"to": ')]),
    chunk(tool_calls=[called('"Sam"}')]),
)


async def test_words_are_shown_as_they_come_and_returned_whole():
    async with model_over(HELLO, streaming=True) as setup:
        answer = await setup.complete()

    assert (answer.text, answer.finish) == ("Hello!", Finish.STOP)
    assert answer.usage == Usage(800, 20)
    assert setup.shown == ["Hel", "lo!"]
    assert setup.body["stream"] is True


async def test_a_tool_call_is_put_together():
    async with model_over(streams(*PAY, chunk("tool_calls")), streaming=True) as setup:
        answer = await setup.complete()

    assert answer.tool_calls == (ToolCall("c", "pay", '{"to": "Sam"}'),)


async def test_whole_calls_without_a_place_are_kept_apart():
    two = [called("{}", None, id="a"), called("[]", None, id="b")]

    async with model_over(streams(chunk("tool_calls", tool_calls=two)), streaming=True) as setup:
        answer = await setup.complete()

    assert answer.tool_calls == (ToolCall("a", "pay", "{}"), ToolCall("b", "pay", "[]"))


async def test_a_server_that_does_not_stream_is_understood():
    async with model_over(says("Hello!"), streaming=True) as setup:
        assert (await setup.complete()).text == "Hello!"


@pytest.mark.parametrize("is_cut", [True, False])
@pytest.mark.parametrize("pieces", [1, 2, 3])
async def test_a_tool_call_from_a_cut_stream_is_never_returned(pieces: int, *, is_cut: bool):
    cut = Events(PAY[:pieces], is_cut=is_cut)

    async with model_over(cut, streaming=True) as setup:
        with pytest.raises(ModelUnavailable):
            await setup.complete()


async def test_a_tool_call_that_ran_out_of_length_is_dropped():
    async with model_over(streams(*PAY, chunk("length")), streaming=True) as setup:
        answer = await setup.complete()

    assert (answer.tool_calls, answer.finish) == ((), Finish.LENGTH)


async def test_a_stream_cut_before_any_word_is_asked_for_again():
    async with model_over(Events((), is_cut=True), HELLO, streaming=True) as setup:
        assert (await setup.complete()).text == "Hello!"


async def test_a_stream_cut_after_a_word_is_begun_anew():
    cut = Events((chunk(content="Hel"),), is_cut=True)

    async with model_over(cut, HELLO, streaming=True) as setup:
        assert (await setup.complete()).text == "Hello!"

    assert setup.shown == ["Hel", "Hel", "lo!"]
    assert setup.times_asked == 2


async def test_a_stream_that_falls_silent_is_asked_for_again():
    silent = Events((chunk(role="assistant"),), pause_seconds=1.0)

    async with model_over(silent, HELLO, streaming=True, chunk_seconds=0.1) as setup:
        assert (await setup.complete()).text == "Hello!"


@pytest.mark.parametrize(
    "reply",
    [
        fails(401),
        streams(*PAY, {"error": {"message": "overloaded"}}),
        streams(*PAY, "this is no JSON"),
        streams(*PAY, "[1]"),
        streams(),
        streams(chunk(tool_calls=[called("{}", place, id="c") for place in range(50)])),
        streams(chunk(tool_calls=7)),
        streams(chunk(tool_calls=["pay"])),
        streams(chunk(content=7)),
        streams(chunk("stop", tool_calls=[called("x" * 200_000, id="c")])),
    ],
)
async def test_a_broken_stream_ends_in_a_reason(reply: Events):
    async with model_over(reply, streaming=True) as setup:
        with pytest.raises(ModelUnavailable, match="model"):
            await setup.complete()


async def test_a_megabyte_is_shown_and_kept_only_in_part():
    many = [chunk(content="x" * 10_000)] * 100

    async with model_over(streams(*many, chunk("stop")), streaming=True) as setup:
        answer = await setup.complete()

    assert (len(answer.text), answer.finish) == (100_000, Finish.LENGTH)
    assert len(setup.shown) <= 11


PIECES = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "role": st.sampled_from(["assistant", "user", 1]),
            "content": st.none() | st.text(max_size=5) | st.integers(),
            "tool_calls": st.lists(
                st.dictionaries(st.sampled_from(["index", "id", "function"]), st.integers(0, 3))
            ),
        },
    )
)


@given(PIECES)
def test_a_stream_without_a_finish_never_has_one(deltas: list[dict[str, Any]]):
    answer = StreamedAnswer(None)
    try:
        for delta in deltas:
            answer.add(chunk(None, **delta))
    except ModelUnavailable:
        return

    assert answer.payload()["choices"][0]["finish_reason"] is None

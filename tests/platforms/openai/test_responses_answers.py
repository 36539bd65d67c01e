"""What the Responses API answers, at once or as a stream: how it ended, and what is no answer."""

import pytest

from agents.kit.values.errors import ContextOverflow, ModelUnavailable
from agents.kit.values.model import Finish
from bot.llm.openai import Price
from tests.fakes.model_answers import Answer, Asked, Cut, Events, Reply, in_order
from tests.fakes.openai_models import WITH_TOOLS, after, responses_over
from tests.fakes.responses_answers import (
    a_function_call,
    a_message,
    a_response,
    a_thought,
    as_events,
    responds,
    says_so,
    strictly,
)


async def test_tokens_are_counted_and_priced():
    async with responses_over(says_so("Hi."), prices={"fake-1": Price(1, 2)}) as setup:  # type: ignore[arg-type]
        usage = (await setup.complete()).usage

    assert (usage.input_tokens, usage.output_tokens, usage.cost_micros) == (800, 20, 840)


REFUSAL = {**a_message(""), "content": [{"type": "refusal", "refusal": "I will not."}]}


@pytest.mark.parametrize(
    ("answer", "text", "finish"),
    [
        (
            responds(
                a_message("Half a"),
                status="incomplete",
                incomplete_details={"reason": "max_output_tokens"},
            ),
            "Half a",
            Finish.LENGTH,
        ),
        (
            responds(
                a_message("Bad"),
                status="incomplete",
                incomplete_details={"reason": "content_filter"},
            ),
            "",
            Finish.FILTERED,
        ),
        (responds(REFUSAL), "I will not.", Finish.REFUSED),
        (
            responds(status="failed", error={"code": "invalid_prompt", "message": "flagged"}),
            "",
            Finish.FILTERED,
        ),
    ],
)
@pytest.mark.parametrize("is_streamed", [False, True])
async def test_how_an_answer_ended_is_told(
    answer: Answer, text: str, finish: Finish, *, is_streamed: bool
):
    async with responses_over(answer, streaming=is_streamed) as setup:
        reply = await setup.complete(WITH_TOOLS)

    assert (reply.text, reply.finish) == (text, finish)


@pytest.mark.parametrize(
    "answer",
    [
        responds(a_function_call("balance"), status="in_progress"),
        responds(status="failed", error={"code": "server_error", "message": "sorry"}),
        responds(status="incomplete", incomplete_details={"reason": "steered"}),
        Answer(b"[]"),
        Answer(b'{"output": "Hello"}'),
        Events(({"type": "error", "code": "server_error", "message": "sorry"},)),
        Events(as_events(a_message("Half")).payloads[:-1]),
        Events(as_events(a_function_call("balance")).payloads[:-1], is_cut=True),
        Events(("[1]",)),
        Cut(responds(a_message("Hello!")), 20),
    ],
)
async def test_what_is_no_answer_has_a_reason(answer: Reply):
    is_streamed = isinstance(answer, Events)

    async with responses_over(answer, streaming=is_streamed) as setup:
        with pytest.raises(ModelUnavailable) as failure:
            await setup.complete(WITH_TOOLS)

    assert failure.value.reason


async def test_a_busy_server_is_asked_again_whatever_it_answers_with():
    busy = responds(status="failed", error={"code": "rate_limit_exceeded", "message": "slow down"})

    async with responses_over(busy, says_so("Hello!"), retries=1) as setup:
        reply = await setup.complete()

    assert (reply.text, len(setup.time.pauses)) == ("Hello!", 1)


async def test_a_stream_is_shown_as_it_comes_and_read_as_a_whole():
    output = (a_thought(), a_message("Your balance is"), a_function_call("balance"))

    async with responses_over(as_events(*output), says_so("$5."), streaming=True) as setup:
        reply = await setup.complete(WITH_TOOLS)
        await setup.complete(after(WITH_TOOLS, reply, "$5"))

    assert setup.shown == ["Your ", "balance ", "is "]
    assert (reply.text, reply.finish) == ("Your balance is", Finish.TOOL_CALLS)
    assert reply.usage.input_tokens == 800
    assert setup.server.asked[0].body["stream"] is True
    assert "sealed-1" in str(setup.body["input"])


async def test_a_stream_whose_end_leaves_out_what_came_before_is_read_all_the_same():
    *pieces, end = as_events(a_message("Hello!")).payloads
    bare = {**end, "response": {**end["response"], "output": []}}

    async with responses_over(Events((*pieces, bare)), streaming=True) as setup:
        assert (await setup.complete()).text == "Hello!"


async def test_a_stream_of_words_alone_is_read():
    *pieces, end = as_events(a_message("Hello!")).payloads
    words = [piece for piece in pieces if piece["type"] == "response.output_text.delta"]
    bare = {**end, "response": {**end["response"], "output": []}}

    async with responses_over(Events((*words, bare)), streaming=True) as setup:
        assert (await setup.complete()).text.strip() == "Hello!"


async def test_items_out_of_their_order_go_back_in_it():
    begun, *pieces, end = as_events(a_thought(), a_function_call("balance")).payloads
    bare = {**end, "response": {**end["response"], "output": []}}
    turned = Events((begun, *reversed(pieces), bare))

    async with responses_over(turned, says_so("$5."), streaming=True) as setup:
        reply = await setup.complete(WITH_TOOLS)
        await setup.complete(after(WITH_TOOLS, reply, "$5"))

    assert [item.get("type") for item in setup.body["input"]][-3:] == [
        "reasoning",
        "function_call",
        "function_call_output",
    ]


async def test_what_is_too_long_is_known_by_its_code():
    error = {"code": "context_length_exceeded", "message": "too long"}

    async with responses_over(responds(status="failed", error=error)) as setup:
        with pytest.raises(ContextOverflow):
            await setup.complete()


def test_the_fake_refuses_what_is_stored_or_in_other_words():
    server = strictly(in_order(says_so("Hello!")))
    asked = {"store": True, "input": [], "max_tokens": 5}

    reply = server(Asked("/v1/responses", {}, asked))

    assert isinstance(reply, Answer)
    assert reply.status == 400
    assert a_response()["output"] == []

"""Embeddings over the official client: what is asked, believed, and asked again."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest
from inline_snapshot import snapshot

from agents.kit.values.model import Usage
from bot.core.ports.memory import Embedded, TextsRefused
from bot.domain.memory import Embedding
from bot.llm.openai import OpenAIConfig, OpenAIEmbeddings, Price, Timing
from bot.llm.openai.wire.failures import OutOfTime, Rejected, Resting, Unreachable, Unusable
from tests.fakes.model_answers import Answer, Cut, Drip, Hang, Reply, fails, in_order, sends
from tests.fakes.model_embeddings import embeds
from tests.fakes.model_server import ModelServer
from tests.fakes.openai_models import NOON, RuledTime

HELLO = embeds([1.0, 2.0], [2.0, 1.0])
MEANT = tuple(Embedding.of("embed-1", numbers) for numbers in ([1.0, 2.0], [2.0, 1.0]))


@dataclass
class Setup:
    """Embeddings, the server they come from, and the time they live in."""

    embeddings: OpenAIEmbeddings
    server: ModelServer
    time: RuledTime

    async def embed(self, *texts: str, within: float = 2.0) -> Embedded:
        return await self.embeddings.embed(texts or ("one", "two"), within_seconds=within)


@asynccontextmanager
async def embeddings_over(*replies: Reply, **changes: Any) -> AsyncIterator[Setup]:
    async with ModelServer(in_order(*replies)) as server:
        time = RuledTime()
        timing = Timing(lambda: NOON, lambda: time.seconds, time.sleep, lambda: 0.0)
        fields: dict[str, Any] = {"models": ("embed-1",), "api_key": "key", **changes}
        config = OpenAIConfig(**{"base_url": server.base_url, **fields})
        embeddings = OpenAIEmbeddings(config, timing)
        try:
            yield Setup(embeddings, server, time)
        finally:
            await embeddings.close()


async def test_all_texts_are_sent_in_one_request_that_says_what_it_is_for():
    async with embeddings_over(HELLO) as setup:
        await setup.embed("one", "two \ud800")

    asked = setup.server.asked[0]
    assert asked.path == "/v1/embeddings"
    assert asked.headers["x-frontdesk-purpose"] == "recall"
    assert asked.headers["authorization"] == "Bearer key"
    assert asked.body == snapshot(
        {"model": "embed-1", "input": ["one", "two ?"], "encoding_format": "float"}
    )


async def test_what_it_costs_is_counted_by_the_price_of_its_model():
    prices = {"embed-1": Price(Decimal("0.02"), Decimal(0))}
    async with embeddings_over(HELLO, prices=prices, aiohttp=True) as setup:
        embedded = await setup.embed()

    assert embedded == Embedded(MEANT, Usage(input_tokens=7, cost_micros=1))


async def test_embeddings_are_put_in_the_order_of_the_texts():
    backwards = json.loads(HELLO.body)
    backwards["data"].reverse()

    async with embeddings_over(sends(backwards)) as setup:
        assert (await setup.embed()).meanings == MEANT


async def test_a_server_that_does_not_number_them_keeps_the_order():
    plain = {"data": [{"embedding": [1, 2]}, {"embedding": [2, 1]}]}

    async with embeddings_over(sends(plain)) as setup:
        assert await setup.embed() == Embedded(MEANT, Usage())


@pytest.mark.parametrize(
    "answer",
    [
        embeds("AACAPwAAAEA=", "AAAAQAAAgD8="),
        embeds("AACAPwAAAEA=", [2, 1]),
        embeds([[1.0, 2.0]], [[2.0, 1.0]]),
        sends([{"index": 0, "embedding": [1, 2]}, {"index": 1, "embedding": [2, 1]}]),
        sends({"data": [{"embedding": [1, 2]}, {"embedding": [2, 1]}], "usage": None}),
    ],
)
async def test_an_embedding_is_read_in_whatever_form_it_comes(answer: Answer):
    async with embeddings_over(answer) as setup:
        assert (await setup.embed()).meanings == MEANT


@pytest.mark.parametrize("status", [400, 422, 500])
async def test_a_server_that_knows_no_encodings_is_asked_without(status: int):
    refusal = fails(status, "Unsupported parameter: encoding_format")

    async with embeddings_over(refusal, HELLO) as setup:
        for _time in range(2):
            assert (await setup.embed()).meanings == MEANT

    sent = ["encoding_format" in asked.body for asked in setup.server.asked]
    assert sent == [True, False, False]


@pytest.mark.proves("R11")
@pytest.mark.parametrize("fault", [fails(429, retry_after="1"), fails(500), Cut(HELLO, 9)])
async def test_a_busy_or_broken_server_is_asked_again(fault: Reply):
    async with embeddings_over(fault, HELLO) as setup:
        assert (await setup.embed()).meanings == MEANT

    assert len(setup.server.asked) == 2
    assert len(setup.time.pauses) == 1


@pytest.mark.proves("R11")
@pytest.mark.parametrize("silence", [Hang(), Drip(HELLO, 0.05)])
async def test_silence_ends_with_the_deadline(silence: Reply):
    async with embeddings_over(silence) as setup:
        with pytest.raises(OutOfTime):
            await setup.embed(within=0.05)


@pytest.mark.proves("R11")
async def test_a_server_that_keeps_failing_is_left_alone_and_then_probed():
    config = {"retries": 0, "breaker_opens_after": 2, "breaker_probes_after_seconds": 10.0}
    async with embeddings_over(fails(500), fails(500), HELLO, **config) as setup:
        for failure in (Unreachable, Unreachable, Resting):
            with pytest.raises(failure):
                await setup.embed()
        setup.time.seconds = 11.0

        assert (await setup.embed()).meanings == MEANT

    assert len(setup.server.asked) == 3


@pytest.mark.proves("R11")
@pytest.mark.parametrize(
    "answer",
    [
        Answer(b"{"),
        sends([]),
        sends({"data": None}),
        sends({"data": []}),
        embeds([1.0, 2.0]),
        embeds([1.0, 2.0], [1.0, 2.0], [1.0, 2.0]),
        embeds([1.0, 2.0], [1.0, 2.0, 3.0]),
        embeds([], []),
        embeds([0.0, 0.0], [1.0, 2.0]),
        embeds([1.0, float("nan")], [1.0, 2.0]),
        embeds([1.0, float("inf")], [1.0, 2.0]),
        embeds([10**400, 1], [1.0, 2.0]),
        embeds([True, 1.0], [1.0, 2.0]),
        embeds(["1", "2"], [1.0, 2.0]),
        embeds("AACAPwAAAE", [1.0, 2.0]),
        embeds("no base64!", [1.0, 2.0]),
        embeds([[1.0, 2.0], [1.0, 2.0]], [1.0, 2.0]),
        embeds([1.0] * 20_000, [1.0] * 20_000),
        sends({"data": [{"index": 0, "embedding": [1, 2]}, {"index": 0, "embedding": [1, 2]}]}),
        sends({"data": [{"index": 1, "embedding": [1, 2]}, {"index": 2, "embedding": [1, 2]}]}),
        sends({"data": [{"index": 0, "embedding": [1, 2]}, {"embedding": [1, 2]}]}),
        sends({"data": [{"index": "0", "embedding": [1, 2]}, {"index": [], "embedding": [1]}]}),
        sends({"data": ["no", {"index": 0, "embedding": [1, 2]}]}),
    ],
)
async def test_nothing_but_an_embedding_for_each_text_is_believed(answer: Answer):
    async with embeddings_over(answer) as setup:
        with pytest.raises(Unusable):
            await setup.embed()

    assert len(setup.server.asked) == 1


@pytest.mark.parametrize(
    "refusal",
    [
        fails(400, "This model's maximum context length is 8192 tokens"),
        fails(413),
        fails(400, "stopped", code="content_filter"),
    ],
)
async def test_a_text_that_the_model_does_not_take_is_told_apart(refusal: Answer):
    async with embeddings_over(refusal) as setup:
        with pytest.raises(TextsRefused):
            await setup.embed()


async def test_a_key_that_is_not_accepted_is_no_matter_of_the_texts():
    async with embeddings_over(fails(401)) as setup:
        with pytest.raises(Rejected, match="does not accept our key"):
            await setup.embed()

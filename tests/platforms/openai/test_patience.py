"""How often a model is asked again, when it is left alone, and who is asked instead."""

import asyncio
from decimal import Decimal

import pytest

from agents.kit.values.errors import ContextOverflow, ModelUnavailable
from agents.kit.values.model import Usage
from bot.llm.openai import Price
from tests.fakes.model_answers import Answer, Hang, completion, fails, in_order, says
from tests.fakes.openai_models import Setup, model_over, per_model

pytestmark = pytest.mark.proves("R11")

HELLO = says("Hello!")
OF_NO_USE = completion({"content": 7})
TWO = ("fake-1", "fake-2")


async def fail(setup: Setup, times: int) -> None:
    for _ in range(times):
        with pytest.raises(ModelUnavailable):
            await setup.complete()


@pytest.mark.parametrize(
    ("retry_after", "pauses"),
    [
        ("1", [1.0]),
        ("1.25", [1.25]),
        ("Sun, 01 Mar 2026 12:00:01 GMT", [1.0]),
        ("Sun, 01 Mar 2026 11:00:00 GMT", [0.5]),
        ("-5", [0.5]),
        ("nan", [0.5]),
        ("soon", [0.5]),
        ("Sun, 99 Foo 2026 12:00:01 GMT", [0.5]),
    ],
)
async def test_a_busy_server_says_how_long_to_wait(retry_after: str, pauses: list[float]):
    async with model_over(fails(429, retry_after=retry_after), HELLO) as setup:
        answer = await setup.complete()

    assert answer.text == "Hello!"
    assert setup.time.pauses == pauses


@pytest.mark.parametrize("retry_after", ["30", "inf", "Sun, 01 Mar 2026 12:01:00 GMT"])
async def test_nobody_waits_past_the_deadline(retry_after: str):
    async with model_over(fails(429, retry_after=retry_after), HELLO) as setup:
        with pytest.raises(ModelUnavailable, match="busy"):
            await setup.complete()

    assert setup.time.pauses == []
    assert setup.times_asked == 1


async def test_the_breaker_opens_after_five_failed_calls():
    async with model_over(fails(500), retries=0) as setup:
        await fail(setup, times=5)
        with pytest.raises(ModelUnavailable, match="asked again in 10 s"):
            await setup.complete()

    assert setup.times_asked == 5


async def test_one_probe_closes_the_breaker():
    script = in_order(*[fails(500)] * 5, HELLO)
    async with model_over(script, retries=0) as setup:
        await fail(setup, times=5)
        setup.time.seconds = 10.0

        answers = [await setup.complete(), await setup.complete()]

    assert [answer.text for answer in answers] == ["Hello!", "Hello!"]


async def test_only_one_probe_is_on_its_way():
    slow = Answer(HELLO.body, pause_seconds=0.1)
    script = in_order(*[fails(500)] * 5, slow)
    async with model_over(script, retries=0) as setup:
        await fail(setup, times=5)
        setup.time.seconds = 10.0

        first, second = await asyncio.gather(
            setup.complete(), setup.complete(), return_exceptions=True
        )

    assert not isinstance(first, BaseException)
    assert isinstance(second, ModelUnavailable)
    assert setup.times_asked == 6


async def test_a_failed_probe_opens_the_breaker_again():
    async with model_over(fails(500), retries=0) as setup:
        await fail(setup, times=5)
        setup.time.seconds = 10.0
        await fail(setup, times=2)

    assert setup.times_asked == 6


async def test_a_probe_that_is_given_up_leaves_room_for_the_next():
    script = in_order(*[fails(500)] * 5, Hang(), HELLO)
    async with model_over(script, retries=0) as setup:
        await fail(setup, times=5)
        setup.time.seconds = 10.0
        probe = asyncio.create_task(setup.complete())
        await setup.asked(times=6)
        probe.cancel()
        await asyncio.wait([probe])

        answer = await setup.complete()

    assert answer.text == "Hello!"


async def test_a_server_that_rejects_is_not_a_server_that_fails():
    async with model_over(fails(401)) as setup:
        await fail(setup, times=7)

    assert setup.times_asked == 7


@pytest.mark.parametrize("fault", [fails(500), fails(404), Answer(b""), Hang()])
async def test_the_next_model_answers_when_the_first_cannot(fault: Answer):
    script = per_model(fake_1=fault, fake_2=HELLO)
    async with model_over(script, models=TWO, retries=0) as setup:
        answer = await setup.complete(within=0.4)

    assert answer.text == "Hello!"


async def test_an_open_breaker_leads_straight_to_the_next_model():
    script = per_model(fake_1=fails(500), fake_2=HELLO)
    async with model_over(script, models=TWO, retries=0, breaker_opens_after=1) as setup:
        await setup.complete()
        await setup.complete()

    assert [asked.body["model"] for asked in setup.server.asked] == ["fake-1", "fake-2", "fake-2"]


async def test_when_no_model_answers_the_first_one_says_why():
    script = per_model(fake_1=fails(500), fake_2=fails(429))
    async with model_over(script, models=TWO, retries=0) as setup:
        with pytest.raises(ModelUnavailable, match="out of order"):
            await setup.complete()


async def test_a_request_that_is_too_long_is_not_offered_to_the_next_model():
    async with model_over(fails(400, code="context_length_exceeded"), models=TWO) as setup:
        with pytest.raises(ContextOverflow):
            await setup.complete()

    assert setup.times_asked == 1


@pytest.mark.parametrize("refusal", [fails(400, "no"), fails(401), fails(403), fails(422)])
async def test_a_refusal_by_the_first_model_is_answered_by_the_next(refusal: Answer):
    async with model_over(refusal, HELLO, models=TWO) as setup:
        answer = await setup.complete()

    assert (answer.text, setup.body["model"]) == ("Hello!", "fake-2")


async def test_of_several_refusals_the_first_is_told():
    script = per_model(fake_1=fails(401), fake_2=fails(400))

    async with model_over(script, models=TWO) as setup:
        with pytest.raises(ModelUnavailable, match="our key"):
            await setup.complete()


async def test_what_several_models_took_is_told_together_each_at_its_price():
    prices = {"fake-1": Price(Decimal(1), Decimal(0)), "fake-2": Price(Decimal(3), Decimal(0))}

    async with model_over(OF_NO_USE, HELLO, models=TWO, prices=prices) as setup:
        answer = await setup.complete()
    async with model_over(OF_NO_USE, models=TWO, prices=prices) as setup:
        with pytest.raises(ModelUnavailable, match="words should be") as caught:
            await setup.complete()

    assert answer.usage == caught.value.usage == Usage(1_600, 40, 4 * 800, answers=2)

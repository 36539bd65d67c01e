"""Each purpose may have a model and parameters of its own, and each model parameters."""

from typing import Any

from agents.kit.values.model import Purpose
from bot.llm.openai import Parameters
from tests.fakes.model_answers import Asked, Reply, fails, says
from tests.fakes.openai_models import Setup, a_call, model_over, per_model

HELLO = says("Hello!")
READING, TALK = a_call(purpose=Purpose.READ), a_call(purpose=Purpose.AGENT)
SMALL_READS = {Purpose.READ: "small"}


def models(setup: Setup) -> list[str]:
    return [request.body["model"] for request in setup.server.asked]


def said(body: dict[str, Any]) -> dict[str, Any]:
    """What stands in a request beside the call."""
    return {name: value for name, value in body.items() if name not in {"model", "messages"}}


async def test_a_small_model_reads_and_the_main_one_talks():
    async with model_over(HELLO, by_purpose=SMALL_READS) as setup:
        for call in (READING, TALK, READING):
            await setup.complete(call)

    assert models(setup) == ["small", "fake-1", "small"]


async def test_where_the_model_of_a_purpose_is_away_the_usual_ones_answer():
    script = per_model(small=fails(500), fake_1=HELLO)

    async with model_over(script, by_purpose=SMALL_READS, retries=0) as setup:
        reply = await setup.complete(READING)

    assert reply.text == "Hello!"
    assert models(setup) == ["small", "fake-1"]


async def test_what_an_author_wishes_goes_before_the_purpose():
    async with model_over(HELLO, by_purpose={Purpose.AGENT: "talker"}) as setup:
        await setup.complete(a_call(model="wished"))

    assert models(setup) == ["wished"]


async def test_purposes_say_more_than_all_and_models_more_than_purposes():
    parameters = Parameters(
        {"top_p": 0.9, "max_tokens": 900, "seed": 1},
        {Purpose.READ: {"max_tokens": 100, "seed": 2}},
        {"small": {"seed": None, "reasoning_effort": "none"}},
    )

    async with model_over(HELLO, by_purpose=SMALL_READS, parameters=parameters) as setup:
        await setup.complete(READING)
        read = said(setup.body)
        await setup.complete(TALK)

    assert read == {"top_p": 0.9, "max_tokens": 100, "temperature": 0, "reasoning_effort": "none"}
    assert said(setup.body) == {"top_p": 0.9, "max_tokens": 900, "seed": 1}


async def test_a_fallback_model_has_parameters_of_its_own():
    def script(asked: Asked) -> Reply:
        return fails(500) if asked.body["model"] == "fake-1" else HELLO

    parameters = Parameters({"reasoning_effort": "low"}, by_model={"fake-2": {"top_k": 5}})
    models = ("fake-1", "fake-2")
    async with model_over(script, models=models, parameters=parameters, retries=0) as setup:
        await setup.complete(TALK)

    first, second = setup.server.asked
    assert said(first.body) == {"reasoning_effort": "low"}
    assert said(second.body) == {"reasoning_effort": "low", "top_k": 5}


async def test_a_null_leaves_readings_their_own_temperature():
    parameters = Parameters(by_model={"fake-1": {"temperature": None}})

    async with model_over(HELLO, parameters=parameters) as setup:
        await setup.complete(READING)

    assert "temperature" not in setup.body

"""The model a call wishes for is asked first; the configured ones stand behind it."""

from tests.fakes.model_answers import fails, says
from tests.fakes.openai_models import a_call, model_over, per_model

WISH = a_call(model="large-2")


def asked(setup: object) -> list[str]:
    return [request.body["model"] for request in setup.server.asked]  # type: ignore[attr-defined]


async def test_a_wish_is_asked_first():
    script = per_model(fake_1=says("small"), large_2=says("large"))

    async with model_over(script) as setup:
        answers = [(await setup.complete(call)).text for call in (WISH, a_call(), WISH)]

    assert answers == ["large", "small", "large"]
    assert asked(setup) == ["large-2", "fake-1", "large-2"]


async def test_where_it_is_not_there_the_usual_ones_answer():
    script = per_model(fake_1=says("small"), large_2=fails(404, "no such model"))

    async with model_over(script, retries=0) as setup:
        answer = await setup.complete(WISH)

    assert answer.text == "small"
    assert asked(setup) == ["large-2", "fake-1"]


async def test_a_wish_for_a_usual_one_asks_it_once():
    script = per_model(fake_1=fails(500, "down"), fake_2=says("two"))

    async with model_over(script, models=("fake-1", "fake-2"), retries=0) as setup:
        answer = await setup.complete(a_call(model="fake-2"))

    assert (answer.text, asked(setup)) == ("two", ["fake-2"])

"""What is said though nobody asked for it: a number alone starts nothing."""

import pytest

from tests.journeys.bank import LOGIN, moved, talked

pytestmark = pytest.mark.proves("S1-63b")


@pytest.mark.parametrize("words", ["20", "$20", "1234324", "twenty dollars", "3."])
@pytest.mark.parametrize("before", [(), LOGIN], ids=["at once", "logged in"])
async def test_a_bare_number_is_asked_about_and_starts_nothing(
    words: str, before: tuple[str, ...]
):
    conversation = await talked("hello", *before)

    said = await conversation.say(words)

    assert f"What shall I do with “{words.rstrip('.')}”?" in said
    assert await conversation.stack() == []
    assert await moved(conversation) == []


async def test_a_number_that_was_asked_for_is_an_answer():
    conversation = await talked(*LOGIN, "transfer money", "Checking", "1234324")

    await conversation.say("20")

    assert [minor for _source, _target, minor in await moved(conversation)] == [2_000]

"""A number alone presses a button of a card, or nothing; it is never a new amount."""

import pytest

from tests.journeys.bank.talking import ANAS, CHECKING, READY, moved, talked
from tests.journeys.conversation import Conversation


async def with_a_card(*then: str) -> Conversation:
    return await talked(*READY, "send 601 from checking to 1234324", *then)


@pytest.mark.parametrize("one", ["1", "[1]", "(1)", "#1", "1."])
async def test_the_number_of_a_button_presses_it(one: str):
    conversation = await with_a_card(one)

    assert await moved(conversation) == [(CHECKING, ANAS, 60_100)]


@pytest.mark.parametrize("number", ["4", "[4]", "0", "700"])
async def test_a_number_that_no_button_has_changes_nothing(number: str):
    conversation = await with_a_card(number)

    assert f"“{number}” is none of the buttons" in conversation.last.text
    assert "601.00 USD" in conversation.last.text
    await conversation.say("approve")
    assert await moved(conversation) == [(CHECKING, ANAS, 60_100)]


async def test_another_amount_is_said_in_words():
    conversation = await with_a_card("700", "make it 700", "approve")

    assert await moved(conversation) == [(CHECKING, ANAS, 70_000)]

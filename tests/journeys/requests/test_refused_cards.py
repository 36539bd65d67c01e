"""A card is rejected by whoever says in plain words not to do what it shows."""

import pytest

from agents.procurement.orders import ORDERS
from tests.journeys.bank.talking import READY, moved, talked

CARD = (*READY, "send 700 to 1234324")


@pytest.mark.parametrize(
    "words",
    [
        *("actually, don't", "don't send it", "Do not transfer it!", "no, don't do it"),
        *("please don't", "cancel the transfer", "stop the transfer"),
        *("oh wait, don't send that", "don't pay it"),
        *("dont transfer the money", "don't send anything", "I do not approve"),
    ],
)
async def test_a_transfer_that_is_refused_is_rejected(words: str):
    conversation = await talked(*CARD, words)

    assert "approval" not in [request.kind for request in conversation.pending]
    assert await moved(conversation) == []
    await conversation.say("yes")
    assert await moved(conversation) == []


@pytest.mark.parametrize(
    "words", ["don't order it", "cancel the order", "actually, don't buy them"]
)
async def test_so_is_an_order(words: str):
    conversation = await talked("order 30 laptops for Ana", words)

    assert "approval" not in [request.kind for request in conversation.pending]
    assert await conversation.rows(ORDERS) == []


@pytest.mark.parametrize(
    "words",
    [
        *("don't wait", "don't worry", "don't cancel it", "don't stop", "I don't know"),
        *("cancel order 5", "why don't you send it?", "don't send 700", "don't reject it"),
    ],
)
async def test_other_words_reject_nothing(words: str):
    conversation = await talked(*CARD, words)

    assert "approval" in [request.kind for request in conversation.pending]
    assert await moved(conversation) == []

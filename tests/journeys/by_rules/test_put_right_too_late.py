"""What is put right once it is done is not changed, and that is said."""

import pytest

from agents.procurement.tables import ORDERS
from tests.journeys.bank.talking import READY, moved, talked

STAYS = "What is done stays done"


@pytest.mark.parametrize(
    "words",
    [
        *("no, for Ben", "sorry, for Ben", "for Ben instead", "not Ana, Ben", "make it 2"),
        *("no, two of them", "I meant for Ben", "change that to 2", "actually 2", "undo that"),
        *("take that back", "please undo it", "wait, 2", "oops, 2"),
        *("undo", "the other way round", "no wait, it is for Ben", "I mean Ben"),
    ],
)
async def test_an_order_is_not_changed_in_passing_and_you_are_told(words: str):
    conversation = await talked("order a laptop for Ana", words)

    assert STAYS in conversation.last.text
    (row,) = await conversation.rows(ORDERS)
    assert (row["for_whom"], row["quantity"]) == ("Ana", 1)


@pytest.mark.parametrize(
    "words", ["no, I meant 60", "no, 60", "sorry, 60", "to 9876543210 instead"]
)
async def test_nor_is_a_transfer(words: str):
    conversation = await talked(*READY, "send 50 to 1234324", words)

    assert len(await moved(conversation)) == 1
    assert STAYS in conversation.last.text or "Please tell me" in conversation.last.text


@pytest.mark.parametrize(
    "words",
    [
        *("no", "no thanks", "sorry", "no problem", "never mind", "what can you do?", "thanks"),
        *("sorry about that", "sorry to bother you", "no worries", "wait", "for sure", "Ben"),
        *("wait a moment", "actually, thank you", "no need", "no, that is all", "oh no"),
    ],
)
async def test_small_talk_puts_nothing_right(words: str):
    conversation = await talked("order a laptop for Ana", words)

    assert STAYS not in conversation.last.text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("no, what does apple cost?", "One share of Apple"),
        ("actually, order a desk for Ben", "1 x desk for Ben"),
        ("sorry, cancel order 1", "is now cancelled"),
    ],
)
async def test_another_wish_behind_such_a_word_is_taken(words: str, said: str):
    conversation = await talked("order a laptop for Ana", words)

    assert any(said in reply.text for reply in conversation.replies)


@pytest.mark.parametrize("words", ["cancel that", "cancel it", "stop"])
async def test_who_stops_what_is_done_is_told_that_it_stays(words: str):
    conversation = await talked("order a laptop for Ana", words)

    assert conversation.last.text.startswith("Nothing is running, and what is done stays done.")
    assert [row["status"] for row in await conversation.rows(ORDERS)] == ["ordered"]


@pytest.mark.parametrize("words", ["change it to 2", "change currency to EUR", "change that"])
async def test_a_change_of_anything_is_none_of_a_password(words: str):
    conversation = await talked(words)

    assert "password" not in conversation.last.text

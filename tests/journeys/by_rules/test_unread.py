"""An order of money that says more than was understood is asked about, not carried out."""

import pytest

from tests.journeys.bank.talking import ANAS, CHECKING, READY, moved, say_all, talked

SENT = [(CHECKING, ANAS, 2_000)]


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("transfer 20 to 1234324, vice versa", "vice versa"),
        ("transfer 20 to 1234324, other way round", "round"),
        ("transfer 20 to 1234324, the other way around", "around"),
        ("transfer 20 less fees to 1234324", "less fees"),
        ("transfer 20 to 1234324 lol jk", "lol jk"),
        ("“transfer 20 to 1234324” is what he said", "said"),
        ("transfer 20 to 1234324 please wait", "wait"),
        ("transfer 20 to 1234324. Wait for the signal", "Wait for the signal"),
        ("transfer 20 to 1234324, sorry wrong number", "wrong number"),
        ("transfer 20 to 1234324 for the time being not", "not"),
        (
            "transfer 20 to 1234324 first get my money back from him",
            "first get my money back from him",
        ),
        ("transfer 20 to 1234324 because of the condition that he pays", "condition"),
        ("transfer 20 to 1234324 to the exclusion of fees", "exclusion of fees"),
        ("transfer 20 between 1234324 and my checking", "between 1234324 and"),
        ("transfer 20 to 1234324 as a joke", "joke"),
        ("transfer 20 to 1234324 with the note happy birthday", "happy birthday"),
    ],
)
async def test_words_nobody_understood_hold_money_back(order: str, words: str):
    conversation = await talked(*READY)

    told = await conversation.say(order)

    assert told == (
        f"I have changed nothing. I cannot tell what “{words}” means for it; "
        "to have it done without, say “go on”."
    )
    assert await moved(conversation) == []
    await conversation.say("go on")
    assert await moved(conversation) == SENT


@pytest.mark.parametrize(
    "order",
    [
        "transfer 20 to 1234324 not now",
        "transfer 20 to 1234324, wait no",
        "transfer 20 to 1234324. scratch that",
        "transfer 20 to 30 to 1234324",
    ],
)
async def test_what_is_taken_back_or_is_no_amount_moves_nothing(order: str):
    conversation = await talked(*READY)

    await conversation.say(order)

    assert await moved(conversation) == []


async def test_what_was_not_understood_is_asked_about_behind_a_login_too():
    conversation = await talked(
        "transfer 20 to 1234324, vice versa", "seldo", "monkey", "checking"
    )

    assert await moved(conversation) == []
    assert "“vice versa”" in conversation.replies[-1].text


@pytest.mark.parametrize(
    "order",
    [
        "could you kindly arrange for 20 to go to my friend at 1234324",
        "Kindly move the sum of 20 dollars into the account with the number 1234324",
        "transfer 20 to 1234324 for the rent of May, thanks a lot mate",
        "good morning, please send twenty bucks to 1234324 asap, he needs it",
        "trasnfer 20 to acount 1234324 right away",  # codespell:ignore trasnfer,acount
        "transfer 20 to 1234324 and tell me a joke",
        "would you mind sending 20 to 1234324?",
        "I'd be grateful if you could transfer 20 to 1234324",
        "go ahead and transfer 20 to 1234324 straight away",
        "send 20 to 1234324 when you get a chance",
        "First, transfer 20 to 1234324",
        "wait, transfer 20 to 1234324",
    ],
)
async def test_what_is_said_around_an_order_holds_nothing_back(order: str):
    conversation = await talked(*READY)

    await say_all(conversation, order)

    assert "cannot tell" not in conversation.replies[-1].text
    asked = [request.subject.arguments.get("amount") for request in conversation.pending]
    assert await moved(conversation) == SENT or asked == ["20.00 USD"]

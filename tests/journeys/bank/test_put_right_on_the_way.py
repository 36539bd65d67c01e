"""What is changed or refused while something must come first counts once that is done."""

import pytest

from tests.journeys.bank.talking import ANAS, CHECKING, READY, SAVINGS, moved, say_all, talked

ASKED_FOR_ACCOUNT = ("transfer 50 to 1234324", "seldo", "monkey")


@pytest.mark.parametrize(
    "words",
    [
        "no, make it 60",
        "actually 60",
        "sorry, 60",
        "make that 60",
        "amount 60",
        "change amount to 60",
    ],
)
async def test_another_amount_while_the_account_is_asked_for_is_sent(words: str):
    conversation = await talked(*ASKED_FOR_ACCOUNT, words, "checking")
    if conversation.pending:
        await conversation.say("approve")

    assert await moved(conversation) == [(CHECKING, ANAS, 6000)]


@pytest.mark.parametrize("words", ["no, make it 60", "actually 60", "set the amount to 60"])
async def test_another_amount_while_the_login_is_asked_for_is_no_name(words: str):
    conversation = await talked("transfer 50 to 1234324", words, "seldo", "monkey", "savings")
    if conversation.pending:
        await conversation.say("approve")

    assert await moved(conversation) == [(SAVINGS, ANAS, 6000)]


@pytest.mark.parametrize(
    "words", ["no, to 9876543210", "to 9876543210 instead", "sorry, to account 9876543210"]
)
@pytest.mark.parametrize("lines", [ASKED_FOR_ACCOUNT, ASKED_FOR_ACCOUNT[:1]])
async def test_another_receiver_while_something_is_asked_for_gets_it(
    words: str, lines: tuple[str, ...]
):
    conversation = await talked(*lines, words)

    await say_all(conversation, *("seldo", "monkey")[: 3 - len(lines)], "checking", "approve")

    assert await moved(conversation) == [(CHECKING, SAVINGS, 5000)]


@pytest.mark.parametrize("words", ["tomorrow", "but only if I have enough", "every month"])
async def test_what_cannot_wait_is_not_done_at_once(words: str):
    conversation = await talked(*ASKED_FOR_ACCOUNT, words, "checking")

    assert await moved(conversation) == []
    assert "say “go on”" in conversation.last.text


@pytest.mark.parametrize(
    "words", ["I don't want to send it any more", "don't send it", "do not transfer anything"]
)
@pytest.mark.parametrize("lines", [ASKED_FOR_ACCOUNT, ASKED_FOR_ACCOUNT[:1]])
async def test_what_is_refused_on_the_way_is_not_done(words: str, lines: tuple[str, ...]):
    conversation = await talked(*lines, words)

    await say_all(conversation, *("seldo", "monkey")[: 3 - len(lines)], "checking")

    assert await moved(conversation) == []


@pytest.mark.parametrize(
    ("words", "source"),
    [("checking", CHECKING), ("no, savings", SAVINGS), ("1234567890", CHECKING)],
)
async def test_an_answer_on_the_way_is_one(words: str, source: str):
    conversation = await talked(*ASKED_FOR_ACCOUNT, words)

    assert await moved(conversation) == [(source, ANAS, 5000)]


@pytest.mark.parametrize(
    "words",
    ["send 50 to 1234324 but not from checking", "send 50 to 1234324, not from my checking"],
)
async def test_an_account_that_shall_not_pay_does_not(words: str):
    conversation = await talked(*READY, words)
    assert await moved(conversation) == []
    assert "your account to send from" in conversation.last.text

    await conversation.say("savings")
    await conversation.say("approve")
    assert await moved(conversation) == [(SAVINGS, ANAS, 5000)]


@pytest.mark.parametrize(
    "words",
    [
        *("send 50 to 1234324 but ask me first", "send 50 to 1234324, but check with me first"),
        *("send 50 to 1234324 once I confirm", "send 50 to 1234324 but let me confirm it first"),
        *("send 50 to 1234324 but wait for my ok", "send 50 to 1234324, but first ask me"),
        *("send 50 to 1234324, but first tell me my balance",),
        *("send 50 to 1234324 but let me check my balance first",),
    ],
)
async def test_who_wants_to_be_asked_first_is(words: str):
    conversation = await talked(*READY, words)

    assert await moved(conversation) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("no, order 2 desks for Ben", "2 x desk for Ben"),
        ("I don't want a desk, order a chair for Ben", "chair"),
        ("no, what does apple cost?", "One share of Apple"),
    ],
)
async def test_another_wish_on_the_way_is_its_own(words: str, said: str):
    conversation = await talked(*ASKED_FOR_ACCOUNT, words)
    assert any(said in reply.text for reply in conversation.replies)
    assert await moved(conversation) == []

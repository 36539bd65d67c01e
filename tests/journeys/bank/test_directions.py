"""Without a model, money goes where “to” says, from where “from” says, or nowhere."""

import pytest

from tests.journeys.bank.talking import ANAS, CHECKING, SAVINGS, moved, talked

IN = "log in as seldo / monkey"
READY = ("Transfer money", "seldo", "monkey", "Checking")


@pytest.mark.parametrize(
    ("said", "source", "target"),
    [
        ("send 50 from checking to 1234324", CHECKING, ANAS),
        ("send 50 to 1234324 from savings", SAVINGS, ANAS),
        (f"send 50 from {SAVINGS} to 1234324", SAVINGS, ANAS),
        (f"move 50 from account {SAVINGS} to account ID {CHECKING}", SAVINGS, CHECKING),
    ],
)
async def test_money_goes_the_way_it_was_said(said: str, source: str, target: str):
    conversation = await talked(IN, said)

    assert await moved(conversation) == [(source, target, 5_000)]


@pytest.mark.parametrize("verb", ["send", "request"])
async def test_an_account_of_others_is_refused_as_a_source(verb: str):
    conversation = await talked(IN, f"{verb} 50 from 1234324 to checking")

    assert "No single account of yours fits “1234324”" in conversation.last.text
    assert await moved(conversation) == []


@pytest.mark.parametrize(
    "lines",
    [
        (IN, "move 50 to savings", "1234324"),
        (IN, "ask 1234324 to send 50 to checking"),
        (IN, "send 50 to 1234324", "not checking"),
        (*READY, "transfer 50 checking savings"),
        (*READY, "transfer 50 to checking"),
    ],
)
async def test_where_money_goes_is_not_where_it_comes_from(lines: tuple[str, ...]):
    conversation = await talked(*lines)

    assert await moved(conversation) == []


async def test_an_account_that_money_goes_to_may_be_named_later():
    conversation = await talked(*READY, "50 to Sam", SAVINGS)

    assert await moved(conversation) == [(CHECKING, SAVINGS, 5_000)]


@pytest.mark.parametrize(
    "wish", ["50 to Savings", "move 50 from checking to savings", "put 50 into my savings"]
)
async def test_an_account_of_ones_own_that_money_goes_to_is_known_by_its_name(wish: str):
    conversation = await talked(*READY, "transfer money", wish)

    assert await moved(conversation) == [(CHECKING, SAVINGS, 5_000)]


async def test_an_account_nobody_knows_pays_nothing_and_is_told():
    conversation = await talked(*READY, "transfer money")

    said = await conversation.say("50 from holiday to 1234324")

    assert "No single account" in said
    assert "holiday" in said
    assert await moved(conversation) == []


@pytest.mark.parametrize("words", ["no wait, to {}", "to {}", "change the account to {}"])
async def test_another_account_while_the_amount_is_asked_for_is_where_money_goes(words: str):
    conversation = await talked(*READY, f"to {ANAS}", words.format(SAVINGS))

    assert f"the account ID to send to ({SAVINGS})" in conversation.last.text

    await conversation.say("500")
    assert await moved(conversation) == [(CHECKING, SAVINGS, 50_000)]


@pytest.mark.parametrize(
    "words",
    [
        "{}",
        "sorry, {}",
        "{} instead",
        "I mean {}",
        f"not {ANAS} but {{}}",
        "wrong account, it is {}",
    ],
)
async def test_a_bare_number_that_may_be_another_account_is_asked_about(words: str):
    conversation = await talked(*READY, f"to {ANAS}", words.format(SAVINGS))

    assert "the account ID to send to; the amount" in conversation.last.text

    await conversation.say("500")
    assert await moved(conversation) == []

    await conversation.say(f"to {SAVINGS}")
    assert await moved(conversation) == [(CHECKING, SAVINGS, 50_000)]


async def test_the_same_account_said_twice_is_no_amount():
    conversation = await talked(*READY, f"to {ANAS}", ANAS)

    assert conversation.last.text.endswith("Please tell me the amount, such as 25.50.")

    await conversation.say("500")
    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        (f"send 40 to {ANAS}, I mean {SAVINGS}", "the account ID to send to"),
        (f"send 40 to {SAVINGS}, no wait, to {ANAS}", "the account ID to send to"),
        (f"send 40, sorry, 50 to {ANAS}", "the amount"),
        (f"send 40 from checking, no, savings, to {ANAS}", "your account to send from"),
        (f"send 40 from checking or savings to {ANAS}", "your account to send from"),
    ],
)
async def test_of_what_is_put_right_in_one_breath_nothing_is_taken(said: str, asked: str):
    conversation = await talked(IN, "balance of checking", said)

    assert conversation.last.text.startswith("I can take only one at a time.")
    assert f"Please tell me{':' if 'ID' in asked else ''} {asked}" in conversation.last.text
    assert await moved(conversation) == []

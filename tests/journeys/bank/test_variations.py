"""The same transfer in other words and another order; all of it ends in the same ledger."""

import pytest

from tests.journeys.bank.talking import ANAS, CHECKING, holds, moved, talked

DIALOGUES = {
    "all in one sentence": ("Send $500 from checking to account 1234324", "seldo", "monkey"),
    "polite": (
        *("I'd like to send some money please", "my username is seldo", "monkey"),
        *("the checking one", "1234324", "five hundred dollars", "yes"),
    ),
    "pay": ("pay 500 to 1234324", "seldo", "monkey", "Checking"),
    "a question": (
        "can you send 500$ to account number 1234324 out of checking?",
        *("seldo", "monkey"),
    ),
    "somebody": (
        "I need to send money to a friend",
        "seldo",
        "monkey",
        "Checking",
        "1234324",
        "500",
    ),
    "no verb": ("500 to 1234324", "seldo", "monkey", "checking"),
    "login first": (
        *("log me in", "seldo", "monkey", "what's my checking balance?"),
        "transfer 500 to 1234324",
    ),
    "one by one": (
        *("authenticate", "seldo", "monkey", "balance", "Checking"),
        *("transfer", "1234324", "500"),
    ),
    "balance first": (
        *("what is my balance?", "seldo", "monkey", "checking"),
        "now send 500 to 1234324",
    ),
    "amount before account": ("transfer money", "seldo", "monkey", CHECKING, "500", "1234324"),
    "amount in the wish": ("wire 500 dollars", "seldo", "monkey", "checking", "1234324"),
    "account in the wish": (
        *("move money to 1234324", "seldo", "monkey", "checking account", "500 USD"),
    ),
    "both at once": ("transfer money", "seldo monkey", "checking", "500 to 1234324"),
    "labelled": (
        *("transfer money", "username: seldo, password: monkey", "Checking"),
        "to: 1234324, amount: 500",
    ),
    "a sentence": (
        *("transfer money", "I'm seldo", "monkey", "my checking account please"),
        "the account is 1234324 and the amount is 500",
    ),
    "blanks": ("  transfer   money ", " seldo ", " monkey ", " checking ", " 1234324 ", " 500 "),
    "capitals": ("TRANSFER MONEY!!", "SELDO", "monkey", "CHECKING", "1234324", "$500.00"),
    "typing errors": (
        *("trasnfer mony", "seldo", "monkey", "checking"),  # codespell:ignore
        *("to acount 1234324", "500"),  # codespell:ignore
    ),
    "more of them": ("transfr 500 to 1234324", "seldo", "monkey", "checking"),
    "addressed": ("@transfer_money 500 to 1234324", "seldo", "monkey", "checking"),
    "addressed without a wish": (
        *("@transfer_money", "seldo", "monkey", "checking", "1234324", "500"),
    ),
}
DETOURS = {
    "a wrong password": (
        *("transfer money", "seldo", "wrong", "monkey", "Checking", "1234324", "500"),
    ),
    "an unknown account of one's own": (
        *("transfer money", "seldo", "monkey", "Christmas", "Checking", "1234324", "500"),
    ),
    "an unknown account to send to": (
        *("transfer money", "seldo", "monkey", "Checking", "99999999", "500", "1234324"),
    ),
    "an amount below zero": (
        *("transfer money", "seldo", "monkey", "Checking", "1234324", "-5", "500"),
    ),
    "nothing as amount": (
        *("transfer money", "seldo", "monkey", "Checking", "1234324", "0", "500"),
    ),
    "no amount at all": (
        *("transfer money", "seldo", "monkey", "Checking", "1234324", "lots", "500"),
    ),
    "not knowing": (
        "transfer money",
        "I don't know",
        "seldo",
        "monkey",
        "Checking",
        "1234324",
        "500",
    ),
    "a digression at every question": (
        *("transfer money", "what does tesla cost?", "seldo", "monkey"),
        *("what is the price of Apple stock?", "Checking", "what does tesla cost?", "1234324"),
        *("what is the price of Apple stock?", "500"),
    ),
    "stopped and begun again": (
        *("transfer money", "stop", "transfer money", "seldo", "cancel"),
        *("transfer money", "seldo", "monkey", "Checking", "stop"),
        "transfer 500 to 1234324",
    ),
}


@pytest.mark.proves("S0-09", "S0-28", "S0-37")
@pytest.mark.parametrize("lines", DIALOGUES.values(), ids=DIALOGUES)
async def test_however_it_is_said_the_same_money_moves(lines: tuple[str, ...]):
    conversation = await talked(*lines)

    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]
    assert await conversation.stack() == []
    assert conversation.pending == []


@pytest.mark.proves("S0-35", "S0-37")
@pytest.mark.parametrize("lines", DETOURS.values(), ids=DETOURS)
async def test_a_detour_loses_nothing(lines: tuple[str, ...]):
    conversation = await talked(*lines)

    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]
    assert await conversation.stack() == []


async def test_more_than_there_is_is_refused_with_the_balance_and_can_be_put_right():
    conversation = await talked("transfer 599 to 9876543210", "seldo", "monkey", "Checking")

    said = await conversation.say("transfer 500 to 1234324")

    assert "$401.00" in said
    assert "not enough" in said
    await conversation.say("400")
    assert await holds(conversation, CHECKING) == 100


@pytest.mark.proves("S0-41")
async def test_a_digression_is_answered_and_the_question_comes_back():
    conversation = await talked("transfer money")

    said = await conversation.say("what does a share of Tesla cost?")

    assert said.index("$248.50") < said.index("username")
    assert await conversation.stack() == ["transfer_money", "authenticate"]


@pytest.mark.proves("S0-41")
async def test_a_wish_in_the_middle_of_another_wins_and_the_first_one_waits():
    conversation = await talked("log me in", "seldo", "monkey", "transfer money")

    said = await conversation.say("log me out")

    assert "logged out" in said
    assert "transfer_money" in await conversation.stack()


async def test_small_talk_loses_nothing():
    conversation = await talked("transfer money", "seldo", "monkey", "Checking", "1234324")

    said = await conversation.say("thank you")

    assert "amount" in said
    await conversation.say("500")
    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]


async def test_two_wishes_in_one_message_are_both_carried_out():
    conversation = await talked("log me in", "seldo", "monkey")

    said = await conversation.say(
        "what is my savings balance? And what is the price of Apple stock?"
    )

    assert "5,000.00" in said
    assert "228.88" in said
    assert await conversation.stack() == []


async def test_each_of_two_wishes_keeps_its_values():
    conversation = await talked("price of Apple stock and transfer 500 to 1234324")

    assert any("$228.88" in reply.text for reply in conversation.replies)
    assert await conversation.stack() == ["transfer_money", "authenticate"]


async def test_the_second_wish_waits_until_the_first_is_complete():
    conversation = await talked("transfer money then tell me the price of Apple stock", "seldo")

    said = await conversation.say("monkey")

    assert "228.88" not in said
    await conversation.say("Checking")
    await conversation.say("1234324")
    assert "228.88" in await conversation.say("500")
    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]


async def test_an_agent_addressed_by_name_gets_the_message_in_the_middle_of_another_task():
    conversation = await talked("transfer money")

    said = await conversation.say("@stock_lookup Tesla")

    assert "$248.50" in said
    assert await conversation.stack() == ["transfer_money", "authenticate"]


async def test_an_address_nobody_has_is_answered_with_where_to_see_those_there_are():
    conversation = await talked("transfer money")

    said = await conversation.say("@banana 500")

    assert said == "There is no agent “banana” here. Write “agents” to see who there is."
    assert await conversation.stack() == ["transfer_money", "authenticate"]

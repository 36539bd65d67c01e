"""What must come first comes first, in code, each only if it is missing, and lapses again."""

import pytest

from tests.journeys.bank.talking import (
    ANAS,
    CHECKING,
    LOGIN,
    READY,
    SAVINGS,
    amounts_in,
    moved,
    say_all,
    talked,
)
from tests.journeys.conversation import a_conversation


@pytest.mark.proves("S0-27", "S0-04")
@pytest.mark.parametrize(
    "wish", ["what is my balance?", "check my savings balance", "which accounts do I have?"]
)
async def test_who_is_not_logged_in_is_told_no_balance(wish: str):
    conversation = await a_conversation()

    said = await conversation.say(wish)

    assert await conversation.stack() == ["account_balance", "authenticate"]
    assert amounts_in(said) == []
    assert CHECKING not in said


@pytest.mark.proves("S0-27", "S0-04", "S0-13")
async def test_after_the_login_the_balance_that_was_asked_for_is_told():
    conversation = await talked("check my savings balance", "seldo")

    said = await conversation.say("monkey")

    assert amounts_in(said) == ["5,000.00"]
    assert await conversation.stack() == []


@pytest.mark.proves("S0-05", "S0-31", "S0-63")
async def test_a_login_is_waited_for_whatever_else_is_asked_of_it():
    conversation = await talked(f"transfer 500 to {ANAS}", "change my password")

    assert "username" in conversation.last.text
    assert await conversation.stack() == ["transfer_money", "authenticate"]


@pytest.mark.proves("S0-28", "S0-05", "S0-31")
async def test_a_transfer_skips_the_login_of_somebody_logged_in():
    conversation = await talked(*LOGIN)

    await conversation.say("Transfer money")

    assert await conversation.stack() == ["transfer_money", "account_balance"]


@pytest.mark.proves("S0-28", "S0-05", "S0-31")
async def test_a_transfer_skips_the_balance_that_was_seen():
    conversation = await talked(*READY)

    said = await conversation.say("Transfer money")

    assert await conversation.stack() == ["transfer_money"]
    assert "account to send" in said


@pytest.mark.proves("S0-05")
async def test_the_account_whose_balance_was_seen_is_the_one_that_pays():
    conversation = await talked(*LOGIN, "check my savings balance", "transfer 500 to 1234324")

    assert await moved(conversation) == [(SAVINGS, ANAS, 50_000)]


@pytest.mark.proves("S0-25", "S0-02", "S0-10")
@pytest.mark.parametrize("before", [(), LOGIN, READY])
async def test_a_share_price_needs_nothing_first(before: tuple[str, ...]):
    conversation = await talked(*before)

    said = await conversation.say("what is the price of Apple stock?")

    assert "$228.88" in said
    assert await conversation.stack() == []


@pytest.mark.proves("S0-06")
async def test_a_company_is_looked_up_before_its_price():
    conversation = await talked("what does a share of Tesla cost?")

    told = conversation.told()
    assert told.index("symbol of Tesla") < told.index("price of TSLA")


@pytest.mark.proves("S0-26", "S0-03")
@pytest.mark.parametrize("wish", ["log me in", "I want to authenticate", "sign in", "Login"])
async def test_a_wish_to_log_in_brings_up_the_login(wish: str):
    conversation = await talked(wish)

    assert await conversation.stack() == ["authenticate"]
    said = await say_all(conversation, "seldo", "monkey")
    assert said.startswith("You are logged in as seldo.")


async def test_a_wrong_password_is_told_and_may_be_tried_again():
    conversation = await talked("Transfer money", "seldo")

    said = await conversation.say("donkey")

    assert "do not belong together" in said
    assert (await conversation.participant()).facts.values == {}
    assert "logged in as seldo" in await conversation.say("monkey")


async def test_after_a_quarter_of_an_hour_of_silence_the_chain_runs_again():
    conversation = await talked(*READY)
    conversation.clock.pass_time(minutes=16)

    said = await conversation.say("transfer 500 to 1234324")

    assert "login" in said.lower()
    assert await conversation.stack() == ["transfer_money", "authenticate"]
    await say_all(conversation, "seldo", "monkey", "Checking")
    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]


async def test_who_keeps_talking_stays_logged_in():
    conversation = await talked(*READY)
    for _ in range(4):
        conversation.clock.pass_time(minutes=10)
        await conversation.say("what is the price of Apple stock?")

    await conversation.say("transfer 500 to 1234324")

    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]


async def test_nobody_stays_logged_in_for_more_than_eight_hours():
    conversation = await talked(*READY)
    for _ in range(49):
        conversation.clock.pass_time(minutes=10)
        await conversation.say("thanks")

    await conversation.say("transfer 500 to 1234324")

    assert await conversation.stack() == ["transfer_money", "authenticate"]
    assert await moved(conversation) == []


async def test_a_login_that_lapses_in_the_middle_is_asked_for_again_and_nothing_given_is_lost():
    conversation = await talked(*READY, "transfer money", "to account 1234324")
    conversation.clock.pass_time(minutes=20)

    await conversation.say("500")

    assert await moved(conversation) == []
    assert await conversation.stack() == ["transfer_money", "authenticate"]
    await say_all(conversation, "seldo", "monkey", "Checking")
    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]


@pytest.mark.proves("S0-05")
async def test_who_logs_out_has_seen_no_balance_either():
    conversation = await talked(*READY, "log me out")

    assert (await conversation.participant()).facts.values == {}
    await conversation.say("transfer 500 to 1234324")
    assert await conversation.stack() == ["transfer_money", "authenticate"]


async def test_who_logs_in_as_somebody_else_must_see_their_balance_first():
    conversation = await talked(*READY, "log me in", "ana", "lemur")

    await conversation.say("transfer 20 to 9876543210")

    assert (await conversation.participant()).facts.values == {"Authenticated": "ana"}
    assert await conversation.stack() == ["transfer_money", "account_balance"]
    await conversation.say("Checking")
    assert await moved(conversation) == [(ANAS, SAVINGS, 2_000)]


@pytest.mark.proves("S0-05")
async def test_nothing_is_ever_sent_from_an_account_of_somebody_else():
    conversation = await talked(*LOGIN)

    said = await say_all(conversation, "transfer money", ANAS)

    assert "Which of your accounts" in said
    assert await conversation.stack() == ["transfer_money", "account_balance"]
    assert await moved(conversation) == []

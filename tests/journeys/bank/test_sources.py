"""Which account pays: the one looked up, or the one named; never another without a word."""

import pytest

from tests.journeys.bank.talking import (
    ANAS,
    CHECKING,
    LOGIN,
    READY,
    SAVINGS,
    Movement,
    moved,
    talked,
)
from tests.journeys.conversation import Conversation

NAMED = (*LOGIN, "send 700 from checking to 1234324")
UNNAMED = (*READY, "transfer 700 to 1234324")


def asked_about(conversation: Conversation) -> tuple[str, str]:
    """The account the only open card names, and the one that would pay."""
    (request,) = conversation.pending
    shown = request.subject
    return str(shown.arguments["from_account"]), str(shown.facts["BalanceKnown"])


async def test_a_card_whose_account_changes_in_a_digression_says_so_before_it_is_approved():
    conversation = await talked(*UNNAMED)
    old = conversation.last.buttons[0].id

    said = await conversation.say("what is my savings balance?")

    assert "the card before no longer counts" in said
    assert f"account to send from (before: {CHECKING}, now: {SAVINGS})" in said
    assert f"has changed since you began (before: {CHECKING})" in conversation.last.text
    await conversation.press_id(old)
    assert await moved(conversation) == []


async def test_what_the_new_card_says_is_what_its_approval_does():
    conversation = await talked(*UNNAMED, "what is my savings balance?")

    await conversation.say("1")

    assert await moved(conversation) == [(SAVINGS, ANAS, 70_000)]


async def test_a_digression_to_the_same_account_leaves_the_card_as_it_is():
    conversation = await talked(*UNNAMED)
    (before,) = conversation.pending

    said = await conversation.say("what is my checking balance?")

    assert "no longer counts" not in said
    assert conversation.pending == [before]


@pytest.mark.proves("S0-05", "S0-28")
async def test_a_named_account_is_looked_up_again_after_a_digression_to_another():
    conversation = await talked(*NAMED)

    await conversation.say("what is my savings balance?")

    assert asked_about(conversation) == ("Checking", CHECKING)
    await conversation.say("yes")
    assert await moved(conversation) == [(CHECKING, ANAS, 70_000)]


async def test_a_lapsed_login_leaves_the_card_as_it_is_until_it_is_decided():
    conversation = await talked(*UNNAMED)
    (before,) = conversation.pending
    conversation.clock.pass_time(minutes=20)

    await conversation.say("what does a share of Apple cost?")

    assert conversation.pending == [before]
    await conversation.say("approve")
    assert await moved(conversation) == []
    assert await conversation.stack() == ["transfer_money", "authenticate"]


@pytest.mark.parametrize(
    "words", ["50 from savings to 1234324", "send 50 from savings to 1234324"]
)
async def test_the_account_that_is_named_is_looked_up_and_asked_about(words: str):
    conversation = await talked(*READY, "transfer money")

    said = await conversation.say(words)

    assert "Your Savings account" in said
    assert asked_about(conversation) == ("Savings", SAVINGS)
    assert await moved(conversation) == []
    await conversation.say("yes")
    assert await moved(conversation) == [(SAVINGS, ANAS, 5_000)]


async def test_an_account_named_in_a_wish_of_its_own_is_looked_up_instead_of_the_one_seen():
    conversation = await talked(*READY)

    await conversation.say("send 50 from savings to 1234324")

    assert asked_about(conversation) == ("Savings", SAVINGS)
    assert await moved(conversation) == []


@pytest.mark.proves("S0-05", "S0-08", "S0-28")
async def test_of_two_accounts_that_were_looked_up_at_once_neither_pays():
    conversation = await talked(*LOGIN)

    told = await conversation.say("what do checking and savings hold?")
    await conversation.say(f"transfer 50 to {ANAS}")

    assert "1,000.00" in told
    assert "5,000.00" in told
    assert [*(await conversation.participant()).facts.values] == ["Authenticated"]
    assert await conversation.stack() == ["transfer_money", "account_balance"]
    assert await moved(conversation) == []


@pytest.mark.parametrize(
    ("lines", "movement"),
    [
        (("my savings", "50", "to savings"), (CHECKING, SAVINGS, 5_000)),
        (("savings, 50",), (CHECKING, SAVINGS, 5_000)),
        (("Savings", f"{ANAS}, 50"), (CHECKING, ANAS, 5_000)),
    ],
)
async def test_whoever_is_asked_where_to_send_names_no_source(
    lines: tuple[str, ...], movement: Movement
):
    conversation = await talked(*READY, "transfer money", *lines)

    assert await moved(conversation) == [movement]

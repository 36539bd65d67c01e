"""An open approval stays what it was, whatever else is written meanwhile."""

import pytest

from tests.journeys.bank.talking import ANAS, CHECKING, READY, SAVINGS, moved, say_all, talked

CARD = (*READY, "transfer 700 to 1234324")


@pytest.mark.parametrize(
    "words",
    [
        *("hmm", "wait", "yesterday", "bananas are yellow", "go ahead?"),
        *("edit", "2", "my password is hunter2"),
    ],
)
async def test_words_that_decide_nothing_leave_the_card_open(words: str):
    conversation = await talked(*CARD)

    said = await conversation.say(words)

    assert [request.kind for request in conversation.pending] == ["approval"], said
    assert await moved(conversation) == []
    await conversation.say("yes")
    assert await moved(conversation) == [(CHECKING, ANAS, 70_000)]


@pytest.mark.parametrize("words", ["700", "approve 1", "make it 40", "hmm, 2"])
async def test_another_amount_is_never_sent_without_a_new_card(words: str):
    conversation = await talked(*CARD)

    await conversation.say(words)

    assert await moved(conversation) == []


async def test_a_wish_for_the_same_with_other_values_makes_a_new_card():
    conversation = await talked(*CARD, "send 650 to 1234324")

    (card,) = conversation.pending
    assert card.subject.arguments["amount"] == "650.00 USD"
    assert await moved(conversation) == []


async def test_what_is_asked_for_anew_is_not_said_to_be_known():
    conversation = await talked(*CARD, "reject because who is this?", "send 2000 to 1234324")

    assert await conversation.say("it is for rent") == (
        "“it is for rent” does not answer what I asked.\n\n"
        "I have the account id to send to: 1234324. What is the amount?"
    )


@pytest.mark.parametrize("why", ["not this\nagain", "too much; ask me, or bob, and then log in"])
async def test_a_rejected_card_does_not_come_back_however_the_reason_is_written(why: str):
    conversation = await talked(*CARD)

    said = await conversation.press("Reject", reason=why)

    assert said.startswith(f"transfer was rejected: {why}. Nothing was changed.")
    assert [request.kind for request in conversation.pending] == ["question"]


async def test_what_was_rejected_and_is_wanted_again_has_a_card_again():
    conversation = await talked(*CARD, "reject because I am not sure", "send 700 to 1234324")

    assert [request.kind for request in conversation.pending] == ["approval"]
    assert await moved(conversation) == []
    await conversation.say("yes")
    assert await moved(conversation) == [(CHECKING, ANAS, 70_000)]


@pytest.mark.parametrize("reason", ["don't, 700 is too much", "not 700 to 1234324"])
async def test_a_reason_that_names_the_same_values_is_no_new_wish(reason: str):
    conversation = await talked(*CARD)

    said = await conversation.press("Reject", reason=reason)

    assert "What shall I change?" in said
    assert [request.kind for request in conversation.pending] == ["question"]


@pytest.mark.parametrize("words", ["cancel that", "cancel it, please"])
async def test_a_card_is_withdrawn_in_the_words_that_people_use(words: str):
    conversation = await talked(*CARD)

    assert "Stopped: transfer_money" in await conversation.say(words)
    assert conversation.pending == []


async def test_after_a_card_was_rejected_with_a_reason_the_next_try_has_a_card():
    conversation = await talked(*CARD, "reject because it is too much", "send 5 to 1234324")

    assert await moved(conversation) == []
    assert [request.kind for request in conversation.pending] == ["approval"]


async def test_another_account_looked_up_in_between_is_asked_about():
    conversation = await talked(
        *READY, "transfer money", "1234324", "how much do I have in savings?", "500"
    )

    assert await moved(conversation) == []
    assert SAVINGS in conversation.last.text
    assert "account to send from has changed" in conversation.last.text


async def test_an_edit_the_bank_refuses_leaves_the_card_open():
    conversation = await talked(*CARD)

    said = await conversation.press("Edit", amount="5000")

    assert "not enough" in said
    await conversation.press("Approve")
    assert await moved(conversation) == [(CHECKING, ANAS, 70_000)]


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        ("edit amount=1200", "not enough"),
        ("edit from_account=Swiss", "Your accounts are: Checking, Savings. Which one?"),
        ("edit amount=lots", "amount"),
        ("edit", "To edit, give new values for"),
    ],
)
async def test_a_refused_edit_is_told_with_the_card_as_it_stands(edit: str, why: str):
    conversation = await talked(*CARD)
    (card,) = conversation.pending

    said = await conversation.say(edit)

    assert said.index(why) < said.index(card.text)
    assert [button.label for button in conversation.last.buttons] == ["Approve", "Edit", "Reject"]
    assert conversation.pending == [card]


@pytest.mark.parametrize("named", ["Savings", "savings", SAVINGS])
async def test_an_edit_to_another_account_has_it_looked_up_and_asked_about(named: str):
    conversation = await talked(*CARD)
    (card,) = conversation.pending

    said = await conversation.say(f"edit from_account={named}")

    assert await moved(conversation) == []
    assert f"Your Savings account ({SAVINGS}) holds" in said
    assert f"from_account: {named}" in said
    locked = next(reply.text for reply in conversation.changes if reply.request == card.id)
    assert "Nothing was run yet: it needs the balance of the account to send from first" in locked
    await conversation.press("Approve")
    assert await moved(conversation) == [(SAVINGS, ANAS, 70_000)]


async def test_an_edit_after_the_login_has_lapsed_is_taken_and_the_login_asked_for():
    conversation = await talked(*CARD)
    conversation.clock.pass_time(minutes=20)

    await conversation.press("Edit", amount="650")

    assert await conversation.stack() == ["transfer_money", "authenticate"]
    said = await say_all(conversation, "seldo", "monkey", "Checking")
    assert "amount: 650.00 USD" in said
    assert await moved(conversation) == []


@pytest.mark.parametrize("words", ["/help", "/tasks", "/frontdesk why"])
async def test_a_slash_makes_no_difference(words: str):
    conversation = await talked("hello")
    calls = len(conversation.model.calls)

    await conversation.say(words)

    assert len(conversation.model.calls) == calls


@pytest.mark.parametrize("words", ["from savings to 1234324, 5", "send 5 from savings to 1234324"])
async def test_money_never_leaves_another_account_than_the_one_that_was_named(words: str):
    conversation = await talked(*READY, "transfer money")

    said = await conversation.say(words)

    assert await moved(conversation) == []
    assert "Savings" in said


async def test_the_list_of_requests_tells_what_would_run():
    conversation = await talked(*CARD)

    said = await conversation.say("requests")

    assert "amount: 700.00 USD" in said
    assert f"to_account: {ANAS}" in said

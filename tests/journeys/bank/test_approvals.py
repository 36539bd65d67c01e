"""Above $600 a card is shown first: what it shows is what runs, once, for the right person."""

import pytest

from bot.domain.messages import Kind, ReplyKind
from bot.domain.requests import RequestKind, RequestStatus
from tests.journeys.bank.talking import (
    ANAS,
    CHECKING,
    READY,
    SAVINGS,
    amounts_in,
    moved,
    say_all,
    talked,
)
from tests.journeys.conversation import Conversation

SEVEN_HUNDRED = [(CHECKING, ANAS, 70_000)]


async def with_a_card(*before: str) -> Conversation:
    return await talked(*READY, *before, "transfer 700 to 1234324")


def shown(card: str) -> dict[str, str]:
    """The lines of a card that name a value."""
    lines = (line.strip(" ()").partition(": ") for line in card.splitlines()[1:])
    return {name: value for name, colon, value in lines if colon}


@pytest.mark.proves("R2")
@pytest.mark.parametrize(("amount", "asks"), [("600", False), ("600.01", True), ("601", True)])
async def test_only_more_than_six_hundred_needs_an_approval(amount: str, *, asks: bool):
    conversation = await talked(*READY, f"transfer {amount} to 1234324")

    assert bool(conversation.pending) is asks
    assert bool(await moved(conversation)) is not asks


@pytest.mark.proves("R2")
async def test_the_card_shows_where_from_where_to_and_how_much():
    conversation = await with_a_card()

    card = conversation.last
    assert {ANAS, CHECKING, "700.00 USD"} <= set(shown(card.text).values())
    assert [button.label for button in card.buttons] == ["Approve", "Edit", "Reject"]
    assert "cannot be undone" in card.text
    assert await moved(conversation) == []


@pytest.mark.proves("R2")
@pytest.mark.parametrize("amount", ["600.01", "700", "999.99", "1000.00"])
async def test_what_the_card_shows_is_what_runs(amount: str):
    conversation = await talked(*READY, f"transfer {amount} to {SAVINGS}")
    card = shown(conversation.last.text)

    await conversation.press("Approve")

    minor = int(card["amount"].removesuffix(" USD").replace(".", ""))
    assert await moved(conversation) == [(CHECKING, card["to_account"], minor)]


async def test_a_button_can_be_pressed_once():
    conversation = await with_a_card()
    await conversation.press("Approve")

    said = await conversation.press("Approve")

    assert "already answered by ana" in said
    assert await moved(conversation) == SEVEN_HUNDRED


@pytest.mark.parametrize("yes", ["yes", "Yes!", "approve", "ok", "go ahead", "y"])
async def test_a_typed_yes_approves(yes: str):
    conversation = await with_a_card()

    said = await conversation.say(yes)

    assert await moved(conversation) == SEVEN_HUNDRED
    assert "$700.00" in said


@pytest.mark.parametrize("no", ["no", "No.", "reject", "don't", "n"])
async def test_a_typed_no_moves_nothing_and_asks_in_the_same_message_what_to_change(no: str):
    conversation = await with_a_card()

    said = await conversation.say(no)

    assert said == (
        "transfer was rejected. Nothing was changed. I have the account id to send to: 1234324; "
        "the amount: 700.00 USD. What shall I change? “stop” leaves it undone."
    )
    assert await moved(conversation) == []
    assert await conversation.stack() == ["transfer_money"]


@pytest.mark.parametrize("by_button", [True, False])
async def test_a_rejection_with_its_reason_moves_nothing_and_asks_what_to_change(
    *, by_button: bool
):
    conversation = await with_a_card()

    if by_button:
        await conversation.press("Reject", reason="the amount is wrong")
    else:
        await conversation.say("no, the amount is wrong")

    assert await moved(conversation) == []
    (asked,) = conversation.pending
    assert asked.text == (
        "I have the account id to send to: 1234324; the amount: 700.00 USD. "
        "What shall I change? “stop” leaves it undone."
    )


async def test_what_is_changed_after_a_rejection_gets_a_card_of_its_own():
    conversation = await with_a_card()
    await conversation.press("Reject", reason="the amount is wrong")

    said = await conversation.say("650")

    assert shown(said)["amount"] == "650.00 USD"
    await conversation.press("Approve")
    assert await moved(conversation) == [(CHECKING, ANAS, 65_000)]


@pytest.mark.parametrize("by_button", [True, False])
async def test_a_changed_field_runs_as_changed(*, by_button: bool):
    conversation = await with_a_card()

    if by_button:
        await conversation.press("Edit", amount="650")
    else:
        await conversation.say("edit amount=650")

    assert await moved(conversation) == [(CHECKING, ANAS, 65_000)]


async def test_several_fields_can_be_changed_at_once():
    conversation = await with_a_card()

    await conversation.say(f"edit amount=610.50, to_account={SAVINGS}")

    assert await moved(conversation) == [(CHECKING, SAVINGS, 61_050)]


@pytest.mark.parametrize(
    "values", [{"amount": "lots"}, {"to_account": "nowhere"}, {"banana": "5"}, {}]
)
async def test_a_change_that_makes_no_sense_is_refused_and_the_card_stays(values: dict[str, str]):
    conversation = await with_a_card()

    said = await conversation.press("Edit", **values)

    assert said
    assert await moved(conversation) == []
    await conversation.press_id(f"{conversation.pending[0].id}:approve")
    assert await moved(conversation) == SEVEN_HUNDRED


async def test_a_digression_is_answered_and_the_card_shown_again():
    conversation = await with_a_card()

    said = await conversation.say("what is the price of Apple stock?")

    assert said.index("$228.88") < said.index("700.00 USD")
    assert conversation.last.buttons
    await conversation.say("yes")
    assert await moved(conversation) == SEVEN_HUNDRED


@pytest.mark.proves("R2")
async def test_another_amount_gives_a_new_card_and_the_old_one_no_longer_counts():
    conversation = await with_a_card()
    old = conversation.last.buttons[0].id

    said = await conversation.say("no, make it 800")

    assert "800.00 USD" in said
    await conversation.press_id(old)
    assert await moved(conversation) == []
    await conversation.say("approve")
    assert await moved(conversation) == [(CHECKING, ANAS, 80_000)]


async def test_a_card_that_another_wish_takes_the_place_of_counts_no_more():
    conversation = await with_a_card()

    said = await conversation.say("send 20 to 1234324")

    assert "it is not what you were asked about before" in said
    assert shown(conversation.pending[0].text)["amount"] == "20.00 USD"
    await conversation.say("yes")
    assert await moved(conversation) == [(CHECKING, ANAS, 2_000)]


async def test_an_approval_expires_and_then_moves_nothing():
    conversation = await with_a_card()
    conversation.clock.pass_time(hours=24, minutes=1)

    said = await conversation.press("Approve")

    assert "expired" in said
    assert await moved(conversation) == []


async def test_who_asked_is_told_that_an_approval_expired():
    conversation = await with_a_card()
    request = conversation.pending[0].id
    conversation.clock.pass_time(hours=24, minutes=1)

    said = await conversation.say(f"expire {request}", kind=Kind.COMMAND)

    assert "expired" in said
    assert "rejected" not in said.lower()
    assert conversation.store.tables.requests[request].status is RequestStatus.EXPIRED


async def test_who_put_their_task_away_is_told_that_its_approval_expired():
    conversation = await with_a_card()
    (request,) = conversation.pending
    await conversation.say("new")
    conversation.clock.pass_time(hours=24, minutes=1)

    said = await conversation.ring("expire", request)

    assert "transfer_money did not go on: its approval expired" in said
    assert "Nothing is open." in await conversation.say("tasks")


@pytest.mark.proves("R2", "R5", "S0-04", "S0-05")
async def test_a_login_that_lapsed_before_the_press_is_needed_again_and_then_a_new_card():
    conversation = await with_a_card()
    conversation.clock.pass_time(minutes=20)

    await conversation.press("Approve")

    assert await moved(conversation) == []
    assert await conversation.stack() == ["transfer_money", "authenticate"]
    await say_all(conversation, "seldo", "monkey", "Savings")
    (request,) = conversation.pending
    assert request.kind is RequestKind.APPROVAL
    assert SAVINGS in conversation.last.text
    assert await moved(conversation) == []
    await conversation.say("yes")
    assert await moved(conversation) == [(SAVINGS, ANAS, 70_000)]


@pytest.mark.proves("R2")
async def test_a_card_is_void_once_another_account_would_pay():
    conversation = await with_a_card()
    old = conversation.last.buttons[0].id
    await conversation.say("check my savings balance")

    await conversation.press_id(old)

    assert (SAVINGS, ANAS, 70_000) not in await moved(conversation)


async def test_stop_takes_the_card_back():
    conversation = await with_a_card()

    await conversation.say("stop")

    assert conversation.pending == []
    said = await conversation.press("Approve")
    assert "cancelled" in said
    assert await moved(conversation) == []


async def test_the_card_is_code_and_not_the_words_of_a_model():
    conversation = await with_a_card()

    assert conversation.last.kind is ReplyKind.MESSAGE
    assert amounts_in(conversation.last.text) == ["700.00", "600.00"]
    assert conversation.last.text == conversation.pending[0].text


@pytest.mark.proves("S0-70")
async def test_too_much_for_the_account_is_said_and_only_the_amount_asked_again():
    conversation = await talked(*READY)
    told = await conversation.say("transfer 5000 to 1234324")

    said = await conversation.say("yes")

    assert "not enough" in told
    assert said.endswith("I have the account id to send to: 1234324. What is the amount?")
    assert await conversation.stack() == ["transfer_money"]
    assert await moved(conversation) == []

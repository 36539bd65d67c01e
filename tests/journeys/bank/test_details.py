"""What a person may expect of the bank beyond the plain dialogue."""

import pytest

from bot.domain.messages import Kind
from tests.journeys.bank.talking import (
    ANAS,
    CHECKING,
    LOGIN,
    READY,
    SAVINGS,
    moved,
    say_all,
    since,
    talked,
)
from tests.journeys.bank.test_secrets import assert_nowhere
from tests.journeys.conversation import THREAD, a_conversation


@pytest.mark.parametrize(
    "lines",
    [
        ("transfer money", "what is my balance?"),
        ("what is my balance?", "transfer 500 to 1234324"),
        ("transfer money", "@account_balance savings"),
        ("transfer money", "look up a stock", "transfer 500 to 1234324"),
    ],
)
async def test_another_wish_that_needs_the_login_being_asked_for_is_no_dead_end(
    lines: tuple[str, ...],
):
    conversation = await talked(*lines)

    assert "fault in one of my agents" not in conversation.last.text
    await conversation.say("seldo")
    assert "fault" not in conversation.last.text
    await say_all(conversation, "monkey")
    assert "Authenticated" in (await conversation.participant()).facts.values


async def test_a_password_after_its_form_expired_is_kept_nowhere():
    conversation = await talked("log me in", "seldo")
    conversation.clock.pass_time(minutes=16)
    await conversation.say(f"expire {conversation.pending[-1].id}", kind=Kind.COMMAND)

    await conversation.say("monkey")

    assert_nowhere("monkey", conversation)


async def test_a_user_name_given_with_the_wish_is_not_asked_for():
    conversation = await a_conversation()

    await conversation.say(
        "I want to transfer 500 from my checking account to 1234324. "
        "My username is seldo and my password is monkey"
    )

    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]


async def test_who_writes_a_password_is_told_so_in_the_answer():
    conversation = await a_conversation()

    said = await conversation.say("my password is monkey")

    assert "password" in said.lower()
    assert "outside of what I can help with" not in said


@pytest.mark.parametrize("correction", ["my username is seldo", "username: seldo"])
async def test_a_mistyped_user_name_can_be_put_right(correction: str):
    conversation = await talked("log me in", "selbo", "monkey")

    said = await conversation.say(correction)

    assert said.startswith("Your username is now seldo. Please type your password.")
    await conversation.say("monkey")
    assert "Authenticated" in (await conversation.participant()).facts.values


async def test_another_amount_while_a_card_waits_gives_a_new_card():
    conversation = await talked(*READY, "transfer 700 to 1234324")

    said = await conversation.say("make it 800")

    assert "outside" not in said
    assert "800.00 USD" in said


async def test_monkey_is_not_money():
    conversation = await talked("hello", "monkey")

    assert await conversation.stack() == []


async def test_the_recorded_user_name_is_told_on_the_side():
    conversation = await talked("log me in")
    before = len(conversation.progress)

    await conversation.say("seldo")

    assert any("seldo" in text for _agent, text in conversation.progress[before:])


async def test_a_login_on_the_way_says_what_it_is_for():
    conversation = await a_conversation()

    said = await conversation.say("Transfer money")

    assert "transfer" in said.lower()


async def test_a_balance_on_the_way_says_what_it_is_for():
    conversation = await talked("Transfer money", "seldo")

    said = await conversation.say("monkey")

    assert "transfer" in said.lower()


async def test_a_card_shown_again_shows_what_would_run_now():
    conversation = await talked(*READY, "transfer 700 to 1234324")

    await conversation.say("check my savings balance")

    assert f"account to send from: {SAVINGS}" in conversation.last.text
    assert f"from: {CHECKING}" not in conversation.last.text


async def test_a_card_names_the_account_that_pays_and_no_inner_words():
    conversation = await talked(*READY, "transfer 700 to 1234324")

    card = conversation.last.text
    assert "BalanceKnown" not in card
    assert "the account just looked up" not in card
    assert CHECKING in card


async def test_no_approval_is_asked_for_what_cannot_be_paid():
    conversation = await talked(*READY)

    said = await conversation.say("transfer 5000 to 1234324")

    assert conversation.pending[0].kind != "approval"
    assert "not enough" in said


async def test_a_balance_is_shown_to_its_owner_alone():
    conversation = await talked(*LOGIN)
    before = len(conversation.replies)

    await conversation.say("what is my checking balance?")

    told = since(conversation, before)[0]
    assert told.to is not None
    assert told.to.user == "ana"


async def test_a_model_speaking_for_ben_reads_no_balance_of_ana():
    conversation = await talked(*READY)

    await conversation.say("hello", user="ben")

    read = "\n".join(m.content for c in conversation.model.calls[-1:] for m in c.messages)
    assert "1,000.00" not in read


@pytest.mark.parametrize(
    "question", ["did you transfer 500 to 1234324?", "was 500 sent to 1234324?"]
)
async def test_a_question_about_a_transfer_moves_nothing(question: str):
    conversation = await talked(*READY)

    await conversation.say(question)

    assert await moved(conversation) == []


async def test_a_question_for_a_password_is_kept_as_it_was_asked():
    conversation = await talked("what did I tell you my password is?")

    assert "my password is?" in [
        s.text[-15:] for s in conversation.store.tables.said[THREAD.session]
    ]

"""What newcomers write to the bank, and what it must not make of it."""

import pytest

from tests.journeys.bank.talking import ANAS, CHECKING, SAVINGS, moved, say_all, talked

IN = ("log me in as seldo", "monkey", "balance of checking")


@pytest.mark.parametrize("greeting", ["Hello, ", "hi there, ", "Good morning! ", "ok so "])
async def test_a_polite_order_is_one_behind_a_greeting_too(greeting: str):
    conversation = await talked(*IN, f"{greeting}can you transfer 500 to 1234324 for me?")

    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]


@pytest.mark.parametrize("answer", ["1234324, 500", "500, 1234324", "1234324 and 500"])
async def test_an_id_and_an_amount_are_no_two_amounts(answer: str):
    conversation = await talked(*IN, "transfer money", answer)

    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]


@pytest.mark.parametrize("words", ["change that to 30", "set it to 30", "no, make it 30"])
async def test_an_amount_is_put_right_while_the_account_is_asked_for(words: str):
    conversation = await talked(*IN, "send 20", words, "to 1234324")

    assert await moved(conversation) == [(CHECKING, ANAS, 3_000)]


async def test_of_two_accounts_that_were_looked_up_at_once_neither_pays_unasked():
    conversation = await talked(*IN[:2], "balance of checking and savings", "send 50 to 1234324")

    assert await moved(conversation) == []
    assert await conversation.stack() == ["transfer_money", "account_balance"]
    await conversation.say("checking")
    assert await moved(conversation) == [(CHECKING, ANAS, 5_000)]


async def test_an_amount_is_put_right_while_a_card_waits():
    conversation = await talked(*IN, "send 700 to 1234324", "change that to 650", "approve")

    assert await moved(conversation) == [(CHECKING, ANAS, 65_000)]


async def test_an_account_that_is_only_asked_about_afterwards_pays_nothing():
    wishes = "transfer 500 to 1234324 and tell me the balance of savings afterwards"

    conversation = await talked(wishes, "seldo", "monkey")
    assert await moved(conversation) == []
    await conversation.say("checking")

    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]
    assert any("Your Savings account" in reply.text for reply in conversation.replies)


async def test_a_wish_to_be_logged_out_afterwards_logs_nobody_out_before():
    conversation = await talked("transfer 500 to 1234324 then log me out")

    assert "username" in conversation.last.text


@pytest.mark.parametrize(
    "wish", ["Could you help me with a transfer?", "please help me make a transfer"]
)
async def test_whoever_asks_for_help_with_it_wants_it_done(wish: str):
    conversation = await talked(*IN, wish, "500 to 1234324")

    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]


async def test_the_number_of_an_account_is_no_login_name():
    conversation = await talked("I owe my friend 50, his account is 1234324. Please pay him")

    assert "username" in conversation.last.text


async def test_an_amount_behind_a_comma_is_a_part_of_the_wish():
    conversation = await talked(*IN, "send money to 1234324, amount 50, from checking")

    assert await moved(conversation) == [(CHECKING, ANAS, 5_000)]


async def test_a_polite_question_orders_all_that_it_asks_for():
    wishes = "Can you tell me how much is in checking, and send 20 to 1234324?"

    conversation = await talked("log me in as seldo", "monkey", wishes)

    assert await moved(conversation) == [(CHECKING, ANAS, 2_000)]


@pytest.mark.parametrize("wishes", ["Should I check my balance, and send 20 to 1234324?"])
async def test_a_question_whether_to_do_something_orders_nothing(wishes: str):
    conversation = await talked(*IN, wishes)

    assert await moved(conversation) == []


async def test_where_money_is_to_go_is_not_looked_up_as_where_it_comes_from():
    conversation = await talked("log me in as seldo", "monkey", "transfer money", "to my savings")

    assert await conversation.stack() == ["transfer_money", "account_balance"]
    assert conversation.last.text.startswith("I keep that in mind for transfer_money.")
    await say_all(conversation, "checking", "20")
    assert await moved(conversation) == [(CHECKING, SAVINGS, 2_000)]

"""Orders of money that are not plain: what is in doubt is asked, and what is kept is shown."""

import pytest

from tests.journeys.bank.talking import ANAS, CHECKING, READY, SAVINGS, moved, say_all, talked

WHICH_AMOUNT = "I have the account id to send to: 1234324. What is the amount?"


@pytest.mark.parametrize(
    "amount",
    [
        *("500 Kronen", "500 coronas", "500 pesetas", "2 Tausend", "2 mil", "3 Dutzend"),
        *("50 or 60", "1.5 or 2"),
    ],
)
async def test_an_amount_that_is_not_plain_is_named_and_asked_for(amount: str):
    conversation = await talked(*READY)

    said = await conversation.say(f"transfer {amount} to 1234324")

    assert said.startswith("I am not sure about “")
    assert said.endswith(WHICH_AMOUNT)
    assert await moved(conversation) == []
    assert (await conversation.say("hm")).endswith(f"what I asked.\n\n{WHICH_AMOUNT}")
    await conversation.say("500")
    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]


@pytest.mark.parametrize(
    "vague", ["maybe", "perhaps", "possibly", "around", "about", "up to", "at least", "ungefähr"]
)
async def test_an_amount_behind_a_vague_word_is_asked_for(vague: str):
    conversation = await talked(*READY)

    said = await conversation.say(f"send {vague} 50 to 1234324")

    assert said == f"I am not sure about “50”. {WHICH_AMOUNT}"
    assert await moved(conversation) == []


@pytest.mark.parametrize(
    "money",
    ["500 Rubel", "500 yenes", "500 naira", "500 taka", "500 рублей", "500 złotych", "€500"],
)
async def test_an_amount_of_another_currency_is_never_moved_as_dollars(money: str):
    conversation = await talked(*READY, f"transfer {money} to 1234324")

    assert await moved(conversation) == []
    assert conversation.last.text.endswith(WHICH_AMOUNT)


@pytest.mark.parametrize(
    "aside",
    [
        "by the way, somebody at 1234324 tried to scam me, is that known?",
        "is 1234324 a fraud?",
        "Das Konto 1234324 ist nicht meins",
        "do not send to 1234324 what others ask for",
        "¿es 1234324 una estafa?",
        "1234324は詐欺ですか",
    ],
)
async def test_an_account_that_was_asked_about_or_denied_gets_nothing_without_a_card(aside: str):
    conversation = await talked(*READY, "transfer money", aside, "500", "500")

    assert await moved(conversation) == []


@pytest.mark.parametrize(
    "wish",
    [
        f"what is my total spending? I am tricked into sending 0.01 to {ANAS}; never send it.",
        f"Is sending 5 to {ANAS} wise? Never send money without asking me.",
        f"send 5 to {ANAS}? No, I do not want to send that.",
        f"Soll ich 5 an {ANAS} senden? Nicht senden!",
    ],
)
async def test_a_wish_that_asks_and_denies_moves_nothing_whoever_it_is_read_for(wish: str):
    conversation = await talked(*READY)

    await conversation.say(f"@transfer_money {wish}")

    assert await moved(conversation) == []


async def test_a_doubt_about_an_amount_clears_the_one_there_was():
    conversation = await talked(*READY, "send 20", "50 or 60 to 1234324")

    assert await moved(conversation) == []
    assert conversation.last.text == f"I am not sure about “50, 60”. {WHICH_AMOUNT}"


async def test_shares_named_in_an_order_are_no_currency():
    conversation = await talked(*READY, "send 500 to account 1234324 for the AMD shares")

    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]


async def test_what_was_too_much_keeps_its_account_and_shows_it():
    conversation = await talked(*READY)

    said = await conversation.say("Transfer 7000 to 1234324")

    assert said.endswith(f"which is not enough to send $7,000.00. {WHICH_AMOUNT}")
    await conversation.say("400")
    assert await moved(conversation) == [(CHECKING, ANAS, 40_000)]


async def test_an_account_there_is_not_keeps_the_amount_and_shows_it():
    conversation = await talked(*READY, "transfer 70 to 99999999")

    assert conversation.last.text.endswith(
        "I have the amount: 70.00 USD. What is the account id to send to?"
    )
    await conversation.say("1234324")
    assert await moved(conversation) == [(CHECKING, ANAS, 7_000)]


@pytest.mark.parametrize("where", [SAVINGS, "Savings", "my savings account"])
async def test_an_account_of_ones_own_by_any_of_its_names_was_given_by_oneself(where: str):
    conversation = await talked(*READY, f"send 20 to {where}")

    assert await moved(conversation) == [(CHECKING, SAVINGS, 2_000)]


async def test_the_source_in_an_order_is_not_asked_for_again():
    conversation = await talked("log me in", "seldo", "monkey")

    said = await conversation.say("send 601 from checking to 1234324")

    assert "amounts above $600.00 need an approval." in said
    assert "did not give" not in said


async def test_what_is_said_for_the_order_while_the_source_is_asked_for_is_kept():
    conversation = await talked("log me in", "seldo", "monkey", "transfer money")

    said = await conversation.say("20 to 1234324")

    assert said.startswith("I keep that in mind for transfer_money.")
    await say_all(conversation, "checking")
    assert await moved(conversation) == [(CHECKING, ANAS, 2_000)]

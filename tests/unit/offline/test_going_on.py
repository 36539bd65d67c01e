"""What the rules make of "again", of values said twice, and of values changed."""

import pytest

from tests.unit.offline.test_acting import a_transfer, act


@pytest.mark.parametrize(
    "text",
    [
        *("again", "please try again", "Try again!", "retry", "go on", "continue", "go ahead"),
        *("ok, try it once more", "500 to 1234324", "transfer 500 to 1234324", "500"),
    ],
)
async def test_who_repeats_the_values_or_says_again_is_taken_at_the_word(text: str):
    said = ("transfer money", "500 to 1234324", text)

    assert await act("transfer_money", *said, question="Which account, and how much?") == (
        a_transfer("500")
    )


@pytest.mark.parametrize(
    "text",
    ["what is the price of 500 shares of AAPL?", "did you send the 500?", "has 500 gone out?"],
)
async def test_a_value_in_a_question_does_not_repeat_an_order(text: str):
    said = ("transfer money", "500 to 1234324", text)

    acted = await act("transfer_money", *said, question="Which account, and how much?")

    assert acted[0] != "transfer"


async def test_going_on_without_the_values_asks_for_them():
    answer = await act("transfer_money", "transfer money", "go on", question="Which and how much?")

    assert answer == "Please tell me: the account to send to; the amount."


async def test_going_on_goes_on_with_the_tool_that_was_spoken_of():
    said = ("which accounts do I have?", "try again")

    acted = await act("account_balance", *said, question="Something went wrong.")

    assert acted == ("list_accounts", {})


async def test_a_secret_alone_makes_only_a_login_go_on():
    pending = ("transfer money", "500 to 1234324", "my password is [secret]")

    assert await act("authenticate", "seldo", "[secret]", question="Your password?") == (
        "login",
        {"username": "seldo"},
    )
    assert (await act("transfer_money", *pending, question="Shall I?"))[0] != "transfer"


@pytest.mark.parametrize(
    "text",
    [
        *("make it 800", "change it to 800", "800 instead", "actually 800", "not 700 but 800"),
        *("800 instead of 700", "can you make it 800?", "I meant 800, please", "what about 800?"),
    ],
)
@pytest.mark.parametrize("question", [None, "Shall I send 700?"])
async def test_the_newest_amount_wins(text: str, question: str | None):
    said = ("transfer 700 to 1234324", text)

    assert await act("transfer_money", *said, question=question) == a_transfer("800")

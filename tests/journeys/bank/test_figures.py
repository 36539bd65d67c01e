"""Without a model, an amount is read as it was said, or asked for again; it is never guessed."""

import pytest

from tests.journeys.bank.talking import ANAS, CHECKING, READY, amounts_in, holds, moved, talked

IN = "log in as seldo / monkey"


@pytest.mark.parametrize(
    "figure",
    [
        *("50%", "50% of it", "1 dozen dollars", "10-20", "3 x 50 dollars", "twice 50"),
        *("up to 50", "less than 50", "more than 50", "almost 50", "about 50", "50 ten times"),
        *("50 Canadian dollars", "50 Swiss francs"),
    ],
)
async def test_a_figure_that_is_no_plain_amount_is_asked_about(figure: str):
    conversation = await talked(IN, f"send {figure} from checking to 1234324")

    assert "does not fit" in conversation.last.text
    assert "Please tell me the amount" in conversation.last.text
    assert await holds(conversation, CHECKING) == 100_000


@pytest.mark.parametrize(
    ("figure", "code"),
    [
        *(("50 bitcoin", "BTC"), ("₿1", "BTC"), ("₹50", "INR"), ("50 rupees", "INR")),
        *(("A$50", "AUD"), ("50 shekels", "ILS"), ("€50", "EUR"), ("50 CAD", "CAD")),
    ],
)
async def test_money_of_elsewhere_is_not_taken_for_dollars(figure: str, code: str):
    conversation = await talked(IN, f"send {figure} from checking to 1234324")

    assert f"{code} cannot be moved" in conversation.last.text
    assert await moved(conversation) == []


@pytest.mark.parametrize(
    ("figure", "minor"), [("50 cents", 50), ("50 dollars and 20 cents", 5_020)]
)
async def test_cents_are_cents_and_what_they_make_up_is_shown_first(figure: str, minor: int):
    conversation = await talked(IN, f"send {figure} from checking to 1234324")
    assert amounts_in(conversation.last.text)[0] == f"{minor / 100:.2f}"

    await conversation.say("yes")

    assert await moved(conversation) == [(CHECKING, ANAS, minor)]


@pytest.mark.parametrize(
    ("figure", "shown"),
    [("2 grand", "$2,000.00"), ("1.5 million", "$1,500,000.00"), ("50 hundred", "$5,000.00")],
)
async def test_large_figures_are_not_read_as_small_ones(figure: str, shown: str):
    conversation = await talked(IN, f"send {figure} from checking to 1234324")

    assert f"not enough to send {shown}" in conversation.last.text
    assert await moved(conversation) == []


async def test_less_than_nothing_is_not_sent():
    conversation = await talked(IN, "send minus fifty from checking to 1234324")

    assert "more than zero" in conversation.last.text
    assert await moved(conversation) == []


@pytest.mark.parametrize(
    "words",
    [
        "send about 60 to 1234324",
        "send 1.000,50 to 1234324",
        "send 50,00 to 1234324",
        "make it half, to 1234324",
        "send everything to 1234324",
        "send sixty to 1234324. No wait, seventy",
    ],
)
async def test_an_amount_said_before_is_not_sent_once_another_is_spoken_of(words: str):
    conversation = await talked(*READY, "send 40", words)

    assert "Please tell me the amount" in conversation.last.text
    assert await moved(conversation) == []


async def test_an_amount_in_words_behind_an_id_takes_the_place_of_an_earlier_one():
    conversation = await talked(*READY, "send 40", "pay 1234324 twenty five bucks", "approve")

    assert await moved(conversation) == [(CHECKING, ANAS, 2_500)]

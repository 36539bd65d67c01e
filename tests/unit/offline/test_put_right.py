"""A mind changed within one message: the later order counts, or the bot asks."""

import pytest

from bot.llm.offline.words.mood import put_right
from tests.unit.offline.test_acting import a_transfer, act


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("I don't want to send 50, send 60 to 1234324", "send 60 to 1234324"),
        ("don't send 50 but transfer 60", "transfer 60"),
        ("I'd rather not send 50. I want to send 60", "I want to send 60"),
        ("hello. Don't send 50, send 60", "hello. send 60"),
        ("don't order a desk, order a chair", "order a chair"),
    ],
)
def test_the_later_order_takes_the_place_of_what_is_refused(said: str, meant: str):
    assert put_right(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        "don't send 50",
        "don't send 50, cancel it",
        "don't send 50, send 60 neither",
        "never send 50, send nothing",
        "you should not send 50, send 60 would be wrong too",
        "Bob said don't send 50, send 60",
        "write “don't send 50, send 60”",
        "send 50, don't send 60",
    ],
)
def test_what_is_only_refused_stays_refused(said: str):
    assert put_right(said) == said


async def test_a_correction_in_one_breath_is_taken():
    said = "I don't want to send 50, send 60 to 1234324"

    assert await act("transfer_money", said) == a_transfer("60")


@pytest.mark.parametrize(
    "said",
    [
        "send 50 to 1234324, no 60",
        "send 50 to 1234324 no 60",
        "send 50 no send 60 to 1234324",
        "send 50 to 1234324, no, send 60",
        "send 50 to 1234324, actually send 60",
        "send 50 to 1234324, wait, send 60 to 1234324",
    ],
)
async def test_an_amount_that_is_put_right_in_one_breath_is_asked_about(said: str):
    asked = await act("transfer_money", said)

    assert str(asked).startswith("I can take only one at a time.")

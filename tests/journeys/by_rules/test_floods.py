"""Messages that are long and say nothing: they are read in a time that grows with their length.

Where it grew with its square or worse, one of these kept everybody waiting for a minute.
"""

import pytest

from tests.journeys.bank.talking import READY, talked

pytestmark = [pytest.mark.proves("R19"), pytest.mark.timeout(40)]
LENGTH = 8_000
BEFORE = {
    "nobody speaking": (),
    "a question": ("transfer money",),
    "an amount asked for": (*READY, "transfer money to 1234324"),
    "a card": (*READY, "transfer 700 to 1234324"),
    "an order": ("order a beamer for Tom",),
}
BITS = ("a ", "and ", ", ", "1 ", "please ")


@pytest.mark.parametrize("bit", BITS)
@pytest.mark.parametrize("before", BEFORE.values(), ids=BEFORE)
async def test_it_is_answered(before: tuple[str, ...], bit: str):
    conversation = await talked(*before)

    said = await conversation.say(f"x{bit * (LENGTH // len(bit))}#")

    assert said


@pytest.mark.parametrize("bit", ["wait ", "first a ", "for the ", "qwe "])
async def test_an_order_of_money_with_much_behind_it_is_answered(bit: str):
    conversation = await talked(*READY)

    said = await conversation.say(f"transfer 20 to 1234324 {bit * (LENGTH // len(bit))}1")

    assert said

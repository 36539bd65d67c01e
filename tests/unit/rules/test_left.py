"""What of a message is left to do."""

import pytest

from bot.domain.questions import Left
from tests.unit.rules.asked import answer_to

TWO = "what is Apple at, and then send 20 to account 1234324"
CASES = [
    (TWO, "stock_lookup: the price was told", "send 20 to account 1234324"),
    (TWO, "stock_lookup: told; transfer_money: sent", ""),
    ("Apple's price please. Also my balance.", "stock_lookup: told", "Also my balance"),
    ("check my balance please and thank you", "account_balance: told", ""),
    ("hello, what is Apple's price?", "stock_lookup: told", ""),
    ("Transfer money", "authenticate: logged in", ""),
    ("log me in. then tell me a joke", "authenticate: logged in", ""),
]


@pytest.mark.parametrize(("said", "done", "left"), CASES)
async def test_a_part_for_an_agent_not_at_work_yet_is_left(said: str, done: str, left: str):
    assert await answer_to(Left(said, done)) == left

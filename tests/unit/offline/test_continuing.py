"""What the rules say is left of a wish once agents have finished for it."""

import pytest

from agents.kit.model import ContinueBrief, ModelCall, Purpose
from bot.llm.offline import Offline
from tests.unit.offline.test_routing import CARDS


async def left_of(wish: str, *finished: str) -> str:
    brief = ContinueBrief(wish, finished)
    call = ModelCall(Purpose.CONTINUE, "continuation", (), brief)
    return (await Offline(CARDS).complete(call, within_seconds=1)).text


@pytest.mark.parametrize(
    ("wish", "finished", "left"),
    [
        ("Transfer money", ("authenticate",), "I would like to transfer money."),
        ("Transfer money", ("authenticate", "account_balance"), "I would like to transfer money."),
        ("Transfer money", ("authenticate", "transfer_money"), "no_further_task"),
        (
            "check my balance and then tell me the price of AAPL",
            ("account_balance",),
            "tell me the price of AAPL",
        ),
        ("hello", (), "no_further_task"),
    ],
)
async def test_a_wish_goes_on_until_its_agents_have_finished(
    wish: str, finished: tuple[str, ...], left: str
):
    assert await left_of(wish, *finished) == left

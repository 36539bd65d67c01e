"""What stands after “to” is never where something comes from, nor the other way round."""

from typing import Any

import pytest

from tests.unit.offline.test_acting import a_tool
from tests.unit.offline.test_wishes import act

ID: dict[str, Any] = {"type": "string", "pattern": r"^\d{5,12}$", "description": "where to"}
NAMES = {"type": "string", "examples": ["Checking", "Savings"]}
SOURCE: dict[str, Any] = {**NAMES, "description": "where from", "default": None}
AMOUNT: dict[str, Any] = {"type": "string", "format": "money", "description": "how much"}
SEND = a_tool("send", "Send money", to_account=ID, amount=AMOUNT, from_account=SOURCE)
BALANCE = a_tool("balance", "Look up", account={**NAMES, "description": "name or ID of it"})


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("50 from checking to 1234324", {"from_account": "Checking"}),
        ("50 to 1234324 from my savings", {"from_account": "Savings"}),
        ("50 from account ID 9876543210 to 1234324", {"from_account": "9876543210"}),
        ("50 to 1234324, into savings", {}),
    ],
)
async def test_a_source_stands_after_from(said: str, source: dict[str, str]):
    sent = {"to_account": "1234324", "amount": "50", **source}

    assert await act("travel", said, tools=(SEND,)) == ("send", sent)


async def test_what_stands_after_from_is_not_where_it_goes():
    asked = await act("travel", "50 from 1234324 to checking", tools=(SEND,))

    assert "Please tell me where to." in str(asked)


@pytest.mark.parametrize(
    ("said", "account"),
    [
        ("move 50 from savings to 1234324", "Savings"),
        ("move 50 from 9876543210 to 1234324", "9876543210"),
        ("move 50 from 1234324 to checking", "1234324"),
        ("checking", "Checking"),
    ],
)
async def test_what_is_looked_up_is_where_an_amount_comes_from(said: str, account: str):
    assert await act("desk", said, tools=(BALANCE,)) == ("balance", {"account": account})


@pytest.mark.parametrize("said", ["not checking", "anything but savings"])
async def test_what_is_no_source_is_asked_for(said: str):
    asked = await act("desk", said, tools=(BALANCE,), question="Which account?")

    assert "name or ID of it" in str(asked)

"""Where somebody names more values of a kind than an action takes, they are asked."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from agents.kit import Money
from bot.core.acting.candidates import ambiguous

pytestmark = pytest.mark.proves("R33")
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("arguments", "said", "asked"),
    [
        (
            {"to": "9876543210", "amount": Money("20")},
            "Move 20 to 9876543210. (My rent is 500, Ana's account is 1234324.)",
            ["to", "amount"],
        ),
        (
            {"to": "9876543210", "amount": Money("20")},
            "Überweise 20 an 9876543210, die Miete ist 500",
            ["amount"],
        ),
        ({"to": "1234324", "amount": Money("20")}, "not to 9876543210 but 1234324: 20", ["to"]),
        ({"day": date(2027, 3, 3)}, "3 March 2027, or 5 March 2027", ["day"]),
        ({"url": "https://a.example/x"}, "https://a.example/x or https://b.example", ["url"]),
        ({"to": "ana@example.com"}, "ana@example.com, not ben@example.com", ["to"]),
        ({"order": "PO-12a"}, "PO-12a, like PO-13b", ["order"]),
    ],
)
def test_more_than_an_action_takes(arguments: dict[str, Any], said: str, asked: list[str]):
    assert ambiguous(arguments, list(arguments), [said], NOW) == asked


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"to": "9876543210", "amount": Money("20")}, "Move 20 to 9876543210"),
        ({"to": "9876543210", "amount": Money("20")}, "Move 20 to 9876543210 on 3 March 2027"),
        ({"to": "1234324", "amount": Money("1500")}, "Überweise 1.500 € an Konto 1234324"),
        ({"what": "laptop", "quantity": 2}, "order 2 laptops for Jessica Smith"),
        ({"low": 2, "high": 5}, "between 2 and 5"),
        ({"to": "1234324", "amount": Money("20")}, "20 to 1234324, yes 20 to 1234324"),
        ({"text": "Hello all"}, "post Hello all, 3 times a day or 4"),
    ],
)
def test_as_many_as_an_action_takes(arguments: dict[str, Any], said: str):
    assert ambiguous(arguments, list(arguments), [said], NOW) == []

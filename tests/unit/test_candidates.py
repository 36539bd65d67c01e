"""Where somebody names more values of a kind than an action takes, they are asked."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from agents.kit import Money
from bot.core.agents.injection_guard import find_ambiguous, find_taken_twice

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
    assert find_ambiguous(arguments, list(arguments), [said], NOW) == asked


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
    assert find_ambiguous(arguments, list(arguments), [said], NOW) == []


@pytest.mark.parametrize(
    ("arguments", "said", "asked"),
    [
        ({"to": "20", "amount": 20}, "send 20 to Ana", ["to", "amount"]),
        ({"to": "20 ", "amount": 20}, "send 20 to Ana", ["to", "amount"]),
        ({"to": "20", "amount": Money("20")}, "send $20.00 to Ana", ["to", "amount"]),
        ({"to": "20", "amount": 20.0}, "send twenty to Ana", ["to", "amount"]),
        ({"employee": "Omar", "mentor": "omar"}, "Ana mentors Omar", ["employee", "mentor"]),
        (
            {"room": "Everest", "day": date(2027, 3, 4), "people": 4},
            "book Everest on 4 March 2027",
            ["people"],
        ),
    ],
)
def test_one_value_for_two_arguments(arguments: dict[str, Any], said: str, asked: list[str]):
    assert find_taken_twice(arguments, list(arguments), [said], NOW) == asked


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"to": "20", "amount": 20}, "send 20 to account 20"),
        ({"to": "20", "amount": 20}, "send twenty to account 20"),
        ({"to": "Ana", "amount": 20}, "send 20 to Ana"),
        ({"text": "pay 20", "amount": 20}, "note “pay 20”"),
        ({"from_day": date(2027, 3, 4), "last_day": date(2027, 3, 4)}, "off on 4 March 2027"),
        ({"day": date(2027, 3, 4), "people": 4}, "on 4 March 2027, for 4"),
        ({"day": date(2027, 3, 4), "people": 5}, "on 4 March 2027, for five"),
        ({"is_urgent": True, "is_paid": True}, "true"),
        ({"to": "30", "amount": 30}, "send 20 to Ana"),
    ],
)
def test_a_value_for_each_argument(arguments: dict[str, Any], said: str):
    assert find_taken_twice(arguments, list(arguments), [said], NOW) == []

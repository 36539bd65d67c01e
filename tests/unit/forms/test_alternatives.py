"""Two values of which one is meant: code picks none of them."""

import pytest

from agents.procurement.agent import order_item
from tests.fakes.form_slots import read, send, slots_for

BANK = slots_for(send)


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("500 from checking or savings to 1234324", "from_account"),
        ("500 to savings or checking", "to_account"),
        ("500 to savings, or maybe to checking", "to_account"),
        ("from either checking or my savings account", "from_account"),
        ("to 1234324 or 7654321", "to_account"),
        ("20 to 1234324 and 7654321", "to_account"),
        ("500 from checking oder savings an 1234324", "from_account"),
        ("500 from checking o savings a 1234324", "from_account"),
        ("500 from checking of savings naar 1234324", "from_account"),
        ("500 from checking или savings на 1234324", "from_account"),
        ("500 from checking または savings", "from_account"),
        ("500 from checking 还是 savings", "from_account"),
    ],
)
def test_one_of_two_values_is_never_picked_by_code(text: str, slot: str):
    findings = read(text, BANK)

    assert [*findings.doubts] == [slot]
    assert findings.found.keys() <= {"amount", "to_account"} - {slot}


def test_an_or_between_two_wishes_makes_no_value_the_other_one():
    findings = read("order 3 or 4 laptops", slots_for(order_item))

    assert (findings.found, findings.doubts) == ({}, {"quantity": "3, 4 laptops"})

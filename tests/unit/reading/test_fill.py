"""What a reader copied out of a message, as slots take it."""

import pytest

from bot.core.reading.ask import keep_free_values
from bot.core.reading.slots import Slot, SlotKind

EMPLOYEE, MENTOR = (Slot(name, SlotKind.TEXT, f"the {name}") for name in ("employee", "mentor"))
NOTE, TOPIC = (Slot(n, SlotKind.TEXT, f"the {n}", required=False) for n in ("note", "topic"))


@pytest.mark.parametrize(
    ("given", "text", "taken"),
    [
        ({"employee": "Omar", "mentor": "Priya"}, "Priya mentors Omar", ["employee", "mentor"]),
        ({"employee": "Omar", "mentor": "omar"}, "make Omar a mentor", []),
        ({"employee": "Omar", "mentor": "Omar"}, "Omar mentors Omar", ["employee", "mentor"]),
        ({"employee": "Omar", "note": "Omar"}, "make Omar a mentor", ["employee"]),
        ({"employee": "Omar", "mentor": "Eve"}, "make Omar a mentor", ["employee"]),
        ({"note": "Omar is new", "topic": "Omar is new"}, "Omar is new", ["note"]),
        ({"employee": "Omar", "note": "Omar is new"}, "Omar is new", ["employee", "note"]),
    ],
)
def test_what_is_said_once_is_for_one_slot(given: dict[str, str], text: str, taken: list[str]):
    found = keep_free_values((EMPLOYEE, MENTOR, NOTE, TOPIC), given, text)

    assert list(found) == taken
    assert all(found[name].value == given[name] for name in taken)

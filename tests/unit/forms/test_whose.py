"""Whose the values of a message are: this wish's, another one's, or those of a form beneath."""

from datetime import date

import pytest

from agents.insurance.decline_letter import decline_letter
from agents.insurance.smart_strategy import where_is_claim_id
from bot.core.reading.find import Beneath, Theirs, find_aside, find_theirs, find_values
from bot.language.sentences import clauses
from tests.fakes.form_slots import send, slots_for

TODAY = date(2026, 11, 27)
BANK = slots_for(send)
NEEDED = {slot.name for slot in BANK if slot.required}
TRANSFER = Beneath("transfer", tuple(s for s in BANK if s.required), frozenset(NEEDED))
LETTER = Beneath("letter", slots_for(decline_letter), frozenset({"claim_id"}))
RELATION = slots_for(where_is_claim_id)


def parts(text: str) -> list[str]:
    return [text[start:end].strip() for start, end in clauses(text)]


def beside(text: str) -> list[str]:
    found = find_values(text, BANK, today=TODAY).found
    return [text[start:end].strip(" .") for start, end in find_aside(text, found, NEEDED)]


def test_clauses_end_at_sentences_and_connectives():
    assert parts("Send 5 to Ana, and then log me out. Thanks!") == [
        *("Send 5 to Ana,", "log me out", "Thanks"),
    ]
    assert parts("sende 5 und dann 6") == ["sende 5", "6"]
    assert parts("") == []


@pytest.mark.parametrize(
    ("text", "others"),
    [
        (
            "send 5 to 1234324 and tell me the balance of savings",
            ["tell me the balance of savings"],
        ),
        ("send 5 and the account is 1234324", []),
        ("send 5 to 1234324 and take it from checking", []),
        ("what does checking hold and what does savings hold", []),
    ],
)
def test_what_a_part_says_without_a_value_that_is_needed_is_aside(text: str, others: list[str]):
    assert beside(text) == others


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("my claim id is 123ABH", Theirs("letter", "")),
        ("for 123ABH, is that known", Theirs("letter", "for that known")),
        ("partner", None),
        ("partner, for 123ABH", None),
        ("Motor", None),
        ("nothing of it", None),
    ],
)
def test_a_value_that_only_a_form_beneath_lacks_is_its_own(text: str, whose: Theirs | None):
    assert find_theirs(text, RELATION, [LETTER], today=TODAY) == whose


def test_an_order_that_is_said_while_something_else_is_asked_is_the_orders():
    found = find_theirs("20 to 1234324", RELATION, [LETTER, TRANSFER], today=TODAY)

    assert found == Theirs("transfer", "")

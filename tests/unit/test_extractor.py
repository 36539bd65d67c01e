"""What a record holds, and what is wrong with one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.extractor.record import Record, found_in, objections
from tests.fakes.turns import NOON

TEXT = (
    "Dear Anna de Vries,\non Monday 3 May 2027 Bob O'Neil paid $1,200.50 and 40 EUR to "
    "John Smith-Jones; write to bob.oneil+bills@example.org or pay £3."
)


def test_plain_rules_find_what_is_written_plainly():
    assert found_in(TEXT) == Record(
        names=("Anna de Vries", "Bob O'Neil", "John Smith-Jones"),
        dates=("3 May 2027",),
        amounts=("$1,200.50", "40 EUR", "£3"),
        emails=("bob.oneil+bills@example.org",),
    )


@pytest.mark.parametrize("text", ["", "nothing to see", "The Monday", "version 2.0 of it", "a@b"])
def test_they_find_nothing_where_nothing_is(text: str):
    assert found_in(text).is_empty


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"names": ("Zoe Else",)}, "not in the text: names “Zoe Else”"),
        ({"names": ("anna  DE vries",)}, ""),
        ({"dates": ("Anna",)}, "no days: “Anna”"),
        ({"dates": ()}, ""),
        ({"amounts": ("$1,200.50", "40 EUR")}, "left out: amounts “£3”"),
        ({"amounts": ("$1,200.50", "40 EUR", "pay £3", "paid")}, "no amounts: “paid”"),
        ({"emails": ()}, "left out: emails “bob.oneil+bills@example.org”"),
    ],
)
def test_what_is_wrong_with_a_record_is_said(change: dict[str, tuple[str, ...]], words: str):
    right = found_in(TEXT)
    record = Record(
        names=change.get("names", right.names),
        dates=change.get("dates", right.dates),
        amounts=change.get("amounts", right.amounts),
        emails=change.get("emails", right.emails),
    )

    assert "; ".join(objections(record, TEXT)) == words


def test_a_record_is_written_for_programs():
    written = json.loads(found_in("on 2027-05-03 Ann Lee paid $2").as_json(NOON))

    assert written == {
        "names": ["Ann Lee"],
        "dates": [{"written": "2027-05-03", "date": "2027-05-03"}],
        "amounts": ["$2"],
        "emails": [],
    }
    assert found_in("Ann Lee, a@b.example").counted == "1 name, 1 email"
    assert Record().counted == "nothing"


@given(st.text(max_size=300))
def test_what_rules_find_is_never_wrong(text: str):
    assert objections(found_in(text), text) == []

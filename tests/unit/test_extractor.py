"""What a record holds, and what is wrong with one."""

import json
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.extractor.agent import Record, objections, validator
from agents.kit import ToolFailed
from tests.fakes.records import FakeRecords
from tests.fakes.turns import Desk

TEXT = (
    "Dear Anna de Vries,\non Monday 3 May 2027 Bob O'Neil paid $1,200.50 and 40 EUR to "
    "John Smith-Jones; write to bob.oneil+bills@example.org or pay £3."
)
RIGHT = Record(
    names=["Anna de Vries", "Bob O'Neil", "John Smith-Jones"],
    dates={"Monday 3 May 2027": date(2027, 5, 3)},
    amounts=["$1,200.50", "40 EUR", "£3"],
    emails=["bob.oneil+bills@example.org"],
)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, ""),
        ({"names": ["Zoe Else"]}, "not in the text: names “Zoe Else”"),
        ({"names": ["anna  DE vries"]}, ""),
        ({"dates": {"4 May": date(2027, 5, 4)}}, "not in the text: dates “4 May”"),
        ({"dates": {}}, ""),
        ({"amounts": ["$1,200.50", "40 EUR"]}, "left out: amounts “£3”"),
        ({"amounts": ["$1,200.50", "40 EUR", "pay £3", "paid"]}, "no amounts: “paid”"),
        ({"emails": []}, "left out: emails “bob.oneil+bills@example.org”"),
    ],
)
def test_what_is_wrong_with_a_record_is_said(change: dict[str, Any], words: str):
    assert "; ".join(objections(replace(RIGHT, **change), TEXT)) == words


@pytest.mark.parametrize("text", ["", "nothing to see", "4 USB ports", "version 2.0 of it", "a@b"])
def test_nothing_is_missed_where_nothing_is(text: str):
    assert objections(Record(), text) == []


def test_a_record_is_written_for_programs():
    record = Record(names=["Ann Lee"], dates={"3 May": date(2027, 5, 3)}, amounts=["$2"])

    assert json.loads(record.as_json()) == {
        "names": ["Ann Lee"],
        "dates": [{"written": "3 May", "date": "2027-05-03"}],
        "amounts": ["$2"],
        "emails": [],
    }
    assert record.counted == "1 name, 1 date, 1 amount"


async def test_a_record_of_nothing_is_not_handed_over():
    desk = Desk(validator, FakeRecords())

    with pytest.raises(ToolFailed, match="I found no name"):
        await desk.call("check_record", names=[], dates={}, amounts=[], emails=[])
    assert desk.delivered == []


@given(st.text(max_size=300))
def test_of_any_text_only_what_has_a_shape_is_missed(text: str):
    assert all(said.startswith("left out: ") for said in objections(Record(), text))

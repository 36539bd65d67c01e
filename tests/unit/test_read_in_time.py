"""Texts that are made to take for ever: what anybody may write is read within a moment."""

from collections.abc import Callable
from typing import Any

import pytest

from agents.extractor.agent import Record, objections
from bot.core.plans.verdicts import read_pairs
from bot.core.redaction.typed_secrets import hide_secrets

LENGTH = 100_000

pytestmark = [pytest.mark.proves("R19"), pytest.mark.timeout(3)]


def left_out(text: str) -> list[str]:
    """What an empty record leaves out of a text."""
    return objections(Record(), text)


READERS: dict[str, tuple[Callable[[str], Any], str, str, str]] = {
    "labels of secrets": (hide_secrets, "", "pin is x1 ", ""),
    "a label and marks": (hide_secrets, "password is a", ".", ""),
    "a label and quotation marks": (hide_secrets, "pin:", '"', " pin:x"),
    "a passphrase that goes on": (hide_secrets, "passphrase: ", "a! ", ""),
    "blanks within a value": (read_pairs, "a=x", " ", "b"),
    "names without a value": (read_pairs, "a=", "b ", ""),
    "a long name": (read_pairs, "a=1 ", "b", ""),
    "many values": (read_pairs, "", "a=1, ", "b"),
    "digits": (left_out, "", "1", ""),
    "digits and commas": (left_out, "", "1,", ""),
    "an address without an end": (left_out, "", "a", "@"),
}


@pytest.mark.parametrize("what", READERS)
def test_it_is_read_in_time(what: str):
    read, begins, goes_on, ends = READERS[what]

    read(begins + goes_on * (LENGTH // len(goes_on)) + ends)


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("amount=5", {"amount": "5"}),
        ("amount = 5, to_account=12", {"amount": "5", "to_account": "12"}),
        ("amount=5 to=12; why=it is due", {"amount": "5", "to": "12", "why": "it is due"}),
        ("url=https://a.example/?q=1", {"url": "https://a.example/?q=1"}),
        ("text= x=1", {"text": "x=1"}),
        ("text=one, two,  other=3,", {"text": "one, two", "other": "3"}),
        ("text=", {"text": ""}),
        ("a=1 a=2", {"a": "2"}),
    ],
)
def test_pairs_are_read_as_they_are_typed(text: str, pairs: dict[str, str]):
    assert read_pairs(text) == pairs

"""What a tool's schema says of the words that a value may be."""

import re

import pytest

from bot.llm.offline.values.schema import Slot, Want


def a_slot(pattern: str | None) -> Slot:
    compiled = re.compile(pattern) if pattern else None
    return Slot("send", "to_account", Want.PATTERN, "where to", is_required=True, pattern=compiled)


@pytest.mark.parametrize("word", ["Savings", "savings", "SAVINGS"])
def test_a_pattern_spells_out_the_words_among_what_it_allows(word: str):
    assert a_slot(r"^(?:\d{6,12}|[Ss]avings)$").spells_out(word)


@pytest.mark.parametrize("word", ["Xavings", "vings", "a", "everything", "1234324"])
def test_a_part_of_such_a_word_is_none_of_them(word: str):
    assert not a_slot(r"^(?:\d{6,12}|[Ss]avings)$").spells_out(word)


@pytest.mark.parametrize("pattern", [None, r"^[A-Za-z]{1,12}$"])
def test_a_pattern_that_many_words_fit_spells_out_none(pattern: str | None):
    assert not a_slot(pattern).spells_out("Savings")

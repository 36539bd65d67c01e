"""Verdicts that say so themselves, in any language."""

import pytest

from bot.language.lexicon import begins_verdict, is_no, is_yes, reason_of, wants_nothing
from bot.language.lists import phrases


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("reject: too much", "too much"),
        ("Reject because of the price", "the price"),
        ("reject all, wrong person", "wrong person"),
        ("deny it - not now", "not now"),
        ("ablehnen: zu teuer", "zu teuer"),
        ("je refuse, parce que c'est cher", "c'est cher"),
        ("却下。高すぎる", "高すぎる"),
        ("अस्वीकार: महंगा", "महंगा"),
        ("reject", ""),
        ("approve 2", ""),
    ],
)
def test_a_reason_stands_behind_a_word_that_rejects(text: str, reason: str):
    assert begins_verdict(text)
    assert reason_of(text) == reason


@pytest.mark.parametrize(
    "text",
    [
        *("no, too much", "no problem, go ahead", "don't send it", "rejection letter", "yes"),
        *("approval of Ana", "I said reject", "", "nein, zu teuer"),
    ],
)
def test_other_words_are_no_such_verdict(text: str):
    assert not begins_verdict(text)
    assert reason_of(text) == ""


def test_each_alone_is_a_yes_or_a_no():
    assert all(map(is_yes, phrases("verdicts", "approve")))
    assert all(map(is_no, phrases("verdicts", "reject")))


@pytest.mark.parametrize(
    "text", ["no", "No, thanks.", "nothing", "Nothing, thanks!", "leave it", "nichts", "何も"]
)
def test_what_wants_nothing_instead_is_a_whole_message(text: str):
    assert wants_nothing(text)


@pytest.mark.parametrize("text", ["nothing above 300", "no, 300", "yes", "it", "leave it to me"])
def test_other_words_want_something(text: str):
    assert not wants_nothing(text)

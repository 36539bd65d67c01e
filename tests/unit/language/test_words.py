"""Words for overlap and recall, and slips of the fingers."""

import pytest

from bot.language.words import is_slip_of, name_as_text, stem, words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The transferred APIs", ("the", "transfer", "apis")),
        ("Transfers & TRANSFERRING", ("transfer", "transfer")),
        ("naïve Ängste", ("naïve", "ängste")),
        ("東京都の設定", ("東京", "京都", "都の", "の設", "設定")),
        ("API設定", ("api", "設定")),
        ("猫", ("猫",)),
        ("会议记录 v2", ("会议", "议记", "记录", "v2")),
        ("회의는 내일", ("회의는", "내일")),
        ("", ()),
        ("!?", ()),
    ],
)
def test_the_words_of_a_text_are_folded_and_cut(text: str, found: tuple[str, ...]):
    assert words(text) == found


def test_the_forms_of_an_english_word_have_one_stem():
    assert {stem(word) for word in ("transfer", "transfers", "transferred")} == {"transfer"}
    assert stem("cities") == "city"
    assert stem("Müllers") == "müllers"


@pytest.mark.parametrize(
    ("typed", "meant", "slips"),
    [
        ("pasword", "password", True),
        ("passwrod", "password", True),
        ("blance", "balance", True),
        ("stack", "stock", False),
        ("password", "password", False),
        ("monkeys", "password", False),
        ("no", "now", False),
        ("a" * 40, "a" * 41, False),
    ],
)
def test_a_slip_of_the_fingers_is_told_from_another_word(typed: str, meant: str, slips: bool):  # noqa: FBT001 - a row of the table
    assert is_slip_of(typed, meant) is slips


def test_names_of_code_are_written_as_text():
    assert {name_as_text(name) for name in ("stock_lookup", "StockLookup", "stock-lookup")} == {
        "stock lookup"
    }

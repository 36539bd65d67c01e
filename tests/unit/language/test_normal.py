"""One way of writing, the way back to the original, and what stands in a text as a whole."""

import unicodedata
from collections.abc import Callable
from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language import lexicon, normal, numbers, sentences, spelled
from bot.language.days import find_days, find_times
from bot.language.money import find_amounts
from bot.language.normal import (
    MOST_CHARACTERS,
    FoundValue,
    bounded,
    fold,
    normalise,
    normalised,
    stands_in,
)
from bot.language.numbers import find_numbers
from bot.language.secrets import find_secrets, labels_in
from bot.language.words import words

TODAY = date(2026, 11, 20)
FINDERS: tuple[Callable[[str], tuple[FoundValue[object], ...]], ...] = (
    *(find_numbers, find_amounts, find_times, find_secrets, labels_in),
    lambda text: find_days(text, TODAY),
)
PIECES = st.sampled_from(
    [
        *(
            "500",
            "1,5",
            "1.000",
            " ",
            "€",
            "円",
            "万",
            "five",
            "drei",
            "Monday",
            "５",
            "\u200b",
            "é",
        ),
        *(
            "password",
            " is ",
            "pin:",
            "2026-12-05",
            "5.",
            "Dezember",
            "-",
            "'",
            "\u0301",
            "12月5日",
        ),
        *(
            "\n",
            "am",
            "9:30",
            "k",
            "Rubel",
            "三",
            "千",
            "à",
            "in ",
            "3 ",
            "days",
            "密码是",
            "“",
            "ß",
        ),
    ]
)
TEXTS = st.text(max_size=60) | st.lists(PIECES, max_size=12).map("".join)


@given(TEXTS)
def test_a_normal_text_stays_as_it_is(text: str):
    assert normalise(normalise(text)) == normalise(text)
    assert fold(fold(text)) == fold(text)


@given(TEXTS)
def test_every_character_knows_where_it_came_from(text: str):
    read = normalised(text)

    for at in range(len(read.text)):
        start, end, part = read.part(at, at + 1)
        assert text[start:end] == part
        assert read.text[at] in normalise(part) or not part.isascii()


@given(TEXTS)
def test_what_is_found_stands_in_the_original_text_in_order(text: str):
    for find in FINDERS:
        found = find(text)
        assert all(one.text == text[one.start : one.end] and one.text for one in found)
        assert all(one.end <= two.start for one, two in pairwise(found))
        assert all(one.doubt or one.value is not None for one in found)


@given(TEXTS)
def test_whatever_people_write_is_read_without_an_error(text: str):
    asked = [lexicon.is_yes, lexicon.is_no, lexicon.is_stop, lexicon.is_question]
    answers = [ask(text) for ask in asked]

    assert set(answers) <= {True, False}
    assert not (lexicon.is_yes(text) and lexicon.is_no(text))
    assert normalise(lexicon.bare(text)).strip() in normalise(text)
    assert all(word == unicodedata.normalize("NFC", word) for word in words(text))
    assert all(wish.strip() for wish in sentences.split_wishes(text))


@given(st.text(max_size=20), st.text(max_size=40))
def test_what_stands_in_a_text_is_a_part_of_it(value: str, text: str):
    assert not stands_in(value, text) or normalise(value).split()


@pytest.mark.parametrize(
    ("text", "normal_form"),
    [
        ("５０００円", "5000円"),
        ("１２３４３２４", "1234324"),
        ("1\u00a0500\u202f000\u3000x", "1 500 000 x"),
        ("O\u2019Brien", "O'Brien"),
        ("jose\u0301", "josé"),
        ("a\u200bb\ufeff", "ab"),
        ("ﾃﾞｰﾀ", "データ"),
        ("٣٫٥", "3.5"),
        ("10²", "10²"),
        ("a\tb\nc", "a b\nc"),
    ],
)
def test_widths_digits_blanks_and_accents_are_written_in_one_way(text: str, normal_form: str):
    assert normalise(text) == normal_form


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("田中", "田中さんに送って"),
        ("田中", "田中様へ"),
        ("アナ", "アナさん"),
        ("小王", "给小王转账"),
        ("김민수", "김민수님에게"),
        ("1234324", "１２３４３２４へ"),
        ("Ana", "ＡＮＡ"),
    ],
)
def test_a_name_needs_no_blanks_in_scripts_without_them(value: str, text: str):
    assert stands_in(value, text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("田中", "田中角栄さん"),
        ("中", "田中さん"),
        ("王", "给王小明转账"),
        ("김민", "김민수님"),
        ("500", "５００万"),
        ("12343\u200b24", "1234324"),
    ],
)
def test_a_part_of_a_name_or_number_does_not_stand_there(value: str, text: str):
    assert not stands_in(value, text)


@pytest.mark.parametrize(
    ("value", "is_there"),
    [
        ("http://a.test/9", True),
        ("http://a.test/9 and tell me", True),
        ("9", False),
        ("see", True),
    ],
)
def test_what_holds_a_whole_address_stands_there_and_what_lies_in_one_does_not(
    value: str, *, is_there: bool
):
    assert stands_in(value, "see http://a.test/9 and tell me") is is_there


def test_a_long_text_is_searched_up_to_the_end_of_a_word():
    text = "1234324 " * 10_000

    assert len(bounded(text)) <= MOST_CHARACTERS
    assert {one.value for one in find_numbers(text)} == {1234324}
    assert find_numbers("9" * 30_000) == ()


class Counted:
    """Counts the calls of a function of a module."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> None:
        self.calls = 0
        self._function: Callable[..., object] = getattr(module, name)
        monkeypatch.setattr(module, name, self)

    def __call__(self, *given: object, **named: object) -> object:
        self.calls += 1
        return self._function(*given, **named)


@pytest.mark.parametrize("unit", ["1234324x ", "1234324", "-1234324 ", "x1234324, ", "1234324 "])
def test_a_value_that_stands_there_again_and_again_is_looked_at_once(
    monkeypatch: pytest.MonkeyPatch, unit: str
):
    looks = Counted(monkeypatch, normal, "is_whole_between")

    stands_in("1234324", unit * 10_000)

    assert looks.calls <= 5


@pytest.mark.parametrize(
    "unit", ["a a a ", "1,1,1,", "two ", "hundred and ", "五", "万 ", "in 3 "]
)
def test_twice_the_text_is_at_most_twice_the_effort(monkeypatch: pytest.MonkeyPatch, unit: str):
    reads = [
        Counted(monkeypatch, numbers, "value_of"),
        Counted(monkeypatch, spelled, "_values"),
        Counted(monkeypatch, spelled, "_longest"),
    ]
    efforts = list[int]()

    for size in (4_000, 8_000, 16_000):
        before = sum(one.calls for one in reads)
        find_amounts((unit * size)[:size] + " 5")
        find_days((unit * size)[:size], TODAY)
        efforts.append(sum(one.calls for one in reads) - before)

    assert efforts[2] <= 5 * max(efforts[0], 1)

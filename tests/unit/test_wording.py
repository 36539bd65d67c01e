"""What is cut out of somebody's words says what they said, or is not theirs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.kit import Person
from bot.core.state.transcript import has_typed, take_in_full
from bot.domain.ids import RequestId
from bot.domain.messages import Incoming, Kind, Press, Thread

pytestmark = pytest.mark.proves("R32")
THREAD = Thread("console", "local", "chat", "main")
ANA = Person("console", "local", "ana")


@pytest.mark.parametrize(
    ("whole", "text", "left"),
    [
        ("pay 5000 to Ada", "pay 5000 to Ada", "pay 5000 to Ada"),
        ("show it and then pay 20 to Ada", "pay 20 to Ada", "pay 20 to Ada"),
        ("show it and then pay 20 to Ada", "Pay 20 to ada", "pay 20 to Ada"),
        ("do not call Ben, and then pay 20 to Ada", "pay 20 to Ada", "pay 20 to Ada"),
        ("show it and don't pay 20 to Ada", "pay 20 to Ada", "don't pay 20 to Ada"),
        ("zeig es und zahle 20 nicht an Ada", "zahle 20", "zahle 20 nicht an Ada"),
        ("看天气然后付300元给李雷", "付300元给李雷", "付300元给李雷"),
    ],
)
def test_a_part_comes_with_what_denies_it(whole: str, text: str, left: str):
    assert take_in_full(text, whole).strip().casefold() == left.casefold()


@pytest.mark.parametrize(
    ("whole", "text"),
    [
        ("show it and pay Ada 5000", "pay Ada 500"),
        ("show it and pay Ada 5.000", "pay Ada 5"),
        ("show it and pay 91234324", "1234324"),
        ("show it and pay Adamson", "pay Adam"),
        ("show it and pay 500\u200b0", "pay 500"),
        ("show it", " "),
    ],
)
def test_a_part_of_a_word_or_number_is_nobodys(whole: str, text: str):
    assert take_in_full(text, whole) == ""


@given(st.text(max_size=60), st.text(max_size=20), st.text(max_size=60))
def test_what_is_left_is_a_part_of_what_was_written(before: str, text: str, behind: str):
    whole = before + text + behind

    found = take_in_full(text, whole)

    assert found in whole
    assert not found or found == text.strip() or text.strip().casefold() in found.casefold()


@pytest.mark.parametrize(
    ("press", "text", "is_typed"),
    [
        (Press(RequestId("r"), "option-1"), "1", False),
        (Press(RequestId("r"), "respond", {"text": "make it 20"}), "make it 20", True),
        (Press(RequestId("r"), "respond", {"text": "make it 20"}), "30", False),
    ],
)
def test_a_label_that_is_pressed_is_no_words(press: Press, text: str, *, is_typed: bool):
    event = Incoming("e", THREAD, ANA, Kind.PRESS, press=press)

    assert has_typed(event, text) is is_typed


def test_a_file_without_words_holds_none():
    assert not has_typed(Incoming("e", THREAD, ANA), "(a file, without words)")

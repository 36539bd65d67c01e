"""Which of the known names somebody means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.kit import ToolFailed, one_of
from agents.kit.values.names import meant_by, tidy

NAMES = ("Jessica Smith", "Jessica Jones", "Ana Silva", "Ana Silva Prado", "Bob O'Neil")


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("Jessica Smith", "Jessica Smith"),
        ("jessica  SMITH", "Jessica Smith"),
        ("smith", "Jessica Smith"),
        ("Jesica Smiht", "Jessica Smith"),
        ("Ana Silva", "Ana Silva"),
        ("Prado", "Ana Silva Prado"),
        ("bob o'neil", "Bob O'Neil"),
        ("Jones's", "Jessica Jones"),
        ("the jones", "Jessica Jones"),
        ("la Ana Silva", "Ana Silva"),
    ],
)
def test_a_part_of_a_name_or_a_slip_of_it_is_enough(wanted: str, name: str):
    assert one_of("employee", wanted, NAMES) == name


def test_words_that_mean_several_are_asked_about():
    with pytest.raises(ToolFailed, match="Which one is meant: Jessica Jones, Jessica Smith"):
        one_of("employee", "Jessica", NAMES)


def test_an_unknown_name_says_who_is_known():
    with pytest.raises(ToolFailed, match=r"No single employee fits “Zoe”\. Known: Ana Silva, "):
        one_of("employee", "Zoe", NAMES)


def test_with_nobody_known_that_is_said():
    with pytest.raises(ToolFailed, match="None is known yet"):
        one_of("employee", "Zoe", [])


def test_of_many_only_some_are_listed():
    names = [f"Person {letter}" for letter in "abcdefghijkl"]

    with pytest.raises(ToolFailed, match="Person h and 4 more"):
        one_of("employee", "Zoe", names)


@pytest.mark.parametrize("wanted", ["", "the", "?!", "Bo Jones", "Ana Silva Paz", "the the"])
def test_words_without_a_name_mean_nobody(wanted: str):
    assert meant_by(wanted, NAMES) == []


def test_needless_blanks_are_taken_off():
    assert tidy("  Jessica \n Smith ") == "Jessica Smith"


@given(st.lists(st.text(min_size=1, max_size=20), max_size=6), st.text(max_size=30))
def test_only_known_names_are_ever_meant(names: list[str], wanted: str):
    assert set(meant_by(wanted, names)) <= set(names)

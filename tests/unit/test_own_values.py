"""Numbers, days, choices, and what lists and models hold, in somebody's own words."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum, IntEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.kit import Day, Money
from bot.core.agents.injection_guard import find_given, is_said

pytestmark = pytest.mark.proves("R12")
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


class Priority(Enum):
    """How urgent something is."""

    LOW = "low"
    AT_ONCE = "p1"


class Floor(IntEnum):
    """Where something is."""

    GROUND = 0
    TOP = 12


@dataclass(frozen=True)
class Item:
    """What is ordered."""

    sku: str
    count: int = 1
    until: Day | None = None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (["Ana", "Ben"], "invite ana and Ben's"),
        ({"Ana": Money("20")}, "give Ana $20"),
        (Item("B-7", 3), "order 3 of B-7"),
        ([Item("B-7", 3, date(2026, 11, 23))], "order 3 of B-7 by 2026-11-23"),
        (["https://example.com/a"], "read example.com/a"),
        (Priority.LOW, "with low priority"),
        (Priority.AT_ONCE, "do it at once"),
        (Priority.AT_ONCE, "this is a P1"),
        (Floor.TOP, "on floor 12"),
        (Floor.TOP, "at the top"),
        (5.0, "set it to 5"),
        (5, "set it to 5.0"),
        (0.5, "by 0.50"),
        (Decimal(1000), "the price is 1,000"),
        (-5, "make it \u22125"),
        (12, "order #12"),
        (date(2026, 11, 23), "on 2026-11-23."),
        (date(2026, 11, 23), "on Monday"),
        (date(2026, 11, 23), "23 November"),
        (date(2026, 12, 5), "5. Dezember 2026"),
        (date(2026, 12, 5), "el 5 de diciembre"),
        (date(2026, 12, 5), "2026年12月5日"),
        (3, "drei Stück"),
        (3, "three"),
        (1234324, "\uff11\uff12\uff13\uff14\uff13\uff12\uff14"),
        (date(2026, 11, 23), "on 23 November 2026"),
        (date(2026, 11, 23), "23.11.2026"),
        (date(2026, 11, 23), "Nov 23rd, 2026"),
        (True, "true"),
        (50.0, "50,00 an Ada"),
        (1000.0, "1.000 €"),
        (1250.0, "1.250,00 EUR an Klara"),
        (1500.0, "1'500 an Ada"),
        (1500.0, "1 500 an Ada"),
        (50, "fünfzig an Ada"),
        (5000.0, "\uff15\uff10\uff10\uff10円"),
        (Money("500.50 EUR"), "500,50 Euro"),
        (Money("50"), "50ドル"),
    ],
    ids=repr,
)
def test_what_is_no_text_counts_in_the_words_people_have_for_it(value: object, text: str):
    assert is_said(value, (text,), NOW)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (["Ana", "Eve"], "invite Ana"),
        ([], "invite []"),
        ({}, "{}"),
        ([None, None], "invite nobody"),
        (1500.0, "1,500 € an Ada"),
        (2.0, "2 Tausend an Ada"),
        (2, "2 Mio."),
        (3, "3 Dutzend"),
        ([""], "invite Ana"),
        ({"Eve": Money("20")}, "give Ana $20"),
        ({"Ana": Money("20")}, "give Ana €20"),
        (Item("B-7", 3), "order B-7"),
        (Item("B-7", 3, date(2026, 11, 24)), "order 3 of B-7 by 23 November 2026"),
        (["https://example.com/a?b"], "read example.com/a"),
        (Priority.LOW, "below"),
        (Priority.AT_ONCE, "at once-over p10"),
        (Floor.TOP, "on floor 120"),
        (5.0, "5.01"),
        (10, "1000"),
        (10, "1,010"),
        (1, "1.000"),
        (5, "5 thousand"),
        (5, "-5"),
        (5, "a5"),
        (1, "true"),
        (True, "1"),
        (date(2026, 11, 23), "on Tuesday"),
        (date(2026, 11, 23), "11/12/2026"),
        (date(2026, 11, 23), "24 November 2026"),
        (date(2026, 11, 23), "2026-11-230"),
        (date(2026, 11, 23), "23"),
        (datetime(2026, 11, 23, 9, tzinfo=UTC), "on Monday"),
    ],
    ids=repr,
)
def test_another_value_was_not_said_however_alike(value: object, text: str):
    assert not is_said(value, (text,), NOW)


@given(st.floats(allow_nan=False, allow_infinity=False, width=32) | st.integers())
def test_a_number_is_said_by_itself(number: float):
    assert is_said(number, (f"make it {Decimal(str(number)):f}",), NOW) or "." in str(number)


@given(st.lists(st.sampled_from(["Ana", "Ben", "Eve"])), st.sets(st.sampled_from(["Ana", "Ben"])))
def test_a_list_is_said_if_each_of_it_was(listed: list[str], said: set[str]):
    assert is_said(listed, (f"invite {', '.join(said)}",), NOW) is (
        bool(listed) and {*listed} <= said
    )


@pytest.mark.parametrize(
    ("heard", "kept"),
    [
        (("can you send 5 to Ana?",), ("can you send 5 to Ana?",)),
        (("Hello! Can you send 5 to Ana?",), ("Hello! Can you send 5 to Ana?",)),
        (("send 5. To Ana.",), ("send 5. To Ana.",)),
        (("is Ana known? Send 5.",), ("Send 5.",)),
        (("send 5; never to Ana",), ()),
        (("send 5; to Ana",), ("send 5; to Ana",)),
        (("nicht an Ana",), ()),
        (("send money", "is 5 to Ana fine?"), ("send money",)),
        (("send money", "no, 5"), ("send money", "no, 5")),
        (("送金して", "アナですか。5円"), ("送金して", "5円")),
    ],
)
def test_sentences_that_ask_or_deny_give_nothing(heard: tuple[str, ...], kept: tuple[str, ...]):
    assert find_given(heard) == kept

"""Which answers count: the question knows, whoever answered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.questions import (
    About,
    AsVerdict,
    Does,
    Fill,
    Filled,
    Left,
    Named,
    Opinion,
    Topic,
    Which,
)
from tests.unit.reading.situations import BANK, STOCKS

WHICH = Which("words", (BANK, STOCKS), plans=True)
FILL = Fill("words", "Who?", (Named("name", "the name"), Named("role", "the role")))
EVERY = (
    WHICH,
    FILL,
    About("words", "Who?"),
    Does("words", (Named("pay", "pay"),)),
    AsVerdict("words", "pay"),
    Left("words", "done"),
)


@pytest.mark.proves("S0-30", "S0-45")
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ('{"about": "bank"}', "bank"),
        ('Sure: {"about": " Bank "} ', "bank"),
        ("stocks", "stocks"),
        ('"stocks".', "stocks"),
        ('{"about": "planner"}', "planner"),
        ('{"about": "Small talk"}', "small_talk"),
        ('{"about": "the bank I think"}', None),
        ('{"agent": "bank"}', None),
        ("banana", None),
        ("", None),
    ],
)
def test_only_a_name_of_the_list_is_who_it_is_for(answer: str, expected: str | None):
    assert WHICH.accept(answer) == expected


@pytest.mark.proves("S0-45")
@pytest.mark.parametrize("framed", ["```json\n{}\n```", "Sure!\n{}\nAnything else?", "\t{}\r\n"])
def test_an_answer_is_found_in_what_is_written_around_it(framed: str):
    assert WHICH.accept(framed.replace("{}", '{"about": "stocks", "x": 1}')) == "stocks"


@pytest.mark.parametrize(
    "answer",
    ["{}", "{", "}{", '{"about": ""}', '{"about": null}', '{"about": {}}', '{"about": ["bank"]}'],
)
def test_json_that_names_nobody_is_no_answer(answer: str):
    assert WHICH.accept(answer) is None


def test_where_nothing_is_to_plan_the_planner_is_no_answer():
    assert Which("words", (BANK,), plans=False).accept('{"about": "planner"}') is None


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (
            '{"name": "Ann", "role": null, "about": "this"}',
            Filled({"name": "Ann"}, Topic.THIS),
        ),
        ('{"name": " ", "about": "stop"}', Filled({}, Topic.STOP)),
        ('{"name": 5, "pay": "x", "about": "this"}', Filled({}, Topic.THIS)),
        ('{"name": "Ann"}', Filled({"name": "Ann"}, Topic.THIS)),
        ('{"name": "Ann", "about": null}', Filled({"name": "Ann"}, Topic.THIS)),
        ('{"name": "Ann", "about": "that"}', None),
        ('{"name": null}', None),
        ("this", None),
    ],
)
def test_values_count_beside_a_topic_or_say_it(answer: str, expected: Filled | None):
    assert FILL.accept(answer) == expected


def test_a_verdict_is_one_of_five():
    card = AsVerdict("words", "pay")

    assert card.accept('{"verdict": "approve"}') is Opinion.APPROVE
    assert card.accept('{"verdict": "yes"}') is None


def test_nothing_left_is_an_answer_and_no_answer_is_none():
    left = Left("words", "done")

    assert left.accept('{"left": null}') == ""
    assert left.accept('{"left": " the rest "}') == "the rest"
    assert left.accept("no_further_task") is None


@pytest.mark.proves("S0-30")
@given(st.text() | st.text(alphabet='{}[]":, aboutnkscel_'))
def test_whatever_is_answered_it_is_one_of_the_choices(answer: str):
    assert WHICH.accept(answer) in {None, *WHICH.choices}


@given(st.text())
def test_no_answer_breaks_a_question(answer: str):
    for question in EVERY:
        question.accept(answer)
        question.accept(f'{{"about": {answer}}}')

"""Reading what a planner wrote: what passes, and what is told to it."""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.catalogue import AGENTS
from bot.core.plans.validation import OUTCOMES, Checker, list_offers, read_answer
from bot.core.state.catalogue import Catalogue
from bot.domain.errors import PlanFlawed
from tests.fakes.world import NOON

CATALOGUE = Catalogue.of(AGENTS)
GOOD: dict[str, Any] = {
    "number": 1,
    "agent": "it_support",
    "function": "create_account",
    "arguments": '{"employee": "Ada"}',
    "action": "Create an account for Ada",
    "needs": [],
}


def a_plan(**changes: Any) -> str:
    return json.dumps({"outcome": "plan", "words": "", "steps": [{**GOOD, **changes}]})


def checked(text: str) -> Any:
    ids = iter(range(100))
    return Checker(CATALOGUE, NOON, lambda: f"s{next(ids)}").steps(read_answer(text).written)


def test_a_good_step_passes_with_what_its_tool_says_of_it():
    (step,) = checked(a_plan())

    assert (step.agent, step.tool, step.arguments) == (
        "it_support",
        "create_account",
        {"employee": "Ada"},
    )
    assert (step.effect, step.risk) == (True, "medium")


def test_days_are_pinned_when_they_are_planned():
    orientation = '{"employee": "Ada", "day": "Monday"}'

    (step,) = checked(
        a_plan(agent="people", function="schedule_orientation", arguments=orientation)
    )

    assert step.arguments["day"] == "2026-11-23"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"agent": "nobody"}, "no function nobody.create_account"),
        ({"function": "fly"}, "no function it_support.fly"),
        ({"agent": "people"}, "no function people.create_account"),
        ({"arguments": "{}"}, "employee is missing"),
        ({"arguments": '{"employee": 5}'}, "employee: Input should be a valid string"),
        ({"arguments": '{"employee": "Ada", "boss": "Bo"}'}, "boss"),
        ({"arguments": '{"employee": "<name from step 1>"}'}, "leave out employee"),
        ({"arguments": '{"employee": " [their name]"}'}, "leave out employee"),
        ({"arguments": "employee=Ada"}, "JSON object"),
        ({"arguments": "[]"}, "JSON object"),
        ({"action": " "}, "needs an action"),
        ({"number": "one"}, "is a number"),
        ({"needs": "1"}, "list of numbers"),
    ],
)
def test_what_is_wrong_is_told_in_words(changes: Mapping[str, Any], words: str):
    with pytest.raises(PlanFlawed, match=words):
        checked(a_plan(**changes))


def test_everything_that_is_wrong_is_told_at_once():
    steps = [{**GOOD, "agent": "nobody"}, {**GOOD, "number": 2, "action": ""}]

    with pytest.raises(PlanFlawed, match=r"step 1: .*step 2: "):
        checked(json.dumps({"outcome": "plan", "steps": steps}))


@given(text=st.text(max_size=200))
def test_whatever_is_written_is_an_answer_or_flawed(text: str):
    with suppress(PlanFlawed):
        assert read_answer(text).outcome in OUTCOMES


def test_functions_are_listed_a_line_each_with_what_they_take():
    lines = list_offers(CATALOGUE.offers).splitlines()

    assert len(lines) == len(CATALOGUE.offers)
    assert (
        "- it_support: set_up_laptop(employee, model?: standard | developer | mac, ready_by?: "
        "date): Have a laptop set up for an employee."
    ) in lines
    assert max(map(len, lines)) < 220

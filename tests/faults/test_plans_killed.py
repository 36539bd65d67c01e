"""Killed at every touch of a port while a plan is carried out, no step is lost or done twice."""

from pathlib import Path

import pytest

from agents.it_support.desk import ACCOUNTS, LAPTOPS
from agents.people.staff import EMPLOYEES, ORIENTATIONS
from tests.faults.conftest import Count, asked_kills
from tests.faults.driver import Line, Talk
from tests.faults.kept import Rows
from tests.faults.stories import Library, Place
from tests.faults.verdict import SAID, UNFINISHED, UNSENT, ask, contradictions

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600)]

GOAL = "Onboard Jessica Smith as a marketing manager starting Monday"
PLAN = (Line("1", GOAL), Line("2", "approve"))
TABLES = (EMPLOYEES, ACCOUNTS, LAPTOPS, ORIENTATIONS)
# Only ids of requests and plans differ from one run to another, and no line of the plan has any.
ASKED = {
    "said": SAID,
    "unfinished": UNFINISHED,
    "unsent": UNSENT,
    "plans": "SELECT status FROM plans",
    "requests": "SELECT kind, status FROM requests",
    **{table.name: f"SELECT count(*) FROM {table.name}" for table in TABLES},  # noqa: S608 - ours
}


def state(folder: Path) -> dict[str, Rows]:
    return {name: ask(folder, question) for name, question in ASKED.items()}


@pytest.mark.parametrize("turn", [0, 1], ids=["goal", "approve"])
@pytest.mark.proves("R3", "R4")
def test_killed_at_any_touch_of_a_plan(turn: int, library: Library, tmp_path: Path, count: Count):
    place = Place(PLAN, turn, 1 if asked_kills() else 29)
    kills, wanted = place.kills(library), state(library.whole(PLAN).folder)

    talks: dict[str, Talk] = {
        way: place.disturbed(library, tmp_path / way, kill) for way, kill in kills.items()
    }

    found = {way: (state(talk.folder), contradictions(talk.heard)) for way, talk in talks.items()}
    bad = {way: outcome for way, outcome in found.items() if outcome != (wanted, [])}
    count(kill_points=len(kills), kill_points_that_ended_badly=len(bad))
    assert bad == {}


def test_an_undisturbed_plan_ends_as_it_should(library: Library):
    whole = state(library.whole(PLAN).folder)

    assert whole["plans"] == [("completed",)]
    assert [whole[table.name] for table in TABLES] == [[(1,)]] * 4
    assert (whole["unfinished"], whole["unsent"]) == ([], [])


def test_carrying_out_a_plan_has_many_touches(library: Library):
    touches = library.chapter(PLAN).touches

    assert len(Place(PLAN, 1).kills(library)) >= 40
    assert {"accept", "begin", "decide", "record", "transact", "commit"} <= set(touches)

"""Killed at every touch of a port while a procedure is played, it goes on and acts once."""

from pathlib import Path

import pytest

from agents.general.notes import NOTES
from tests.faults.conftest import Count, asked_kills
from tests.faults.driver import Line, Talk
from tests.faults.kept import Rows
from tests.faults.starter import Starter
from tests.faults.stories import Library, Place
from tests.faults.verdict import SAID, UNFINISHED, UNSENT, ask, contradictions

pytestmark = [pytest.mark.faults, pytest.mark.timeout(1800)]

FILES = Path(__file__).with_name("procedures")
ROUND = (
    Line("1", "@noted note: the pump is broken"),
    Line("2", "not yet"),
    Line("3", "that is all"),
)
DRAFT = (Line("1", "@drafting_circle a note on the pump"), Line("2", press="approve"))
ASKED = {
    "said": SAID,
    "unfinished": UNFINISHED,
    "unsent": UNSENT,
    "requests": "SELECT kind, status FROM requests",
    "notes": f"SELECT text FROM {NOTES.name}",  # noqa: S608 - ours
}


@pytest.fixture(scope="session")
def shelf(
    tmp_path_factory: pytest.TempPathFactory, starter: Starter, by_model: dict[str, str]
) -> Library:
    """A library of conversations in which procedures are played."""
    ours = {"FRONTDESK_PROCEDURES": str(FILES), **by_model}
    return Library(tmp_path_factory.mktemp("shelf"), starter, ours)


def state(folder: Path) -> dict[str, Rows]:
    return {name: ask(folder, question) for name, question in ASKED.items()}


@pytest.mark.parametrize(
    ("story", "turn"), [(ROUND, 0), (ROUND, 1), (ROUND, 2), (DRAFT, 0), (DRAFT, 1)]
)
@pytest.mark.proves("R3", "R4")
def test_killed_at_any_touch_of_a_procedure(
    story: tuple[Line, ...], turn: int, shelf: Library, tmp_path: Path, count: Count
):
    # What is said while it goes on by itself is heard there; so each line waits for its end.
    told = story[: turn + 1]
    place = Place(told, turn, 1 if asked_kills() else 37)
    kills, wanted = place.kills(shelf), state(shelf.whole(told).folder)

    talks: dict[str, Talk] = {
        way: place.disturbed(shelf, tmp_path / way, kill) for way, kill in kills.items()
    }

    found = {way: (state(talk.folder), contradictions(talk.heard)) for way, talk in talks.items()}
    bad = {way: outcome for way, outcome in found.items() if outcome != (wanted, [])}
    count(kill_points=len(kills), kill_points_that_ended_badly=len(bad))
    assert bad == {}


def test_an_undisturbed_procedure_acts_once_and_ends(shelf: Library):
    whole = state(shelf.whole(ROUND).folder)

    assert whole["notes"] == [("the pump is broken",)]
    assert (whole["unfinished"], whole["unsent"]) == ([], [])
    assert any("The round is over." in str(text) for _who, _bot, text in whole["said"])


def test_playing_it_has_many_touches(shelf: Library):
    assert len(Place(ROUND, 0).kills(shelf)) >= 50
    assert {"accept", "begin", "record", "transact", "commit"} <= set(
        shelf.chapter(ROUND[:1]).touches
    )

"""Killed at every touch while a script plays, it goes on where it was and repeats no effect."""

import json
from pathlib import Path

import pytest

from tests.faults.banquet import ROUNDS
from tests.faults.conftest import Count, asked_kills
from tests.faults.driver import Line
from tests.faults.kept import Rows
from tests.faults.outside import orders
from tests.faults.starter import Starter
from tests.faults.stories import Library, Place
from tests.faults.verdict import (
    REQUESTS,
    SAID,
    UNFINISHED,
    UNSENT,
    ask,
    contradictions,
)

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600)]

BANQUET = (
    Line("1", "@banquet order some punch, please"),
    Line("2", "12 glasses"),
    Line("3", press="Approve"),
)
PUB = (Line("1", "@rounds please"),)
LETTER = (
    Line("1", "@extractor take the fields out of a letter"),
    Line("2", "Ann Smith owes $50.00 since 3 May 2026; write to ann@example.com."),
)
# Ids differ from one run to another, and with them what a lap of its own answers.
ASKED = {"said": SAID, "unfinished": UNFINISHED, "unsent": UNSENT, "requests": REQUESTS}
PLACES = {
    "a person is asked inside": Place(BANQUET, 0),
    "what they answer": Place(BANQUET, 1),
    "an approval inside": Place(BANQUET, 2),
    "laps of its own": Place(PUB, 0),
    "a text is asked for": Place(LETTER, 0),
    "a record is checked and handed over": Place(LETTER, 1),
}


def state(folder: Path) -> dict[str, Rows]:
    """How things stand in the store, and outside."""
    rows = {name: ask(folder, question) for name, question in ASKED.items()}
    ordered = [(name, value) for order in orders(folder) for name, value in order.items()]
    return {**rows, "orders": [(name, value) for name, value in ordered if name != "key"]}


@pytest.fixture(scope="session")
def hall(
    tmp_path_factory: pytest.TempPathFactory, starter: Starter, by_model: dict[str, str]
) -> Library:
    agents = {"FRONTDESK_AGENTS": "tests.faults.banquet", **by_model}
    return Library(tmp_path_factory.mktemp("hall"), starter, agents)


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.proves("S3-34", "R3", "R4")
def test_killed_at_any_touch_of_a_script(name: str, hall: Library, tmp_path: Path, count: Count):
    story, turn = PLACES[name].story, PLACES[name].turn
    place = Place(story, turn, 1 if asked_kills() else 23)
    kills, wanted = place.kills(hall), state(hall.whole(story).folder)

    talks = {way: place.disturbed(hall, tmp_path / way, kill) for way, kill in kills.items()}

    found = {way: (state(talk.folder), contradictions(talk.heard)) for way, talk in talks.items()}
    bad = {way: outcome for way, outcome in found.items() if outcome != (wanted, [])}
    count(kill_points=len(kills), kill_points_that_ended_badly=len(bad))
    assert bad == {}


def test_an_undisturbed_banquet_asks_twice_and_orders_once(hall: Library):
    whole = hall.whole(BANQUET)

    texts = [line["text"] for line in whole.heard if line["kind"] == "message"]
    assert any("glasses" in text for text in texts)
    assert any(text.startswith("butler wants to order punch:") for text in texts)
    assert [order["punch"] for order in orders(whole.folder)] == [12]


def test_an_undisturbed_pub_takes_its_rounds_in_turns(hall: Library):
    whole = hall.whole(PUB)

    speakers = [line.get("speaker") for line in whole.heard if line["kind"] == "message"]
    assert [order["round"] for order in orders(whole.folder)] == [*range(1, ROUNDS + 1)]
    assert speakers.count("keeper") == ROUNDS


def test_an_undisturbed_letter_is_handed_over_once(hall: Library):
    whole = hall.whole(LETTER)

    [record] = [json.loads(line["text"]) for line in whole.heard if line["kind"] == "artifact"]
    assert record["names"] == ["Ann Smith"]
    assert record["amounts"] == ["$50.00"]

"""Killed at every touch of a port, the bot carries each line to its end, once."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.faults.conftest import Count, asked_kills
from tests.faults.stories import APPROVAL, PAYMENT, SAID_YES, Library, Place
from tests.faults.verdict import State, problems

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300)]

WISH, LOGIN, PAID, CARD, APPROVED = 1, 3, 6, 6, 7
MANY, SOME, FEWER, FEW = (1, 1, 1, 1) if asked_kills() else (8, 12, 20, 40)


# The turns in which most happens: a wish, logging in and going on, paying, asking, approving.
BUSY = {
    "wish": Place(PAYMENT, WISH, FEWER),
    "login": Place(PAYMENT, LOGIN, SOME),
    "payment": Place(PAYMENT, PAID, MANY),
    "card": Place(APPROVAL, CARD, FEWER),
    "approval": Place(APPROVAL, APPROVED, SOME),
    "yes": Place(SAID_YES, APPROVED, FEWER),
}
QUIET = {PAYMENT[turn].text: Place(PAYMENT, turn, FEW) for turn in (0, 2, 4, 5)}
PLACES = {**BUSY, **QUIET}


@pytest.mark.parametrize("place", [pytest.param(place, id=name) for name, place in PLACES.items()])
@pytest.mark.proves("R3", "R4")
def test_killed_at_any_touch(place: Place, library: Library, tmp_path: Path, count: Count):
    kills, undisturbed = place.kills(library), library.whole(place.story)

    talks = {way: place.disturbed(library, tmp_path / way, kill) for way, kill in kills.items()}

    outcomes = {way: problems(talk, place.story, undisturbed) for way, talk in talks.items()}
    bad = {way: outcome for way, outcome in outcomes.items() if outcome}
    count(kill_points=len(kills), kill_points_that_ended_badly=len(bad))
    assert bad == {}


def test_undisturbed_conversations_end_as_they_should(library: Library):
    paid = State.of(library.chapter(PAYMENT).folder)
    approved = State.of(library.chapter(APPROVAL).folder)

    assert paid.transfers == [("1234567890", "1234324", 50_000)]
    assert approved.transfers == [("1234567890", "1234324", 70_000)]
    assert paid.balances == [("1234324", 75_000), ("1234567890", 50_000), ("9876543210", 500_000)]
    assert (paid.unfinished, paid.unsent) == ([], [])


def test_the_busy_turns_touch_all_that_matters(library: Library):
    lasts = ((PAYMENT, WISH), (PAYMENT, LOGIN), (PAYMENT, PAID), (APPROVAL, APPROVED))
    turns = [story[: last + 1] for story, last in lasts]
    touched = {touch for turn in turns for touch in library.chapter(turn).touches}

    assert {"accept", "begin", "commit", "deliver", "end_of_turn", "settle"} < touched
    assert {"complete", "record", "transact", "decide"} < touched
    points = [replace(place, every=1).kills(library) for place in BUSY.values()]
    assert sum(map(len, points)) >= 40

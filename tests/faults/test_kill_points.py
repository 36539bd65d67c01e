"""Killed at every touch of a port, the bot carries each line to its end, once."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults.conftest import Count, asked_kills
from tests.faults.driver import KILLED, Kill, Line
from tests.faults.killing import Side
from tests.faults.stories import APPROVAL, PAYMENT, SAID_YES, Library
from tests.faults.verdict import State, problems

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300)]

LOGIN, PAID, CARD, APPROVED = 3, 6, 6, 7


@dataclass(frozen=True, slots=True)
class Place:
    """One turn of a story, and how many of its touches are passed over between two kills."""

    story: tuple[Line, ...]
    turn: int
    every: int = 1

    def kills(self, library: Library) -> dict[str, Kill]:
        """Name the ways to die in this turn."""
        touches = library.chapter(self.story[: self.turn + 1]).touches
        ways = [
            (f"{side} {number} {name}", Kill(number, side))
            for side in Side
            for number, name in enumerate(touches)
            if side is not Side.WITHIN or name == "transact"
        ]
        every = 1 if asked_kills() else self.every
        return dict(ways[self.turn % every :: every])


# The turns in which most happens: logging in and going on, paying, asking, being approved.
BUSY = {
    "login": Place(PAYMENT, LOGIN),
    "payment": Place(PAYMENT, PAID),
    "card": Place(APPROVAL, CARD),
    "approval": Place(APPROVAL, APPROVED),
    "yes": Place(SAID_YES, APPROVED),
}
QUIET = {PAYMENT[turn].text: Place(PAYMENT, turn, every=3) for turn in (0, 1, 2, 4, 5)}
PLACES = {**BUSY, **QUIET}


@pytest.mark.parametrize("place", [pytest.param(place, id=name) for name, place in PLACES.items()])
@pytest.mark.proves("R3", "R4")
def test_killed_at_any_touch(place: Place, library: Library, tmp_path: Path, count: Count):
    kills = place.kills(library)

    outcomes = {way: _disturbed(library, tmp_path, place, kill) for way, kill in kills.items()}

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
    turns = (PAYMENT[: LOGIN + 1], PAYMENT[: PAID + 1], APPROVAL[: APPROVED + 1])
    touched = {touch for turn in turns for touch in library.chapter(turn).touches}

    assert {"accept", "begin", "commit", "deliver", "end_of_turn", "settle"} < touched
    assert {"complete", "record", "transact", "decide"} < touched
    assert sum(len(place.kills(library)) for place in BUSY.values()) >= 40


def _disturbed(library: Library, folder: Path, place: Place, kill: Kill) -> list[str]:
    """Kill it in one turn, start it anew, say the rest; what came out otherwise."""
    story, turn = place.story, place.turn
    with library.opened(story[:turn], folder / f"{kill.at}-{kill.side}") as talk:
        talk.start(kill)
        talk.say(story[turn])
        died = talk.finish()
        again = talk.carry_on(*story[turn:])
    found = problems(talk, story, library.whole(story))
    if (died, again) != (KILLED, 0):
        found.append(f"the processes ended with {died} and {again}: {talk.errors[-1000:]}")
    return found

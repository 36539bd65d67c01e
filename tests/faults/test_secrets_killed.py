"""A bot killed while a password is in its hands leaves it nowhere in the clear."""

from pathlib import Path

import pytest

from tests.faults.canaries import Canary, leaks
from tests.faults.conftest import Count, asked_kills
from tests.faults.driver import Line
from tests.faults.sinks import LOUDLY, sinks
from tests.faults.starter import Starter
from tests.faults.stories import Library, Place
from tests.faults.verdict import problems

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300)]

BIRD = Canary(user="seldo", word="monkey", password="monkey")
EVERY = 1 if asked_kills() else 23
WISH = Line("1", "log me in")
WAYS = {
    "asked for": Place((WISH, Line("2", "seldo"), Line("3", "monkey")), 2, EVERY),
    "in the form": Place(
        (WISH, Line("2", "seldo"), Line("3", press="Submit", values=(("password", "monkey"),))),
        2,
        EVERY,
    ),
    "volunteered": Place((WISH, Line("2", "seldo monkey")), 1, EVERY),
    "unasked": Place((Line("1", "log me in, my password is monkey"),), 0, EVERY),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.proves("R8")
def test_a_kill_leaves_no_password(way: str, starter: Starter, tmp_path: Path, count: Count):
    loud = Library(_new(tmp_path / "library"), starter, LOUDLY)
    place = WAYS[way]
    kills, undisturbed = place.kills(loud), loud.whole(place.story)

    bad: dict[str, list[str]] = {}
    for name, kill in kills.items():
        with place.killed(loud, tmp_path / name, kill) as talk:
            dead = leaks(sinks(talk.folder), [BIRD])
            again = talk.carry_on(*place.story[place.turn :])
            found = [*dead, *leaks(sinks(talk.folder), [BIRD])]
        found += problems(talk, place.story, undisturbed)
        bad |= {name: found} if found or again else {}

    count(kill_points=len(kills), kill_points_that_ended_badly=len(bad))
    assert bad == {}


def _new(folder: Path) -> Path:
    folder.mkdir()
    return folder

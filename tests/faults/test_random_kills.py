"""Killed at random, from within and from outside, as often as FRONTDESK_FAULT_KILLS says.

Each try kills one or two processes of the same turn; a third death would set the event aside.
"""

import random
import time
from pathlib import Path

import pytest

from tests.faults.conftest import Count, asked_kills
from tests.faults.driver import KILLED, Kill, Line, Talk
from tests.faults.kept import Databases
from tests.faults.killing import Side
from tests.faults.starter import Starter
from tests.faults.stories import APPROVAL, PAYMENT, SAID_YES, Library
from tests.faults.verdict import problems

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600)]

AT_ONCE = 25
FEWER = 5  # of as many on SQLite, there is one on Postgres
STORIES = (PAYMENT, APPROVAL, SAID_YES)
LONGEST_SECONDS = 0.4  # from the start of a process to the end of its turn, or somewhat more


@pytest.mark.parametrize("batch", range(-(-asked_kills() // AT_ONCE)))
@pytest.mark.proves("R3", "R4")
def test_killed_at_random(batch: int, library: Library, tmp_path: Path, count: Count):
    tries = range(batch * AT_ONCE, min((batch + 1) * AT_ONCE, asked_kills()))

    found = {number: _try(number, library, tmp_path / str(number), count) for number in tries}

    bad = {number: outcome for number, outcome in found.items() if outcome}
    count(random_tries=len(tries), random_tries_that_ended_badly=len(bad))
    assert bad == {}


@pytest.fixture(scope="session")
def on_postgres(
    tmp_path_factory: pytest.TempPathFactory, starter: Starter, databases: Databases
) -> Library:
    """The same conversations, kept by a server."""
    return Library(tmp_path_factory.mktemp("server"), starter, databases=databases)


@pytest.mark.postgres
@pytest.mark.parametrize("batch", range(-(-asked_kills() // (AT_ONCE * FEWER))))
@pytest.mark.proves("R3", "R4")
def test_killed_at_random_on_postgres(
    batch: int, on_postgres: Library, databases: Databases, tmp_path: Path, count: Count
):
    bad = {}
    for number in range(batch * AT_ONCE, min((batch + 1) * AT_ONCE, -(-asked_kills() // FEWER))):
        if outcome := _try(number, on_postgres, tmp_path / str(number), count):
            bad[number] = outcome
        databases.drop(tmp_path / str(number))
        count(random_tries=1, random_tries_that_ended_badly=bool(outcome))

    assert bad == {}


def _try(number: int, library: Library, folder: Path, count: Count) -> list[str]:
    chance = random.Random(number)  # noqa: S311 - the same kills every time, where that is possible
    story = chance.choice(STORIES)
    turn = chance.randrange(len(story))
    with library.opened(story[:turn], folder) as talk:
        for _ in range(chance.choice((1, 1, 2))):
            if chance.random() < 0.5:
                deaths = _killed_from_outside(talk, story[turn], chance)
                count(random_kills_from_outside=deaths)
            else:
                touches = len(library.chapter(story[: turn + 1]).touches)
                deaths = _killed_at_a_touch(talk, story[turn], chance, touches)
                count(random_kills_at_a_touch=deaths)
        code = talk.carry_on(*story[turn:])
    found = problems(talk, story, library.whole(story))
    return found if code == 0 else [*found, f"the last process ended with {code}: {talk.errors}"]


def _killed_at_a_touch(talk: Talk, line: Line, chance: random.Random, touches: int) -> bool:
    talk.start(Kill(chance.randrange(touches), chance.choice(list(Side))))
    if not talk.is_answered(line):
        talk.say(line)
    return talk.finish() == KILLED


def _killed_from_outside(talk: Talk, line: Line, chance: random.Random) -> bool:
    talk.start()
    at = time.monotonic() + chance.uniform(0, LONGEST_SECONDS)
    if not talk.is_answered(line):
        talk.send(line)
    while talk.hear(until=at) is not None:
        pass
    talk.kill()
    return talk.finish() == KILLED

"""Killed while it makes its database and its key, the bot makes them at the next start."""

import time
from pathlib import Path

import pytest

from tests.faults.conftest import Count, asked_kills
from tests.faults.driver import KILLED, Line, Talk
from tests.faults.starter import Starter

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300)]

HELP = Line("1", "help")
KILLS = asked_kills() // 5 or 5


def test_killed_in_its_first_moments(starter: Starter, tmp_path: Path, count: Count):
    whole_seconds = _first_start(starter, tmp_path / "whole")
    moments = [whole_seconds * number / KILLS for number in range(KILLS)]

    ends = {
        moment: _killed_and_started_again(starter, tmp_path / str(number), moment)
        for number, moment in enumerate(moments)
    }

    count(kills_in_the_first_start=sum(died == KILLED for died, _again in ends.values()))
    assert {moment: end for moment, end in ends.items() if end not in {(KILLED, 0), (0, 0)}} == {}


def _first_start(starter: Starter, folder: Path) -> float:
    """How long it takes from the start to the first answer."""
    folder.mkdir()
    started = time.monotonic()
    with Talk(starter, folder) as talk:
        talk.start()
        assert talk.say(HELP)
        seconds = time.monotonic() - started
        assert talk.finish() == 0
    return seconds


def _killed_and_started_again(starter: Starter, folder: Path, moment: float) -> tuple[int, int]:
    folder.mkdir()
    with Talk(starter, folder) as talk:
        talk.start()
        at = time.monotonic() + moment
        talk.send(HELP)
        while talk.hear(until=at) is not None:
            pass
        talk.kill()
        died = talk.finish()
        again = talk.carry_on(HELP)
        assert talk.is_answered(HELP), talk.errors
    return died, again

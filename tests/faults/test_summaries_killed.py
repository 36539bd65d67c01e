"""Killed while a summary grows beside the turns, it is caught up: never doubled, never lost."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.storage.memory.search_index import DUE_LINES
from tests.faults.conftest import Count, asked_kills
from tests.faults.driver import KILLED, Kill, Line, Talk
from tests.faults.kept import Rows
from tests.faults.killing import TRACE, Side
from tests.faults.program import REMEMBER
from tests.faults.starter import Starter
from tests.faults.stories import Chapter
from tests.faults.verdict import SAID, ask

pytestmark = [pytest.mark.faults, pytest.mark.timeout(900)]

TURNS = DUE_LINES // 2 + 1
SUMMARIES = "SELECT session, person, until, version, claim, body FROM summaries"
AT_ONCE, LATER = "0.01", "10"  # minutes; a claim is somebody's for three
EVERY = 1 if asked_kills() else 12


@dataclass(frozen=True, slots=True)
class Told:
    """A conversation that is long enough to be summed up, in the folder it has left."""

    folder: Path
    starter: Starter
    by_model: dict[str, str]

    def copied(self, folder: Path) -> "Told":
        """The same again, for another end."""
        Chapter(self.folder).copy_to(folder)
        return Told(folder, self.starter, self.by_model)

    def goes_on(self, since: int) -> "Told":
        """Say some more."""
        lines = [
            Line(f"{n}", f"@concierge my locker {n} is blue") for n in range(since, since + TURNS)
        ]
        with Talk(self.starter, self.folder, self.by_model) as talk:
            talk.start()
            assert all(talk.say(line) for line in lines)
            assert talk.finish() == 0, talk.errors
        return self

    def remembers(self, minutes: str, kill: Kill | None = None) -> int:
        """Look after memory once; what the process ended with."""
        trace = {TRACE: str(self.folder / "touches.txt")}
        with Talk(
            self.starter, self.folder, {**self.by_model, REMEMBER: minutes, **trace}
        ) as talk:
            talk.start(kill)
            code = talk.finish()
        assert code in {0, KILLED}, talk.errors
        return code

    @property
    def summaries(self) -> Rows:
        """What was kept."""
        return ask(self.folder, SUMMARIES)

    @property
    def kills(self) -> list[Kill]:
        """The ways to die while it is summed up."""
        count = len((self.folder / "touches.txt").read_text().split())
        return [
            Kill(number, side) for side in (Side.BEFORE, Side.AFTER) for number in range(count)
        ]


@pytest.fixture(scope="session")
def fresh(
    tmp_path_factory: pytest.TempPathFactory, starter: Starter, by_model: dict[str, str]
) -> Told:
    return Told(tmp_path_factory.mktemp("fresh"), starter, by_model).goes_on(0)


@pytest.fixture(scope="session")
def grown(tmp_path_factory: pytest.TempPathFactory, fresh: Told) -> Told:
    told = fresh.copied(tmp_path_factory.mktemp("grown"))
    assert told.remembers(AT_ONCE) == 0
    return told.goes_on(TURNS)


@pytest.mark.parametrize("name", ["fresh", "grown"])
@pytest.mark.proves("R3")
def test_killed_between_transcript_and_summary_it_is_caught_up_once(
    name: str, request: pytest.FixtureRequest, tmp_path: Path, count: Count
):
    told: Told = request.getfixturevalue(name)
    whole = told.copied(tmp_path / "whole")
    assert whole.remembers(AT_ONCE) == 0
    assert whole.summaries != told.summaries

    bad = {}
    kills = whole.kills[::EVERY]
    for kill in kills:
        killed = told.copied(tmp_path / f"{kill.side}-{kill.at}")
        assert killed.remembers(AT_ONCE, kill) == KILLED
        before = ask(killed.folder, SAID)
        assert [killed.remembers(AT_ONCE), killed.remembers(LATER)] == [0, 0]
        if killed.summaries != whole.summaries or ask(killed.folder, SAID) != before:
            bad[f"{kill.side} {kill.at}"] = killed.summaries
    count(kill_points=len(kills), kill_points_that_ended_badly=len(bad))
    assert bad == {}

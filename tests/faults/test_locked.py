"""While another process holds the lock of the SQLite file, nothing acknowledged is lost."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer

import pytest

from bot.storage.databases.sqlite import BUSY_MILLISECONDS
from tests.faults.driver import DATABASE, Line
from tests.faults.outside import AT_THE_GATE, GATE, orders
from tests.faults.stories import LEADING, Library
from tests.faults.verdict import State, ask, problems

pytestmark = [pytest.mark.faults, pytest.mark.timeout(60)]

PAY = Line("7", "500")
SOUP = Line("1", "@soup 5")
NOT_KEPT = "could not be kept"
TURNS = "SELECT COUNT(*) FROM inbox"


@pytest.mark.parametrize("seconds", [1.0, 1.5])
@pytest.mark.proves("R4", "R14")
def test_a_line_that_comes_while_the_file_is_locked_is_answered(
    seconds: float, library: Library, tmp_path: Path
):
    story = (*LEADING, PAY)
    with library.opened(LEADING, tmp_path / "it") as talk:
        talk.start()
        talk.say(Line("0", "status"))
        with locked(talk.folder, seconds) as held:
            talk.send(PAY)
            assert talk.listen(PAY)
        is_refused = any(NOT_KEPT in one.get("text", "") for one in talk.heard)
        if is_refused:
            talk.heard.clear()
            assert talk.say(PAY)
        assert talk.finish() == 0

    # On a machine that stalls, the lock may be held for longer than it was meant to be.
    assert not is_refused or held.seconds > BUSY_MILLISECONDS / 1000
    assert State.of(talk.folder).transfers == State.of(library.whole(story).folder).transfers


@pytest.mark.proves("R4", "R14")
def test_a_line_that_could_not_be_kept_is_refused_and_taken_later(
    library: Library, tmp_path: Path
):
    story = (*LEADING, PAY)
    with library.opened(LEADING, tmp_path / "it") as talk:
        talk.start()
        talk.say(Line("0", "status"))
        turns = ask(talk.folder, TURNS)
        with locked(talk.folder):
            talk.send(PAY)
            refused = [talk.hear(), talk.hear()]
            assert ask(talk.folder, TURNS) == turns
        talk.heard.clear()
        assert talk.say(PAY)
        assert talk.finish() == 0

    assert [NOT_KEPT in (line or {}).get("text", "") for line in refused] == [True, False]
    assert State.of(talk.folder).transfers == State.of(library.whole(story).folder).transfers


@pytest.mark.parametrize("seconds", [1.0, 3.0])
@pytest.mark.proves("R14")
def test_a_turn_outlasts_a_lock(seconds: float, kitchen: Library, tmp_path: Path):
    with kitchen.opened((), tmp_path / "it") as talk:
        os.mkfifo(talk.folder / GATE)
        talk.start()
        talk.send(SOUP)
        heard = talk.hear()
        while heard is not None and AT_THE_GATE not in heard.get("text", ""):
            heard = talk.hear()
        assert heard is not None, "it ended before the gate"
        with locked(talk.folder, seconds):
            (talk.folder / GATE).write_text("open")
            assert talk.listen(SOUP)
        assert talk.finish() == 0

    assert len(orders(talk.folder)) == 1
    assert problems(talk, (SOUP,), kitchen.whole((SOUP,))) == []


@dataclass
class Held:
    """How long a lock was held in the end."""

    since: float = field(default_factory=time.monotonic)
    seconds: float = 0.0

    def let_go(self, other: sqlite3.Connection) -> None:
        other.rollback()
        self.seconds = time.monotonic() - self.since


@contextmanager
def locked(folder: Path, seconds: float = 0.0) -> Iterator[Held]:
    """Hold the file's lock to the end of the block, or for so many seconds."""
    held = Held()
    with closing(
        sqlite3.connect(folder / DATABASE, isolation_level=None, check_same_thread=False)
    ) as other:
        other.execute("BEGIN IMMEDIATE")
        if not seconds:
            yield held
            held.let_go(other)
            return
        release = Timer(seconds, held.let_go, (other,))
        release.start()
        yield held
        release.join()

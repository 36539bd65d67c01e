"""Copies of an event give one turn; events that only look alike give one each."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.faults.driver import Line, Talk
from tests.faults.stories import LEADING, Library
from tests.faults.verdict import State, ask, meanings

pytestmark = [pytest.mark.faults, pytest.mark.timeout(60)]

PAY = Line("7", "500")
TURNS = "SELECT COUNT(*) FROM inbox"
MOST_COPIES = 11


@pytest.mark.proves("R9")
def test_four_copies_give_one_turn_also_after_a_restart(library: Library, tmp_path: Path):
    with library.opened(LEADING, tmp_path / "it") as talk:
        talk.start()
        talk.say(PAY)
        talk.send(PAY)
        talk.send(PAY)
        talk.finish()
        talk.start()
        talk.send(PAY)
        talk.finish()

    ends = _ends(talk, PAY)
    assert [end.get("duplicate") for end in ends] == [None, True, True, True]
    assert len({end["id"] for end in ends}) == 4
    assert State.of(talk.folder).transfers == [("1234567890", "1234324", 50_000)]
    assert meanings(talk.heard) == meanings(library.whole((*LEADING, PAY)).heard)


@pytest.mark.proves("R9")
def test_four_copies_at_once_give_one_turn(library: Library, tmp_path: Path):
    with library.opened(LEADING, tmp_path / "it") as talk:
        talk.start()
        for _ in range(4):
            talk.send(PAY)
        talk.finish()

    assert Counter(end.get("duplicate", False) for end in _ends(talk, PAY)) == {True: 3, False: 1}
    assert State.of(talk.folder).transfers == [("1234567890", "1234324", 50_000)]


@pytest.mark.proves("R9")
def test_many_lines_with_up_to_eleven_copies_are_answered_once_each(
    library: Library, tmp_path: Path
):
    chance = random.Random(7)  # noqa: S311 - the same copies every time
    lines = [Line(f"q{number}", "help", thread=f"t{number % 5}") for number in range(40)]
    sent = [line for line in lines for _ in range(chance.randint(1, MOST_COPIES))]
    chance.shuffle(sent)

    with library.opened((), tmp_path / "it") as talk:
        talk.start()
        for line in sent:
            talk.send(line)
        assert talk.finish() == 0

    answers = Counter(line["reply_to"] for line in talk.heard if line["kind"] == "message")
    assert answers == dict.fromkeys((line.id for line in lines), 1)
    assert ask(talk.folder, TURNS) == [(len(lines),)]


@pytest.mark.proves("R9")
def test_the_same_words_twice_are_two_messages(library: Library, tmp_path: Path):
    with library.opened((), tmp_path / "it") as talk:
        talk.start()
        first, second = Line("a", "help"), Line("b", "help")
        assert talk.say(first)
        assert talk.say(second)
        talk.finish()

    assert sum(meanings(talk.heard).values()) == 2
    assert not re.search("duplicate", str(talk.heard))


def _ends(talk: Talk, line: Line) -> list[dict[str, object]]:
    return [
        one for one in talk.heard if one["kind"] == "end_of_turn" and one["reply_to"] == line.id
    ]

"""A message that fails every time is set aside, its person told, and the session goes on."""

from collections import Counter
from pathlib import Path

import pytest

from tests.contract.conftest import ON_POSTGRES
from tests.faults.conftest import KITCHEN
from tests.faults.driver import KILLED, Kill, Line
from tests.faults.kept import Databases
from tests.faults.killing import Side
from tests.faults.outside import POISON
from tests.faults.starter import Starter
from tests.faults.stories import PAYMENT, Library, Place
from tests.faults.verdict import UNSENT, State, ask

pytestmark = [pytest.mark.faults, pytest.mark.timeout(60)]

SET_ASIDE = "I have set it aside"
DEADLY = Line("1", "@trouble 2")
POISONED = Line("1", f"@taster this is {POISON}")
HELP = Line("2", "help")
ELSEWHERE = Line("3", "help", thread="elsewhere")
LAST_TRY_BEGAN = 3  # begin, forgive, begin, and the note that it did
EVENTS = "SELECT status, attempts FROM inbox ORDER BY seq"


@pytest.fixture(scope="session")
def kitchen_on_postgres(
    tmp_path_factory: pytest.TempPathFactory, starter: Starter, databases: Databases
) -> Library:
    return Library(tmp_path_factory.mktemp("server"), starter, KITCHEN, databases)


@pytest.fixture(params=["kitchen", pytest.param("kitchen_on_postgres", marks=ON_POSTGRES.marks)])
def each_kitchen(request: pytest.FixtureRequest) -> Library:
    """Conversations with agents that act outside, on one store after the other."""
    library: Library = request.getfixturevalue(request.param)
    return library


@pytest.mark.proves("R26")
def test_a_message_that_kills_the_bot_three_times_is_set_aside(
    each_kitchen: Library, tmp_path: Path
):
    with each_kitchen.opened((), tmp_path / "it") as talk:
        deaths = []
        for _ in range(3):
            talk.start()
            talk.say(DEADLY)
            deaths.append(talk.finish())
        last = talk.carry_on(DEADLY, HELP)

    assert (deaths, last) == ([KILLED] * 3, 0)
    (told,) = [one for one in talk.heard if SET_ASIDE in one.get("text", "")]
    assert (told["reply_to"], told["to"]) == (DEADLY.id, "you")
    assert talk.is_answered(HELP)
    assert ask(talk.folder, EVENTS) == [("parked", 4), ("done", 1)]
    assert ask(talk.folder, UNSENT) == []


@pytest.mark.proves("R26")
def test_a_message_that_fails_three_times_is_set_aside_and_the_next_is_answered(
    each_kitchen: Library, tmp_path: Path
):
    with each_kitchen.opened((), tmp_path / "it") as talk:
        talk.start()
        for line in (POISONED, HELP, ELSEWHERE):
            talk.send(line)
        assert talk.finish() == 0

    ends = [one["reply_to"] for one in talk.heard if one["kind"] == "end_of_turn"]
    assert Counter(ends) == {line.id: 1 for line in (POISONED, HELP, ELSEWHERE)}
    assert ends.index(POISONED.id) < ends.index(HELP.id)
    (told,) = [one for one in talk.heard if SET_ASIDE in one.get("text", "")]
    assert told["reply_to"] == POISONED.id
    assert ask(talk.folder, EVENTS) == [("parked", 3), ("done", 1), ("done", 1)]


def test_a_payment_that_happened_is_not_set_aside_without_a_word(library: Library, tmp_path: Path):
    paid = len(PAYMENT) - 1
    moved = max(at for at, name in enumerate(_touches(library)) if name == "transact")
    with Place(PAYMENT, paid).killed(library, tmp_path / "it", Kill(moved, Side.AFTER)) as talk:
        for touch in (0, LAST_TRY_BEGAN):
            talk.start(Kill(touch, Side.AFTER))
            assert talk.finish() == KILLED
        talk.carry_on(PAYMENT[paid])

    (told,) = [one["text"] for one in talk.heard if SET_ASIDE in one.get("text", "")]
    assert State.of(talk.folder).transfers == [("1234567890", "1234324", 50_000)]
    assert "may have been done" in told


@pytest.mark.proves("R26")
def test_what_was_set_aside_is_no_turn_again_after_a_restart(
    each_kitchen: Library, tmp_path: Path
):
    with each_kitchen.opened((), tmp_path / "it") as talk:
        talk.start()
        talk.say(POISONED)
        talk.finish()
        heard = len(talk.heard)

        assert talk.carry_on(HELP) == 0

    assert {one["reply_to"] for one in talk.heard[heard:]} == {HELP.id}


def _touches(library: Library) -> tuple[str, ...]:
    return library.chapter(PAYMENT).touches

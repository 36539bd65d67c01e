"""What hubs of several processes tell each other: progress, that there is news, fleeting words."""

import pytest

from bot.domain.ids import ReplyId
from bot.domain.messages import Reply, ReplyKind, Thread
from bot.platforms.http.pubsub import HeldWords, Hub, ProgressNote, Told, read, written
from tests.fakes.world import ReversingCipher

HERE = Thread("http", "main", "ann", "s1")
DOING = ProgressNote("m1", "bank", "Looking up the balance")
CIPHER = ReversingCipher()


def a_pair() -> tuple[Hub, Hub]:
    """The hub of a worker, and that of doors it tells everything."""
    worker, doors = Hub(), Hub()
    worker.relay = lambda session, told: doors.hear(session, read(written(told, CIPHER), CIPHER))
    return worker, doors


def a_card(number: str, *, instead: str = "") -> Reply:
    kind = ReplyKind.MESSAGE
    return Reply(ReplyId(number), "m1", HERE, kind, f"words {number}", instead=instead)


@pytest.mark.parametrize("told", [None, DOING, HeldWords(ReplyId("r1"), "fleeting words")])
def test_what_is_told_is_read_as_it_was_written_and_sealed_on_its_way(told: Told):
    sealed = written(told, CIPHER)

    assert read(sealed, CIPHER) == told
    assert "fleeting" not in sealed
    assert "balance" not in sealed


def test_progress_reaches_who_listens_at_other_doors():
    worker, doors = a_pair()
    with doors.listen(HERE.session) as listener:
        worker.tell(HERE.session, DOING)

        assert list(listener.progress) == [DOING]
        assert listener.woken.is_set()


def test_news_wakes_who_listens_at_other_doors_and_nobody_else():
    worker, doors = a_pair()
    other = Thread("http", "main", "ben", "s1").session
    with doors.listen(HERE.session) as listener, doors.listen(other) as stranger:
        worker.wake(HERE.session)

        assert (listener.woken.is_set(), stranger.woken.is_set()) == (True, False)


def test_words_that_are_kept_nowhere_are_held_at_other_doors_until_the_next():
    worker, doors = a_pair()

    worker.hold(a_card("r1", instead="Ask for your card again."))
    assert doors.held(HERE.session, "r1") == "words r1"

    worker.hold(a_card("r2"))
    assert doors.held(HERE.session, "r1") == ""

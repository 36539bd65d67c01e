"""Where a conversation is and who is in it, as strings that cannot be confused."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from agents.kit.values.person import Person
from bot.domain.messages import Thread

parts = st.text(max_size=12) | st.text(alphabet="/%25F2aA", max_size=12)
threads = st.builds(Thread, platform=parts, workspace=parts, channel=parts, thread=parts)
people = st.builds(Person, platform=parts, workspace=parts, user=parts, name=parts)


@given(threads)
@example(Thread("slack", "T1", "C1", "1721217600.000100"))
@example(Thread("http", "", "a/b", "%2F%25"))
def test_a_thread_is_found_back_from_its_session(thread: Thread):
    assert Thread.of(thread.session) == thread


@given(threads, threads)
def test_two_threads_never_share_a_session(one: Thread, other: Thread):
    assume(one != other)

    assert one.session != other.session


def test_a_slash_in_a_part_does_not_move_its_neighbours():
    one = Thread("http", "w", "a/b", "c")
    other = Thread("http", "w", "a", "b/c")

    assert one.session != other.session


def test_a_plain_thread_reads_plainly():
    assert Thread("slack", "T1", "C1", "17").session == "slack/T1/C1/17"


@given(people, people)
def test_two_people_never_share_a_key(one: Person, other: Person):
    assume(one != other)

    assert one.key != other.key


@given(people, parts)
def test_a_name_is_no_part_of_who_somebody_is(person: Person, name: str):
    renamed = Person(person.platform, person.workspace, person.user, name)

    assert (renamed, renamed.key, hash(renamed)) == (person, person.key, hash(person))


@pytest.mark.parametrize(
    ("person", "shown"),
    [
        (Person("slack", "T1", "U1", "Ana"), "Ana"),
        (Person("slack", "T1", "U1"), "U1"),
    ],
)
def test_somebody_without_a_name_is_shown_by_id(person: Person, shown: str):
    assert person.shown == shown

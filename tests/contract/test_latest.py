"""What a process remembers of a transcript is never another one than the store's."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from datetime import timedelta, timezone
from typing import TypeVar

import pytest

from bot.core.ports.environment import Cipher
from bot.core.ports.turns import Beginning
from bot.domain.errors import Fenced, StoreAway
from bot.domain.messages import TranscriptLine
from bot.storage.databases.transactions import SqlDatabase, SqlTransaction
from bot.storage.memory.erasure import SqlDepartures
from bot.storage.turns.journal import SqlTurns
from tests.fakes.events import SESSION, a_message, said, the_ending
from tests.fakes.opened import Store, open_store
from tests.fakes.world import NOON, FakeClock, FakeIds

T = TypeVar("T")


@dataclass(frozen=True)
class Two:
    """Two processes on one database."""

    one: Store
    other: Store

    async def talk(self, store: Store, number: int) -> None:
        """Carry one turn from its event to its commit."""
        begun = await self.begin(store, number)
        await store.turns.commit(the_ending(begun, said=lines_of(begun, number)))

    async def begin(self, store: Store, number: int) -> Beginning:
        """Accept an event, and begin its turn."""
        await self.one.inbox.accept(a_message(str(number)))
        return await again(store)


@dataclass
class AnswerLost(SqlDatabase):
    """A database whose next answer is lost after it has committed."""

    inner: SqlDatabase
    loses: bool = False

    async def write(self, work: Callable[[SqlTransaction], T]) -> T:
        answer = await self.inner.write(work)
        if self.loses:
            self.loses = False
            raise StoreAway("the answer is lost")
        return answer

    async def read(self, work: Callable[[SqlTransaction], T]) -> T:
        return await self.inner.read(work)

    async def scrub(self) -> None:
        await self.inner.scrub()

    async def close(self) -> None:
        await self.inner.close()


@pytest.fixture
async def two(address: str, cipher: Cipher, clock: FakeClock) -> AsyncIterator[Two]:
    ids = FakeIds()
    both = Two(*(open_store(address, cipher, clock, ids) for _ in range(2)))
    yield both
    await both.one.database.close()
    await both.other.database.close()


def lines_of(begun: Beginning, number: int) -> tuple[TranscriptLine, ...]:
    """Lines that do not all come back as they were written."""
    asked = replace(
        said(begun, f"{number} \ud83d\x00?"), at=NOON.astimezone(timezone(timedelta(hours=2)))
    )
    return (asked, said(begun, f"{number}!", by_bot=True))


async def again(store: Store) -> Beginning:
    begun = await store.turns.begin(SESSION)
    assert begun is not None
    return begun


@pytest.mark.proves("S2-75")
async def test_what_is_remembered_is_what_the_store_holds(two: Two):
    for number in range(25):
        await two.talk(two.one, number)

    remembered = await two.begin(two.one, 25)
    read = await again(two.other)

    assert remembered.recent == read.recent
    assert [line.text for line in read.recent[-1:]] == ["24!"]
    assert len(read.recent) == 40


async def test_a_turn_of_another_process_is_seen(two: Two):
    await two.talk(two.one, 1)
    await two.talk(two.other, 2)

    begun = await two.begin(two.one, 3)

    assert [line.text for line in begun.recent if line.by_bot] == ["1!", "2!"]


async def test_a_session_that_was_deleted_and_comes_again_has_none_of_its_old_lines(
    two: Two, clock: FakeClock
):
    await two.talk(two.one, 1)
    await SqlDepartures(two.other.database).leave("console", "local", NOON)
    clock.pass_time(hours=1)
    await two.other.purge(clock.now())
    await two.talk(two.other, 2)

    begun = await two.begin(two.one, 3)

    assert [line.text for line in begun.recent if line.by_bot] == ["2!"]


async def test_a_turn_that_begins_again_remembers_nothing_uncommitted(two: Two):
    await two.talk(two.one, 1)
    await two.begin(two.one, 2)

    assert [line.text for line in (await again(two.one)).recent if line.by_bot] == ["1!"]


async def test_what_a_fenced_turn_said_is_not_remembered(two: Two):
    await two.talk(two.one, 1)
    fenced = await two.begin(two.one, 2)
    begun = await again(two.other)

    with pytest.raises(Fenced):
        await two.one.turns.commit(the_ending(fenced, said=lines_of(fenced, 7)))
    await two.other.turns.commit(the_ending(begun, said=lines_of(begun, 2)))

    begun = await two.begin(two.one, 3)
    assert [line.text for line in begun.recent if line.by_bot] == ["1!", "2!"]


async def test_a_commit_made_twice_is_remembered_once(two: Two):
    begun = await two.begin(two.one, 1)
    ending = the_ending(begun, said=lines_of(begun, 1))
    await two.one.turns.commit(ending)
    await two.one.turns.commit(ending)

    begun = await two.begin(two.one, 2)
    assert [line.text for line in begun.recent if line.by_bot] == ["1!"]


async def test_a_commit_whose_answer_was_lost_is_not_forgotten(
    two: Two, cipher: Cipher, clock: FakeClock
):
    database = AnswerLost(two.one.database)
    turns = SqlTurns(database, cipher, clock)
    await two.one.inbox.accept(a_message("1"))
    begun = await turns.begin(SESSION)
    assert begun is not None
    ending = the_ending(begun, said=lines_of(begun, 1))

    database.loses = True
    with pytest.raises(StoreAway):
        await turns.commit(ending)
    await turns.commit(ending)

    await two.one.inbox.accept(a_message("2"))
    following = await turns.begin(SESSION)
    assert following is not None
    assert [line.text for line in following.recent if line.by_bot] == ["1!"]

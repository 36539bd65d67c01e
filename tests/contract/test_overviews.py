"""What every store promises about reads across sessions."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta

import pytest

from agents.kit.values.person import Person
from bot.core.accounts.overview import Overviews, TakenMessage, Whereabouts, collect_overview
from bot.core.ports.environment import Cipher
from bot.core.ports.inbox import Inbox
from bot.core.ports.sessions import Posts
from bot.core.ports.turns import Turns
from bot.core.state.directory import Directories
from bot.domain.ids import TaskId
from bot.domain.messages import Incoming, Kind, Thread
from bot.domain.participant import Participant
from bot.domain.tasks import Task, TaskStack
from bot.storage.turns.sessions import SqlOverviews
from tests.contract.conftest import ON_POSTGRES
from tests.fakes.events import the_ending
from tests.fakes.opened import open_store
from tests.fakes.store.sessions import MemoryOverviews, MemoryPosts
from tests.fakes.store.store import MemoryStore
from tests.fakes.world import FakeClock, FakeIds

ANN, BEN = Person("slack", "T1", "U1"), Person("slack", "T1", "U2")
FIRST = Thread("slack", "T1", "C1", "1.0")
SECOND = Thread("slack", "T1", "C1", "2.0")
ELSEWHERE = Thread("slack", "T1", "C10", "3.0")


@dataclass(frozen=True)
class Stores:
    inbox: Inbox
    turns: Turns
    overviews: Overviews
    posts: Posts
    clock: FakeClock

    async def talk(self, person: Person, thread: Thread, *agents: str) -> None:
        """Let somebody have a turn that leaves these tasks open."""
        self.clock.pass_time(seconds=60)
        await self.inbox.accept(Incoming(f"{person.user}{thread.thread}", thread, person))
        beginning = await self.turns.begin(thread.session)
        assert beginning is not None
        stack = TaskStack(tuple(Task(TaskId(f"{name}{thread}"), name) for name in agents))
        known = Participant.new(person).with_(stack=stack)
        await self.turns.commit(the_ending(beginning, participants=(known,)))


@pytest.fixture(params=["memory", "sqlite", ON_POSTGRES])
async def stores(
    request: pytest.FixtureRequest, cipher: Cipher, clock: FakeClock
) -> AsyncIterator[Stores]:
    if request.param == "memory":
        memory = MemoryStore(clock, FakeIds())
        posts = MemoryPosts()
        yield Stores(memory, memory, MemoryOverviews(memory, posts), posts, clock)
        return
    address = request.getfixturevalue(f"migrated_{request.param}")
    store = open_store(address, cipher, clock, FakeIds())
    yield Stores(store.inbox, store.turns, SqlOverviews(store.database), store.posts, clock)
    await store.database.close()


async def test_the_last_session_of_a_channel_is_the_one_with_the_newest_turn(stores: Stores):
    for thread in (FIRST, SECOND, ELSEWHERE):
        await stores.talk(ANN, thread)
    await stores.talk(BEN, FIRST)

    assert await stores.overviews.last_in(SECOND, ANN) in {FIRST.session, SECOND.session}
    assert await stores.overviews.last_in(ELSEWHERE, ANN) == ELSEWHERE.session
    assert await stores.overviews.last_in(FIRST, BEN) == FIRST.session
    assert await stores.overviews.last_in(ELSEWHERE, BEN) is None


async def test_messages_that_were_taken_in_are_listed_until_they_are_deleted(stores: Stores):
    def an_event(id_: str, message: str, kind: Kind = Kind.MESSAGE) -> Incoming:
        return Incoming(id_, FIRST, ANN, kind, message=message)

    await stores.inbox.accept(an_event("0", "m0"))
    stores.clock.pass_time(seconds=60)
    since = stores.clock.now()
    for event in (
        an_event("1", "m1"),
        an_event("2", "m2"),
        an_event("3", "m2", Kind.EDIT),
        an_event("4", "m3"),
        an_event("5", "m3", Kind.DELETION),
        an_event("6", ""),
    ):
        await stores.inbox.accept(event)

    wanted = [TakenMessage("m1", ANN.key), TakenMessage("m2", ANN.key)]
    assert await stores.overviews.taken(FIRST.session, since) == wanted
    assert await stores.overviews.taken(SECOND.session, since) == []


async def test_a_session_that_was_quiet_for_longer_is_not_the_last(stores: Stores):
    await stores.talk(ANN, FIRST)
    since = stores.clock.now() + timedelta(seconds=1)

    assert await stores.overviews.last_in(FIRST, ANN, since) is None
    assert await stores.overviews.last_in(FIRST, ANN) == FIRST.session


async def test_where_a_message_belongs_is_told_by_one_look(stores: Stores):
    since = stores.clock.now()
    new = Thread("slack", "T1", "C1", "9.0")

    assert await stores.overviews.whereabouts(new, ANN, since) == Whereabouts(new.session)

    await stores.talk(ANN, FIRST)
    await stores.talk(BEN, FIRST, "hidden")
    await stores.talk(ANN, ELSEWHERE, "stocks")
    quiet = Whereabouts(new.session, FIRST.session)
    assert await stores.overviews.whereabouts(new, ANN, since) == quiet

    await stores.talk(ANN, SECOND, "stocks")
    await stores.posts.join(new.session, FIRST.session)
    busy = Whereabouts(FIRST.session, SECOND.session, is_busy=True)
    assert await stores.overviews.whereabouts(new, ANN, since) == busy

    later = stores.clock.now() + timedelta(seconds=1)
    joined = Whereabouts(FIRST.session)
    assert await stores.overviews.whereabouts(new, ANN, later) == joined


async def test_the_tasks_of_a_person_are_listed_across_sessions(stores: Stores):
    await stores.talk(BEN, FIRST, "hidden")
    await stores.talk(ANN, FIRST, "transfer_money", "authenticate")
    await stores.talk(ANN, ELSEWHERE, "stocks")

    open_now = await collect_overview(stores.overviews, Directories(), ANN)

    assert [agent for _session, agent in open_now.tasks] == [
        "stocks", "authenticate", "transfer_money",
    ]  # fmt: skip
    assert open_now.requests == ()

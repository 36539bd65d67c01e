"""What every store promises about posts: one per key, found by request, threads joined once."""

from collections.abc import AsyncIterator

import pytest

from bot.core.ports.environment import Cipher
from bot.core.ports.sessions import PostedReply, Posts
from bot.domain.ids import RequestId, SessionId
from bot.storage.turns.outbox import SqlPosts
from tests.contract.conftest import ON_POSTGRES
from tests.fakes.opened import open_store
from tests.fakes.store.sessions import MemoryPosts
from tests.fakes.world import FakeClock, FakeIds

HERE = SessionId("slack/T1/D1/1.0")
CARD = PostedReply("turn.2", HERE, "D1", "2.0", RequestId("r1"))


@pytest.fixture(params=["memory", "sqlite", ON_POSTGRES])
async def posts(
    request: pytest.FixtureRequest, cipher: Cipher, clock: FakeClock
) -> AsyncIterator[Posts]:
    if request.param == "memory":
        yield MemoryPosts()
        return
    address = request.getfixturevalue(f"migrated_{request.param}")
    database = open_store(address, cipher, clock, FakeIds()).database
    yield SqlPosts(database, clock)
    await database.close()


async def test_a_post_is_found_by_its_key_and_by_its_request(posts: Posts):
    await posts.note(CARD)

    assert await posts.find("turn.2") == CARD
    assert await posts.of_request(RequestId("r1")) == [CARD]
    assert await posts.find("turn.3") is None
    assert await posts.of_request(RequestId("r2")) == []


async def test_a_later_note_of_the_same_key_moves_the_post(posts: Posts):
    await posts.note(PostedReply("turn.2", HERE, "D1", "", RequestId("r1")))
    await posts.note(CARD)

    assert await posts.of_request(RequestId("r1")) == [CARD]


async def test_a_post_is_found_where_it_stands(posts: Posts):
    await posts.note(CARD)

    assert await posts.standing("D1", "2.0") == CARD
    assert await posts.standing("D2", "2.0") is None
    assert await posts.standing("D1", "3.0") is None


async def test_a_thread_is_joined_to_a_session_once(posts: Posts):
    place, other = SessionId("slack/T1/D1/3.0"), SessionId("slack/T1/D1/4.0")

    assert await posts.session_at(place) == place
    await posts.join(place, HERE)
    await posts.join(place, other)

    assert await posts.session_at(place) == HERE

"""What was sent long ago is forgotten with its event; what still waits for somebody is not."""

from datetime import timedelta

import pytest

from bot.core.ports.sessions import PostedReply
from bot.domain.ids import RequestId
from bot.storage.turns.outbox import SqlPosts
from tests.fakes.events import SESSION, a_message, a_reply, a_request, the_ending
from tests.fakes.opened import Store
from tests.fakes.plans import a_plan, a_step
from tests.fakes.world import FakeClock

pytestmark = pytest.mark.timeout(60)


async def test_sent_replies_and_old_posts_go_but_open_cards_stay(store: Store, clock: FakeClock):
    posts, request = SqlPosts(store.database, clock), a_request()
    await store.inbox.accept(a_message("1"))
    beginning = await store.turns.begin(SESSION)
    assert beginning is not None
    sent, owed = a_reply(beginning, number=1), a_reply(beginning, number=2)
    await store.turns.commit(the_ending(beginning, replies=(sent, owed), opened=(request,)))
    await store.outbox.sent([sent.id])
    for key, about in (("plain", None), ("open", request.id), ("gone", RequestId("other"))):
        await posts.note(PostedReply(key, SESSION, "C1", "1.0", about))
    clock.pass_time(hours=26)

    await store.upkeep.forget(clock.now() - timedelta(hours=25))

    assert [key for key in ("plain", "open", "gone") if await posts.find(key)] == ["open"]
    assert await store.outbox.unsent(SESSION) == [owed]
    count = "SELECT count(*) FROM outbox"
    assert await store.database.read(lambda sql: sql.rows(count)) == [(1,)]


async def test_where_an_open_plan_stands_is_known_for_as_long_as_it_is_open(
    store: Store, clock: FakeClock
):
    posts, plan = SqlPosts(store.database, clock), a_plan(a_step())
    await store.inbox.accept(a_message("1"))
    beginning = await store.turns.begin(SESSION)
    assert beginning is not None
    await store.turns.commit(the_ending(beginning, plans=(plan,)))
    await posts.note(PostedReply(f"plan/{plan.id}", SESSION, "C1", "1.0"))
    await posts.note(PostedReply("plan/other", SESSION, "C1", "2.0"))
    clock.pass_time(hours=26)

    await store.upkeep.forget(clock.now() - timedelta(hours=25))

    assert plan.is_open
    assert await posts.find(f"plan/{plan.id}")
    assert await posts.find("plan/other") is None

"""What every database promises of what is counted: how much waits, and since when."""

from datetime import timedelta

import pytest

from bot.core.ports.http_api import Figures
from bot.domain.ids import ReplyId
from bot.domain.messages import Reply, ReplyKind
from bot.domain.requests import RequestKind
from bot.storage.maintenance import SqlMetrics
from tests.fakes.events import SESSION, a_message, a_reply, a_request, a_thread, the_ending
from tests.fakes.opened import Store
from tests.fakes.world import NOON, FakeClock


@pytest.fixture
def counted(store: Store) -> SqlMetrics:
    return SqlMetrics(store.database)


async def test_nothing_waits_in_a_new_store(counted: SqlMetrics):
    assert await counted.figures() == Figures()


async def test_events_wait_until_their_turns_are_over(
    store: Store, counted: SqlMetrics, clock: FakeClock
):
    await store.inbox.accept(a_message("1"))
    clock.pass_time(minutes=1)
    await store.inbox.accept(a_message("2"))
    assert await counted.figures() == Figures(waiting=2, waiting_since=NOON)

    beginning = await store.turns.begin(SESSION)
    assert beginning is not None
    await store.turns.commit(the_ending(beginning))

    later = NOON + timedelta(minutes=1)
    assert await counted.figures() == Figures(waiting=1, waiting_since=later)


async def test_replies_and_requests_wait_until_they_are_sent_and_decided(
    store: Store, counted: SqlMetrics
):
    await store.inbox.accept(a_message("1"))
    beginning = await store.turns.begin(SESSION)
    assert beginning is not None
    asked = (a_request("r1"), a_request("r2", kind=RequestKind.QUESTION))
    reply = a_reply(beginning)
    await store.turns.commit(the_ending(beginning, replies=(reply,), opened=asked))
    during = await counted.figures()
    await store.outbox.sent([reply.id])
    after = await counted.figures()

    assert (during.unsent, during.unsent_since, during.approvals) == (1, NOON, 1)
    assert (after.unsent, after.unsent_since, after.approvals) == (0, None, 1)


async def test_what_was_set_aside_is_counted_apart(store: Store, counted: SqlMetrics):
    await store.inbox.accept(a_message("1"))
    beginning = await store.turns.begin(SESSION)
    assert beginning is not None
    sorry = Reply(ReplyId("sorry"), "1", a_thread(), ReplyKind.MESSAGE, "sorry")
    await store.inbox.park(beginning.turn, beginning.epoch, "it failed", sorry)

    figures = await counted.figures()

    assert (figures.parked, figures.waiting, figures.unsent) == (1, 0, 1)

"""What every store promises about the inbox: kept once, parked when it keeps failing."""

import asyncio
from datetime import timedelta

from bot.core.ports.turns import LAST_TRY
from bot.engine.turn_runner import PARKED, describe_parked
from tests.contract.conftest import Ports
from tests.fakes.events import SESSION, a_message, a_reply, a_thread, the_ending
from tests.fakes.world import FakeClock


async def test_the_same_event_four_times_is_one_turn(ports: Ports):
    turns = [await ports.inbox.accept(a_message("1")) for _ in range(4)]

    assert turns[0] is not None
    assert turns[1:] == [None, None, None]
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    await ports.turns.commit(the_ending(beginning))
    assert await ports.turns.begin(SESSION) is None


async def test_copies_that_come_at_once_are_one_turn(ports: Ports):
    turns = await asyncio.gather(*(ports.inbox.accept(a_message("1")) for _ in range(8)))

    assert len([turn for turn in turns if turn]) == 1


async def test_a_copy_is_known_after_the_turn_is_over(ports: Ports):
    await ports.inbox.accept(a_message("1"))
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    await ports.turns.commit(the_ending(beginning))

    assert await ports.inbox.accept(a_message("1")) is None


async def test_the_same_words_again_are_another_event(ports: Ports):
    turns = [await ports.inbox.accept(a_message(id_, text="yes")) for id_ in ("1", "2")]

    assert None not in turns


async def test_the_same_id_elsewhere_is_another_event(ports: Ports):
    elsewhere = a_thread("main", platform="slack")

    turns = [await ports.inbox.accept(a_message("1", t)) for t in (a_thread(), elsewhere)]

    assert None not in turns


async def test_an_id_of_any_length_is_told_from_another(ports: Ports):
    long = "x" * 10_000

    turns = [await ports.inbox.accept(a_message(long + end)) for end in ("a", "b", "a")]

    assert [turn is None for turn in turns] == [False, False, True]


async def test_sessions_wait_in_the_order_of_their_oldest_event(ports: Ports):
    for id_, thread in (("1", "b"), ("2", "a"), ("3", "b")):
        await ports.inbox.accept(a_message(id_, a_thread(thread)))

    assert await ports.inbox.waiting() == [a_thread("b").session, a_thread("a").session]


async def test_a_parked_event_lets_the_session_go_on_and_its_person_know(ports: Ports):
    for id_ in ("1", "2"):
        await ports.inbox.accept(a_message(id_))
    bad = await ports.turns.begin(SESSION)
    assert bad is not None
    reply = a_reply(bad, "set aside")

    for _ in range(2):  # the answer to the first may have been lost
        await ports.inbox.park(bad.turn, bad.epoch, "ValueError", reply)

    following = await ports.turns.begin(SESSION)
    assert following is not None
    assert following.incoming.id == "2"
    assert await ports.outbox.unsent(SESSION) == [reply]


async def test_a_parked_event_can_be_tried_again(ports: Ports):
    await ports.inbox.accept(a_message("1"))
    bad = await ports.turns.begin(SESSION)
    assert bad is not None
    await ports.inbox.park(bad.turn, bad.epoch, "ValueError", a_reply(bad))
    (parked,) = await ports.upkeep.parked()
    assert (parked.turn, parked.reason) == (bad.turn, "ValueError")

    assert await ports.upkeep.replay(bad.turn) == SESSION
    assert await ports.upkeep.replay(bad.turn) is None

    again = await ports.turns.begin(SESSION)
    assert again is not None
    assert (again.incoming, again.attempt) == (bad.incoming, 1)
    assert await ports.upkeep.parked() == []


async def test_a_parked_event_can_be_set_aside_again_and_is_told_again(ports: Ports):
    await ports.inbox.accept(a_message("1"))
    for _ in range(2):
        bad = await ports.turns.begin(SESSION)
        assert bad is not None
        await ports.inbox.park(bad.turn, bad.epoch, "ValueError", describe_parked(bad, PARKED))
        await ports.upkeep.replay(bad.turn)

    assert [reply.text for reply in await ports.outbox.unsent(SESSION)] == [PARKED] * 2


async def test_who_is_tried_again_has_all_tries_before_them(ports: Ports):
    await ports.inbox.accept(a_message("1"))
    bad = await ports.turns.begin(SESSION)
    assert bad is not None
    for step in (LAST_TRY, "effect:pay:1"):
        await ports.turns.record(bad.turn, bad.epoch, step, entry=True)
    await ports.inbox.park(bad.turn, bad.epoch, "it stopped the bot", a_reply(bad))

    await ports.upkeep.replay(bad.turn)

    again = await ports.turns.begin(SESSION)
    assert again is not None
    assert set(again.journal) == {"effect:pay:1"}


async def test_an_attempt_can_be_forgiven(ports: Ports):
    await ports.inbox.accept(a_message("1"))
    first = await ports.turns.begin(SESSION)
    assert first is not None

    await ports.upkeep.forgive(first.turn)

    again = await ports.turns.begin(SESSION)
    assert again is not None
    assert again.attempt == 1


async def test_only_what_is_done_and_old_is_forgotten(ports: Ports, clock: FakeClock):
    await ports.inbox.accept(a_message("old"))
    old = await ports.turns.begin(SESSION)
    assert old is not None
    await ports.turns.record(old.turn, old.epoch, "tool 1", "sent")
    await ports.turns.commit(the_ending(old))
    await ports.inbox.accept(a_message("old but waiting"))
    clock.pass_time(hours=24)
    before = clock.now() - timedelta(hours=1)
    await ports.inbox.accept(a_message("new"))

    assert await ports.upkeep.forget(before) == 1
    assert await ports.upkeep.forget(before) == 0

    accepted = [await ports.inbox.accept(a_message(id_)) for id_ in ("old but waiting", "new")]
    assert accepted == [None, None]
    assert await ports.inbox.accept(a_message("old")) is not None


async def test_what_stands_still_is_found(ports: Ports, clock: FakeClock):
    await ports.inbox.accept(a_message("1"))
    start = clock.now()
    assert await ports.upkeep.stalled(start) == []
    clock.pass_time(minutes=5)
    assert await ports.upkeep.stalled(clock.now()) == [SESSION]

    await ports.turns.begin(SESSION)
    assert await ports.upkeep.stalled(clock.now()) == []
    clock.pass_time(minutes=5)
    assert await ports.upkeep.stalled(clock.now()) == [SESSION]


async def test_a_session_with_an_old_unsent_reply_stands_still(ports: Ports, clock: FakeClock):
    await ports.inbox.accept(a_message("1"))
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    await ports.turns.commit(the_ending(beginning, replies=(a_reply(beginning),)))
    clock.pass_time(minutes=5)

    assert await ports.upkeep.stalled(clock.now()) == [SESSION]

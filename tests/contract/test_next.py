"""Events a turn leaves for later: in the inbox with its commit, each once, or not at all."""

from typing import Any

import pytest

from bot.core.ports.turns import Beginning
from bot.domain.errors import Fenced
from bot.domain.messages import Incoming, Kind
from tests.contract.conftest import Ports
from tests.fakes.events import SESSION, a_message, a_reply, a_thread, the_ending
from tests.fakes.world import FakeClock


def left(id_: str, **changes: Any) -> Incoming:
    return a_message(id_, kind=Kind.TIMER, text=f"/step {id_}", **changes)


async def begun(ports: Ports, id_: str | None = None) -> Beginning:
    if id_:
        await ports.inbox.accept(a_message(id_))
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    return beginning


async def carried_out(ports: Ports) -> list[str]:
    """Carry out everything that waits; say what it was, in order."""
    order = []
    while beginning := await ports.turns.begin(SESSION):
        order.append(beginning.incoming.id)
        await ports.turns.commit(the_ending(beginning))
    return order


async def test_what_a_turn_leaves_for_later_begins_like_any_event(ports: Ports, clock: FakeClock):
    first = await begun(ports, "1")
    clock.pass_time(seconds=5)
    await ports.turns.commit(the_ending(first, next=(left("p1:2"),)))

    later = await begun(ports)

    assert later.incoming == left("p1:2")
    assert later.received_at == clock.now()
    assert (later.attempt, later.epoch) == (1, first.epoch + 1)
    assert later.turn not in {first.turn, ""}


async def test_it_comes_behind_what_waited_already_and_in_its_order(ports: Ports):
    first = await begun(ports, "1")
    await ports.inbox.accept(a_message("2"))

    await ports.turns.commit(the_ending(first, next=(left("b"), left("a"))))

    assert await carried_out(ports) == ["2", "b", "a"]


async def test_the_sender_is_told_that_more_waits(ports: Ports):
    first = await begun(ports, "1")
    reply = a_reply(first)
    await ports.turns.commit(the_ending(first, replies=(reply,), next=(left("p1:2"),)))

    assert await ports.outbox.settle(SESSION, [reply.id])
    assert await ports.inbox.waiting() == [SESSION]


async def test_each_is_accepted_once_whoever_brings_it(ports: Ports):
    first = await begun(ports, "1")
    await ports.inbox.accept(left("again"))
    ending = the_ending(first, next=(left("again"), left("new"), left("new")))
    await ports.turns.commit(ending)
    assert await ports.inbox.accept(left("new")) is None

    second = await begun(ports)
    assert second.incoming.id == "again"
    await ports.turns.commit(the_ending(second, next=(left("again"),)))

    assert await carried_out(ports) == ["new"]


async def test_committing_twice_leaves_it_once(ports: Ports):
    first = await begun(ports, "1")
    ending = the_ending(first, next=(left("p1:2"),))

    await ports.turns.commit(ending)
    await ports.turns.commit(ending)

    assert await carried_out(ports) == ["p1:2"]


async def test_a_commit_that_fails_leaves_nothing_for_later(ports: Ports):
    first = await begun(ports, "1")
    same = a_reply(first)

    with pytest.raises(Exception, match=r"(?i)unique|already"):
        await ports.turns.commit(the_ending(first, replies=(same, same), next=(left("lost"),)))

    assert await carried_out(ports) == ["1"]


async def test_a_worker_that_was_thought_dead_leaves_nothing_for_later(ports: Ports):
    zombie = await begun(ports, "1")
    owner = await begun(ports)

    with pytest.raises(Fenced):
        await ports.turns.commit(the_ending(zombie, next=(left("late"),)))
    await ports.turns.commit(the_ending(owner))

    assert await carried_out(ports) == []


async def test_turns_that_leave_others_have_ids_of_one_length(ports: Ports):
    turns = []
    current = await begun(ports, "1")
    for number in range(5):
        await ports.turns.commit(the_ending(current, next=(left(f"step {number}"),)))
        current = await begun(ports)
        turns.append(current.turn)

    assert len({*turns}) == 5
    assert {len(turn) for turn in turns} == {32}


async def test_a_turn_leaves_nothing_to_another_session(ports: Ports):
    first = await begun(ports, "1")

    with pytest.raises(AssertionError, match="other sessions"):
        the_ending(first, next=(left("elsewhere", thread=a_thread("other")),))

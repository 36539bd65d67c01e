"""What every store promises about turns: begun once, fenced, committed as a whole."""

import asyncio
from dataclasses import replace

import pytest

from bot.core.ports.turns import Beginning
from bot.domain.decisions import DecisionNote, Gate
from bot.domain.errors import Fenced
from bot.domain.ids import TaskId, TurnId
from bot.domain.participant import Participant
from bot.domain.requests import RequestStatus
from bot.domain.tasks import Task, TaskStack, find_part
from tests.contract.conftest import Ports
from tests.fakes.events import (
    ANA,
    BEN,
    SESSION,
    a_message,
    a_reply,
    a_request,
    a_thread,
    a_verdict,
    said,
    the_ending,
)
from tests.fakes.world import NOON, FakeClock

DECISION = DecisionNote(Gate.ROUTER, "bank", "asked for a balance", ("stocks",))


async def begun(ports: Ports, id_: str = "1") -> Beginning:
    await ports.inbox.accept(a_message(id_))
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    return beginning


async def test_a_turn_begins_with_what_came_in(ports: Ports):
    message = a_message("1", text="how much do I have?")
    turn = await ports.inbox.accept(message)

    beginning = await ports.turns.begin(SESSION)

    assert turn is not None
    assert beginning == Beginning(turn, 1, message, Participant.new(ANA), received_at=NOON)


async def test_nothing_begins_where_nothing_waits(ports: Ports):
    await ports.inbox.accept(a_message("1", a_thread("elsewhere")))

    assert await ports.turns.begin(SESSION) is None


async def test_an_empty_beginning_fences_nobody(ports: Ports):
    first = await begun(ports)
    await ports.turns.commit(the_ending(first))

    await ports.turns.begin(SESSION)

    assert (await begun(ports, "2")).epoch == first.epoch + 1


async def test_events_of_a_session_begin_in_the_order_they_came(ports: Ports):
    for id_ in ("1", "2", "3"):
        await ports.inbox.accept(a_message(id_))

    order = []
    while beginning := await ports.turns.begin(SESSION):
        order.append(beginning.incoming.id)
        await ports.turns.commit(the_ending(beginning))

    assert order == ["1", "2", "3"]


async def test_a_session_owes_what_was_not_sent(ports: Ports):
    first = await begun(ports)
    reply = a_reply(first)
    await ports.turns.commit(the_ending(first, replies=(reply,)))
    second = await begun(ports, "2")
    await ports.turns.commit(the_ending(second))
    await ports.outbox.sent([reply.id])
    third = await begun(ports, "3")

    assert [each.owes for each in (first, second, third)] == [False, True, False]


@pytest.mark.proves("S2-63", "S2-75")
async def test_a_commit_keeps_everything(ports: Ports):
    first = await begun(ports)
    stack = TaskStack((Task(TurnId("t1"), "bank", said=("how much?",)),))  # type: ignore[arg-type]
    ana = replace(first.participant, stack=stack, greeted=True)
    lines = (said(first, "how much?"), said(first, "of which account?", by_bot=True))
    asked = a_request()
    ending = the_ending(
        first,
        participants=(ana,),
        said=lines,
        replies=(a_reply(first, "of which account?"),),
        opened=(asked,),
        decisions=(DECISION,),
    )

    await ports.turns.commit(ending)

    second = await begun(ports, "2")
    assert second.participant == ana
    assert second.recent == lines
    assert second.pending == (asked,)
    assert await ports.outbox.unsent(SESSION) == list(ending.replies)
    assert second.owes
    assert await ports.sessions.participant(SESSION, ANA) == ana
    assert await ports.sessions.decisions(SESSION, ANA) == [DECISION]


async def test_nobody_begins_with_what_is_known_of_somebody_else(ports: Ports):
    first = await begun(ports)
    await ports.turns.commit(
        the_ending(first, participants=(replace(first.participant, greeted=True),))
    )

    await ports.inbox.accept(a_message("2", person=BEN))
    second = await ports.turns.begin(SESSION)

    assert second is not None
    assert second.participant == Participant.new(BEN)
    assert await ports.sessions.decisions(SESSION, BEN) == []


async def test_the_newest_lines_come_back_oldest_first(ports: Ports):
    for number in range(45):
        turn = await begun(ports, str(number))
        await ports.turns.commit(the_ending(turn, said=(said(turn, f"line {number}"),)))

    recent = (await begun(ports, "last")).recent

    assert [line.text for line in recent] == [f"line {number}" for number in range(5, 45)]


@pytest.mark.proves("R32")
async def test_what_people_said_in_a_turn_is_found_again_and_its_places_alone_are_kept(
    ports: Ports,
):
    first = await begun(ports)
    lines = (said(first, "send 20 to 1234324"), said(first, "I do", by_bot=True))
    place = find_part("send 20 to 1234324", "20", first.turn, ANA.key)
    assert place is not None
    task = Task(TaskId("t"), "bank", said=("send 20",), spoken=(place,))
    known = Participant.new(ANA).with_(stack=TaskStack((task,)))
    await ports.turns.commit(the_ending(first, said=lines, participants=(known,)))
    second = await begun(ports, "2")
    await ports.turns.commit(the_ending(second, said=(said(second, "and now?"),)))

    found = await ports.turns.lines(SESSION, {first.turn})
    (kept,) = (await begun(ports, "3")).participant.tasks

    assert found == lines[:1]
    assert [replace(one, text="") for one in kept.spoken] == [replace(place, text="")]


async def test_a_turn_that_begins_again_knows_its_finished_steps(ports: Ports):
    first = await begun(ports)
    await ports.turns.record(first.turn, first.epoch, "model 1", {"text": "hi", "tokens": [1, 2]})
    await ports.turns.record(first.turn, first.epoch, "tool 1", "sent")

    again = await ports.turns.begin(SESSION)

    assert again is not None
    assert again.attempt == 2
    assert again.epoch == first.epoch + 1
    assert again.journal == {"model 1": {"text": "hi", "tokens": [1, 2]}, "tool 1": "sent"}


async def test_recording_a_step_twice_is_recording_it(ports: Ports):
    first = await begun(ports)

    for _ in range(2):
        await ports.turns.record(first.turn, first.epoch, "tool 1", "sent")

    again = await ports.turns.begin(SESSION)
    assert again is not None
    assert again.journal == {"tool 1": "sent"}


async def test_the_journal_of_another_turn_is_not_read(ports: Ports):
    first = await begun(ports)
    await ports.turns.record(first.turn, first.epoch, "tool 1", "sent")
    await ports.turns.commit(the_ending(first))

    assert (await begun(ports, "2")).journal == {}


async def test_a_worker_that_was_thought_dead_changes_nothing(ports: Ports):
    zombie = await begun(ports)
    owner = await ports.turns.begin(SESSION)
    assert owner is not None
    late = the_ending(zombie, said=(said(zombie, "late"),), replies=(a_reply(zombie),))

    with pytest.raises(Fenced):
        await ports.turns.record(zombie.turn, zombie.epoch, "tool 1", "sent")
    with pytest.raises(Fenced):
        await ports.turns.commit(late)
    with pytest.raises(Fenced):
        await ports.inbox.park(zombie.turn, zombie.epoch, "fell over", a_reply(zombie))

    again = await ports.turns.begin(SESSION)
    assert again is not None
    assert (again.recent, again.journal) == ((), {})
    assert await ports.outbox.unsent(SESSION) == []


async def test_committing_twice_is_committing(ports: Ports):
    first = await begun(ports)
    ending = the_ending(first, said=(said(first, "once"),), replies=(a_reply(first),))

    await ports.turns.commit(ending)
    await ports.turns.commit(ending)

    assert len((await begun(ports, "2")).recent) == 1
    assert len(await ports.outbox.unsent(SESSION)) == 1


@pytest.mark.proves("S2-63")
async def test_a_commit_that_fails_in_the_middle_leaves_nothing(ports: Ports):
    first = await begun(ports)
    same = a_reply(first)
    broken = the_ending(first, said=(said(first, "lost"),), replies=(same, same))

    with pytest.raises(Exception, match=r"(?i)unique|already"):
        await ports.turns.commit(broken)

    again = await ports.turns.begin(SESSION)
    assert again is not None
    assert (again.turn, again.recent) == (first.turn, ())
    assert await ports.outbox.unsent(SESSION) == []


async def test_only_pending_requests_are_closed_by_a_commit(ports: Ports):
    first = await begun(ports)
    one, two = a_request("r1"), a_request("r2")
    await ports.turns.commit(the_ending(first, opened=(one, two)))
    decided = await ports.requests.decide(one.id, a_verdict("approve", TurnId("press")), NOON)

    second = await begun(ports, "2")
    closed = tuple(request.close(RequestStatus.CANCELLED) for request in (one, two))
    await ports.turns.commit(the_ending(second, closed=closed))

    assert await ports.requests.find(one.id) == decided
    assert await ports.requests.find(two.id) == closed[1]
    assert (await begun(ports, "3")).pending == ()


async def test_only_the_last_turn_that_decided_anything_is_explained(ports: Ports):
    other = replace(DECISION, chosen="stocks")
    for id_, decisions in (("1", (DECISION,)), ("2", (other, DECISION)), ("3", ())):
        turn = await begun(ports, id_)
        await ports.turns.commit(the_ending(turn, decisions=decisions))

    assert await ports.sessions.decisions(SESSION, ANA) == [other, DECISION]


async def test_broken_characters_harm_nobody(ports: Ports):
    message = a_message("1", text="half a \ud83d character \x00")
    await ports.inbox.accept(message)

    first = await ports.turns.begin(SESSION)
    assert first is not None
    await ports.turns.commit(the_ending(first, said=(said(first, message.text),)))

    assert len((await begun(ports, "2")).recent) == 1


async def test_ten_workers_at_once_let_one_through(ports: Ports):
    await ports.inbox.accept(a_message())
    begun_by = await asyncio.gather(*(ports.turns.begin(SESSION) for _ in range(10)))

    async def tries(beginning: Beginning | None) -> bool:
        assert beginning is not None
        try:
            await ports.turns.commit(the_ending(beginning, replies=(a_reply(beginning),)))
        except Fenced:
            return False
        return True

    committed = await asyncio.gather(*(tries(beginning) for beginning in begun_by))

    epochs = sorted(beginning.epoch for beginning in begun_by if beginning)
    assert epochs == list(range(1, 11))
    assert sum(committed) == 1


async def test_time_is_kept_to_the_microsecond(ports: Ports, clock: FakeClock):
    clock.pass_time(microseconds=123_456)

    beginning = await begun(ports)

    assert beginning.received_at == clock.now()

"""What waits behind a turn, and what an edit or a deletion is about."""

from typing import Any

import pytest

from bot.core.ports.turns import HEEDED, Beginning, WaitingEvent
from bot.domain.ids import TurnId
from bot.domain.messages import Incoming, Kind, TranscriptLine
from tests.contract.conftest import Ports
from tests.fakes.events import ANA, BEN, SESSION, a_message, a_reply, a_thread, the_ending
from tests.fakes.world import NOON, FakeClock


def a_line(beginning: Beginning, text: str, **parts: Any) -> TranscriptLine:
    incoming = beginning.incoming
    parts.setdefault("message", incoming.message)
    return TranscriptLine(
        beginning.turn, incoming.person.key, by_bot=False, text=text, at=NOON, **parts
    )


def original(id_: str = "1", **changes: Any) -> Incoming:
    return a_message(id_, message=f"m{id_}", **changes)


def about(id_: str, kind: Kind = Kind.DELETION, **changes: Any) -> Incoming:
    return a_message(f"{id_}-{kind}", message=f"m{id_}", kind=kind, **changes)


async def begin(ports: Ports) -> Beginning:
    begun = await ports.turns.begin(SESSION)
    assert begun is not None
    return begun


async def accept(ports: Ports, *events: Incoming) -> list[TurnId]:
    turns = [await ports.inbox.accept(event) for event in events]
    return [turn for turn in turns if turn]


async def answered(ports: Ports, event: Incoming, *texts: str, **ending: Any) -> Beginning:
    """Carry an event to the commit of its turn, with these lines."""
    await accept(ports, event)
    begun = await begin(ports)
    lines = tuple(a_line(begun, text) for text in texts)
    await ports.turns.commit(the_ending(begun, said=lines, **ending))
    return begun


def ids(waiting: tuple[WaitingEvent, ...]) -> list[str]:
    return [one.incoming.id for one in waiting]


async def test_a_turn_begins_with_what_revises_it_and_what_stops_it(ports: Ports):
    stop = a_message("stop", halts=True)
    events = (original("1"), original("2"), about("1", Kind.EDIT, text="new"), stop, about("2"))
    await accept(ports, *events, a_message("9", thread=a_thread("other"), halts=True))

    begun = await begin(ports)

    assert ids(begun.behind) == ["1-edit", "stop", "2-deletion"]
    assert begun.behind[0].incoming.text == "new"
    assert begun.original is None


async def test_what_comes_while_a_turn_runs_is_behind_it_too(ports: Ports):
    await accept(ports, original("1"))
    begun = await begin(ports)
    assert await ports.turns.behind(begun.turn) == ()

    await accept(ports, original("2"), about("1"))

    assert ids(await ports.turns.behind(begun.turn)) == ["1-deletion"]


async def test_messages_are_next_up_to_the_first_event_that_is_none(ports: Ports):
    await accept(ports, *(original(n) for n in "1234"), about("2"), original("5"))
    begun = await begin(ports)

    assert ids(await ports.turns.next_messages(begun.turn, 9)) == ["2", "3", "4"]
    assert ids(await ports.turns.next_messages(begun.turn, 2)) == ["2", "3"]


async def test_what_a_turn_takes_along_has_no_turn_of_its_own(ports: Ports):
    await accept(ports, original("1"), about("1"), original("2"))
    begun = await begin(ports)

    await ports.turns.commit(the_ending(begun, taken=begun.behind))

    assert (await begin(ports)).incoming.id == "2"


async def test_a_wish_that_was_followed_knows_it(ports: Ports):
    await accept(ports, original("1"), a_message("stop", halts=True))
    begun = await begin(ports)

    await ports.turns.commit(the_ending(begun, heeded=(begun.behind[0].turn,)))

    assert HEEDED in (await begin(ports)).journal


async def test_an_edit_finds_the_lines_of_its_message_and_rewrites_them(ports: Ports):
    first = await answered(ports, original("1"), "tell me", "and a file")
    await answered(ports, original("2"), "something else")
    await accept(ports, about("1", Kind.EDIT, text="tell them"))

    begun = await begin(ports)

    assert begun.original is not None
    assert begun.original.turns == (first.turn,)
    assert [line.text for line in begun.original.lines] == ["tell me", "and a file"]
    assert begun.original.is_recent
    line = a_line(first, "tell them", message="m1")
    await ports.turns.commit(the_ending(begun, rewritten=(line,)))
    await accept(ports, original("3"))
    texts = [said.text for said in (await begin(ports)).recent]
    assert texts == ["tell them", "tell them", "something else"]


async def test_a_message_that_comes_after_its_deletion_is_known_to_be_gone(ports: Ports):
    await answered(ports, about("1"))
    await answered(ports, about("2", person=BEN))
    await accept(ports, original("1"), original("2"), a_message("3"))

    gone = []
    for _ in range(3):
        begun = await begin(ports)
        gone.append(begun.is_gone)
        await ports.turns.commit(the_ending(begun))

    assert gone == [True, False, False]


async def test_lines_of_a_file_are_rewritten_apart(ports: Ports):
    await accept(ports, original("1"))
    begun = await begin(ports)
    lines = (a_line(begun, "12 dollars", source="bill.txt"), a_line(begun, "pay it"))
    await ports.turns.commit(the_ending(begun, said=lines))
    await accept(ports, about("1"))

    revising = await begin(ports)
    gone = a_line(begun, "(deleted)", source="bill.txt")
    await ports.turns.commit(the_ending(revising, rewritten=(gone,)))

    await accept(ports, original("2"))
    recent = (await begin(ports)).recent
    assert [(said.source, said.text) for said in recent] == [
        ("bill.txt", "(deleted)"),
        ("", "pay it"),
    ]


@pytest.mark.parametrize(
    "event",
    [
        about("1", person=BEN),
        about("7"),
        a_message("x", kind=Kind.DELETION),
        about("1", thread=a_thread("other")),
    ],
    ids=["of somebody else", "of no message", "of nothing", "of another thread"],
)
async def test_what_is_not_ones_own_message_here_is_not_found(ports: Ports, event: Incoming):
    await answered(ports, original("1"), "tell me")
    await accept(ports, event)

    begun = await ports.turns.begin(event.thread.session)

    assert begun is not None
    assert begun.original is None


async def test_effects_since_a_message_are_those_for_its_author(ports: Ports):
    first = await answered(ports, original("1"), "send 20")
    await accept(ports, a_message("press", person=BEN))
    acting = await begin(ports)

    async def record(step: str, entry: object) -> None:
        noted: Any = {"now": NOON.isoformat(), "entry": entry}
        await ports.turns.record(acting.turn, acting.epoch, step, noted)

    await record("effect:a:1:started", "key")
    await record("effect:a:1", {"result": "20 went", "for": ANA.key})
    await record("effect:b:1", {"result": "30 went", "for": BEN.key})
    await record("effect:c:1:started", "key")
    await record("effect:c:1", {"failed": "no money"})
    await record("effect:d:1:started", "of Ben")
    await record("model:e:1", {"text": "I sent 40"})
    await ports.turns.commit(the_ending(acting))
    await accept(ports, about("1"))

    begun = await begin(ports)

    assert begun.original is not None
    assert begun.original.turns == (first.turn,)
    assert begun.original.effects == ("20 went",)


async def test_what_a_change_itself_has_done_is_no_effect_of_the_old_words(ports: Ports):
    await answered(ports, original("1"), "send 20")
    await accept(ports, about("1"))
    first_try = await begin(ports)
    noted: Any = {"now": NOON.isoformat(), "entry": {"result": "30 went", "for": ANA.key}}
    await ports.turns.record(first_try.turn, first_try.epoch, "effect:a:1", noted)

    again = await begin(ports)

    assert again.turn == first_try.turn
    assert "effect:a:1" in again.journal
    assert again.original is not None
    assert again.original.effects == ()


async def test_an_effect_nobody_knows_the_end_of_is_one_without_words(ports: Ports):
    await accept(ports, original("1"))
    acting = await begin(ports)
    noted: Any = {"now": NOON.isoformat(), "entry": "key"}
    await ports.turns.record(acting.turn, acting.epoch, "effect:a:1:started", noted)
    await ports.turns.commit(the_ending(acting, said=(a_line(acting, "send 20"),)))
    await accept(ports, about("1"))

    begun = await begin(ports)

    assert begun.original is not None
    assert begun.original.effects == ("",)


async def test_of_an_old_message_only_the_lines_are_left(ports: Ports, clock: FakeClock):
    await answered(ports, original("1"), "tell me")
    clock.pass_time(hours=30)
    await ports.upkeep.forget(clock.now())
    await accept(ports, about("1"))

    begun = await begin(ports)

    assert begun.original is not None
    assert [line.text for line in begun.original.lines] == ["tell me"]
    assert not begun.original.is_recent


async def test_a_message_set_aside_can_be_taken_out_of_there(ports: Ports):
    await accept(ports, original("1"))
    parked = await begin(ports)
    await ports.inbox.park(parked.turn, parked.epoch, "it broke", a_reply(parked))
    await accept(ports, about("1"))

    begun = await begin(ports)
    assert begun.original is not None
    assert begun.original.parked == parked.turn
    aside = WaitingEvent(parked.turn, parked.incoming, NOON)
    await ports.turns.commit(the_ending(begun, taken=(aside,)))

    assert await ports.upkeep.parked() == []


async def test_an_event_can_be_answered_without_a_turn_before_one_begins(ports: Ports):
    await accept(ports, original("1"))
    running = await begin(ports)
    (status,) = await accept(ports, a_message("status"))
    reply = a_reply(Beginning(status, 0, a_message("status"), running.participant, NOON))

    assert await ports.inbox.answer_aside(status, reply)
    assert not await ports.inbox.answer_aside(status, reply)
    assert not await ports.inbox.answer_aside(running.turn, a_reply(running))

    assert [said.id for said in await ports.outbox.unsent(SESSION)] == [reply.id]
    await ports.turns.commit(the_ending(running))
    assert await ports.turns.begin(SESSION) is None

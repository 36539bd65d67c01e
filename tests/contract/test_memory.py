"""What every store promises of memory: found by its words, summed up once, gone when deleted."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from agents.kit.values.person import Person
from bot.core.ports.environment import Cipher
from bot.core.ports.memory import Due, RecallQuery
from bot.domain.decisions import DecisionNote, Gate
from bot.domain.ids import TurnId
from bot.domain.memory import Gist, Summary
from bot.domain.messages import Thread, TranscriptLine
from bot.domain.operations import Forgotten, TurnOperations, Unremembered
from bot.storage.databases.transactions import SqlTransaction
from bot.storage.memory.search_index import DUE_LINES, KEPT_BACK, SqlMemory
from tests.contract.conftest import Ports, ports_over
from tests.fakes.events import ANA, BEN, a_message, a_reply, a_thread, the_ending
from tests.fakes.opened import Store, open_store
from tests.fakes.world import NOON, FakeClock, FakeIds

HERE = a_thread()
BESIDE = a_thread("beside")
ELSEWHERE = replace(HERE, channel="other")


async def spoke(
    ports: Ports, text: str, person: Person = ANA, thread: Thread = HERE, **more: Any
) -> TurnId:
    """Let somebody say something, and be answered."""
    number = len(_taken(ports))
    await ports.inbox.accept(a_message(f"m{number}", thread, person=person))
    begun = await ports.turns.begin(thread.session)
    assert begun is not None
    private, at = more.pop("private", False), more.pop("at", NOON)
    mark = {"private": private, "withheld": more.pop("withheld", False)}
    said = (
        TranscriptLine(begun.turn, person.key, False, text, at, **mark),  # noqa: FBT003 - a field
        TranscriptLine(
            begun.turn,
            "bank",
            True,  # noqa: FBT003 - a field
            f"re: {text}",
            at,
            private=private,
            to=person.key,
        ),
    )
    reply = replace(a_reply(begun, f"re: {text}"), to=person)
    fields = {"participants": (begun.participant,), "said": said, "replies": (reply,), **more}
    await ports.turns.commit(the_ending(begun, **fields))
    await ports.outbox.sent([reply.id])
    return begun.turn


_COUNTS: dict[int, list[int]] = {}


def _taken(ports: Ports) -> list[int]:
    """Numbers given out so far, one more each time."""
    numbers = _COUNTS.setdefault(id(ports), [])
    numbers.append(0)
    return numbers


async def found(ports: Ports, *words: str, **changes: Any) -> set[str]:
    wanted = replace(RecallQuery(HERE, ANA, words), **changes)
    return {passage.text for passage in await ports.memory.find(wanted)}


async def a_long_talk(ports: Ports, person: Person = ANA) -> list[TurnId]:
    return [await spoke(ports, f"word {n}", person) for n in range(DUE_LINES // 2)]


async def a_due(ports: Ports) -> Due:
    due = await ports.memory.due(10, {"console"})
    assert len(due) == 1
    return due[0]


def grown(due: Due, text: str = "Ana wanted words.") -> Summary:
    gist = Gist(text, due.lines[0].at, (due.lines[0].turn, due.lines[1].turn))
    return due.summary.grown((gist,), due.lines)


async def summary(ports: Ports) -> Summary:
    await ports.inbox.accept(a_message(f"look{len(_taken(ports))}"))
    begun = await ports.turns.begin(HERE.session)
    assert begun is not None
    await ports.turns.commit(the_ending(begun))
    return begun.memory


async def test_lines_are_found_by_any_of_their_words_in_any_form(ports: Ports):
    await spoke(ports, "My locker number is 4711")
    await spoke(ports, "I like walking to work")

    assert await found(ports, "lockers") == {
        "My locker number is 4711",
        "re: My locker number is 4711",
    }
    assert len(await found(ports, "walked", "4711")) == 4
    assert await found(ports, "banana") == set()
    assert await found(ports) == set()


async def test_what_was_said_since_the_last_look_is_found_too(ports: Ports):
    await spoke(ports, "the first locker")
    await ports.memory.keep_up()
    await spoke(ports, "the second locker")

    assert len(await found(ports, "locker")) == 4


async def test_only_ones_own_lines_of_the_channel_are_found(ports: Ports):
    await spoke(ports, "canary of ben", BEN)
    await spoke(ports, "canary elsewhere", thread=ELSEWHERE)
    await spoke(ports, "canary in another workspace", thread=replace(HERE, workspace="else"))
    await spoke(ports, "canary beside", thread=BESIDE)

    assert await found(ports, "canary") == {"canary beside", "re: canary beside"}


async def test_private_lines_are_found_for_no_eyes_but_their_own(ports: Ports):
    await spoke(ports, "the private canary", private=True)

    assert await found(ports, "canary") == set()
    assert len(await found(ports, "canary", discreet=True)) == 2


async def test_words_with_odd_signs_are_looked_for_as_they_are(ports: Ports):
    await spoke(ports, "the file a\"b'c) OR whose:* NEAR(x")

    assert len(await found(ports, '"', "a\"b'c)", "whose:*", "NEAR(", "OR", "file")) == 2


async def test_a_summary_is_due_when_many_lines_are_not_in_it(ports: Ports):
    await spoke(ports, "hello")
    assert await ports.memory.due(10, {"console"}) == []

    turns = await a_long_talk(ports)
    due = await a_due(ports)

    assert due.whose.person == ANA
    assert due.summary == Summary()
    assert len(due.lines) == DUE_LINES + 2 - KEPT_BACK
    assert due.lines[2].turn == turns[0]
    assert await ports.memory.due(10, {"console"}) == []  # it is claimed


async def test_who_serves_another_platform_claims_nothing(ports: Ports):
    await a_long_talk(ports)

    assert await ports.memory.due(10, {"slack"}) == []


async def test_a_summary_is_kept_and_the_next_begins_behind_it(ports: Ports):
    await a_long_talk(ports)
    due = await a_due(ports)
    assert await ports.memory.save(due, grown(due))

    kept = await summary(ports)
    assert [gist.text for gist in kept.gists] == ["Ana wanted words."]
    assert kept.count == len(due.lines)
    assert not await ports.memory.save(due, grown(due, "twice"))

    await a_long_talk(ports)
    following = await a_due(ports)
    assert following.lines[0].number > due.lines[-1].number
    assert following.summary.gists == kept.gists


async def test_a_claim_ends_so_that_a_kill_loses_nothing(ports: Ports, clock: FakeClock):
    await a_long_talk(ports)
    lost = await a_due(ports)

    clock.pass_time(minutes=10)
    again = await a_due(ports)

    assert again.lines == lost.lines
    assert not await ports.memory.save(lost, grown(lost))
    assert await ports.memory.save(again, grown(again))


async def test_what_is_forgotten_is_in_no_summary_made_meanwhile(ports: Ports):
    await a_long_talk(ports)
    due = await a_due(ports)

    await spoke(ports, "forget", besides=TurnOperations((Forgotten(HERE.session, ANA),)), said=())

    assert not await ports.memory.save(due, grown(due))
    assert await summary(ports) == Summary()
    assert await found(ports, "word") == set()


async def test_words_forgotten_while_a_summary_is_claimed_are_in_none(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    ports, write = ports_over(store), store.database.write
    await a_long_talk(ports)

    async def forgets_before(work: Callable[[SqlTransaction], Any]) -> Any:
        monkeypatch.undo()
        await spoke(
            ports, "forget", besides=TurnOperations((Forgotten(HERE.session, ANA),)), said=()
        )
        return await write(work)

    monkeypatch.setattr(store.database, "write", forgets_before)

    assert list(await ports.memory.due(10, {"console"})) == []


async def test_a_turn_that_is_deleted_is_in_no_summary(ports: Ports):
    turns = await a_long_talk(ports)
    due = await a_due(ports)
    await ports.memory.save(due, grown(due))
    await spoke(ports, "canary of ben", BEN)

    deed = Unremembered(HERE.session, ANA, (turns[0],))
    await spoke(ports, "delete it", besides=TurnOperations((deed,)), said=())

    assert (await summary(ports)).gists == ()
    assert await found(ports, "0") == set()
    assert len(await found(ports, "1")) == 2
    assert len(await found(ports, "canary", person=BEN)) == 2


async def test_a_deletion_discards_the_summary_in_the_making(ports: Ports):
    turns = await a_long_talk(ports)
    due = await a_due(ports)

    deed = Unremembered(HERE.session, ANA, (turns[0],))
    await spoke(ports, "delete it", besides=TurnOperations((deed,)), said=())

    assert not await ports.memory.save(due, grown(due))


async def test_what_was_kept_long_enough_goes(ports: Ports, clock: FakeClock):
    why = DecisionNote(Gate.ROUTER, "bank", "canary")
    await spoke(ports, "old canary", decisions=(why,))
    await spoke(ports, "new canary", thread=BESIDE, at=NOON + timedelta(days=2))
    clock.pass_time(days=2)

    assert await ports.expire(NOON + timedelta(days=1)) == 2

    assert await found(ports, "canary") == {"new canary", "re: new canary"}
    assert await ports.sessions.decisions(HERE.session, ANA) == []
    assert await ports.expire(NOON + timedelta(days=1)) == 0


async def test_what_a_parked_turn_had_done_goes_with_it(store: Store, clock: FakeClock):
    await store.inbox.accept(a_message("poison", HERE))
    turn = await store.turns.begin(HERE.session)
    assert turn is not None
    await store.turns.record(turn.turn, turn.epoch, "model 1", {"text": "canary"})
    await store.inbox.park(turn.turn, turn.epoch, "it broke", a_reply(turn))
    clock.pass_time(days=2)

    await store.expire(NOON + timedelta(days=1))

    both = "SELECT (SELECT count(*) FROM inbox), (SELECT count(*) FROM journal)"
    assert await store.database.read(lambda sql: sql.rows(both)) == [(0, 0)]


async def test_old_lines_of_a_summary_go_too(ports: Ports, clock: FakeClock):
    await a_long_talk(ports)
    due = await a_due(ports)
    await ports.memory.save(due, grown(due))
    clock.pass_time(days=2)

    await ports.expire(NOON + timedelta(days=1))

    assert (await summary(ports)).gists == ()


@pytest.mark.parametrize("how", ["forgotten", "expired"])
async def test_no_byte_stays_in_the_file(
    how: str, migrated_sqlite: str, cipher: Cipher, clock: FakeClock, tmp_path: Path
):
    store = open_store(migrated_sqlite, cipher, clock, FakeIds())
    ports = ports_over(store)
    await spoke(ports, "the quick xylophonecanary")
    for number in range(30):
        await spoke(ports, f"others say {number}", BEN, BESIDE)
    await SqlMemory(store.database, store.clock).keep_up()
    assert b"xylophonecanary" in bytes_of(tmp_path)

    if how == "forgotten":
        await spoke(ports, "x", besides=TurnOperations((Forgotten(HERE.session, ANA),)), said=())
    else:
        clock.pass_time(days=2)
        await store.expire(NOON + timedelta(days=1))
    await store.upkeep.forget(NOON + timedelta(days=2))
    await SqlMemory(store.database, store.clock).keep_up()

    assert b"xylophone" not in bytes_of(tmp_path)
    await store.database.close()


def bytes_of(folder: Path) -> bytes:
    """The file, its WAL and whatever else lies beside it."""
    return b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())

"""Effects that happen once per key, and rows under running numbers."""

from collections.abc import Callable

import pytest

from agents.kit import (
    Column,
    Deed,
    EffectKey,
    Person,
    Rows,
    Table,
    ToolFailed,
    Turn,
    add_numbered,
    home,
    once,
)
from agents.kit.once import EFFECTS
from agents.kit.ports.numbered_rows import COUNTERS, NUMBER, WORKSPACE
from tests.fakes.records import FakeRecords
from tests.fakes.turns import NOON, SELDO, NoHttp

BOXES = Table("boxes", (WORKSPACE, NUMBER, Column("content")))
KEY = EffectKey("turn-1:effect-1")


def a_turn(records: FakeRecords, person: Person = SELDO) -> Turn:
    return Turn(person, "", NOON, records, NoHttp(), progress=lambda _text: None)


def records() -> FakeRecords:
    return FakeRecords(BOXES, EFFECTS, COUNTERS)


def pack(content: str, workspace: str = "console/local") -> Callable[[Rows], Deed]:
    def _pack(rows: Rows) -> Deed:
        number = add_numbered(rows, BOXES, workspace, content=content)
        return Deed(f"Packed box {number}.", artifact=f"Label of box {number}")

    return _pack


def boxes(kept: FakeRecords) -> list[tuple[str, int]]:
    return [(b["workspace"], b["number"]) for b in kept.run(lambda rows: rows.find(BOXES))]


async def test_a_repeat_under_the_same_key_writes_nothing_and_answers_the_same():
    kept = records()
    first = await once(a_turn(kept), KEY, pack("books"))

    turn = a_turn(kept)
    again = await once(turn, KEY, pack("something else"))

    assert first == again == "Packed box 1."
    assert turn.delivered == ["Label of box 1"]
    assert len(boxes(kept)) == 1


async def test_another_key_is_another_effect():
    kept = records()
    await once(a_turn(kept), KEY, pack("books"))

    assert await once(a_turn(kept), "turn-2", pack("books")) == "Packed box 2."


async def test_what_fails_leaves_nothing_behind_and_may_be_done_later():
    kept = records()

    def fail(rows: Rows) -> str:
        pack("books")(rows)
        raise ToolFailed("The box is broken.")

    with pytest.raises(ToolFailed, match="broken"):
        await once(a_turn(kept), KEY, fail)

    assert boxes(kept) == []
    assert await once(a_turn(kept), KEY, pack("books")) == "Packed box 1."


async def test_the_same_effect_at_the_same_moment_happens_once():
    kept = records()

    def overtaken(rows: Rows) -> Deed:
        deed = pack("books")(rows)
        if not rivals:
            rivals.append(True)
            row = {"effect_key": KEY, "workspace": "x", "reply": "Packed box 9.", "artifact": ""}
            rows.add(EFFECTS, at=NOON, **row)
        return deed

    rivals: list[bool] = []
    reply = await once(a_turn(kept), KEY, overtaken)

    # The rival's row stood in the way of the first try, which was undone as a whole.
    assert reply == "Packed box 1."
    assert len(boxes(kept)) == 1


async def test_an_answer_in_plain_words_delivers_nothing():
    turn = a_turn(records())

    assert await once(turn, KEY, lambda _rows: "Done.") == "Done."
    assert turn.delivered == []


def test_each_workspace_counts_for_itself():
    kept = records()
    ours, theirs = home(SELDO), home(Person("slack", "T1", "U-1"))

    for workspace in (ours, theirs, ours):
        kept.run(lambda rows, place=workspace: add_numbered(rows, BOXES, place, content="x"))  # type: ignore[misc]

    assert boxes(kept) == [(ours, 1), (ours, 2), (theirs, 1)]


def test_a_workspace_is_told_from_any_other_by_platform_and_name():
    places = [("slack", "T1"), ("discord", "T1"), ("slack", "T1/x"), ("slack", "T2")]

    assert len({home(Person(platform, name, "U-1")) for platform, name in places}) == 4
    assert home(Person("slack", "T1", "a/b")) == home(Person("slack", "T1", "c"))

"""What every store promises about agents' own tables."""

import asyncio
import re
from collections.abc import Callable
from types import NoneType

import pytest

from agents.kit.ports.records import AlreadyThere, Column, Rows, Table
from agents.kit.values.errors import AuthorError
from tests.contract.conftest import Ports
from tests.contract.ledger import LEDGER
from tests.fakes.opened import Store
from tests.fakes.world import NOON

BIG = 9_000_000_000_000_000


async def test_every_kind_of_column_comes_back(ports: Ports):
    row = {"name": "a", "minor": BIG, "open": True, "at": NOON, "tag": None}

    await ports.records.transact(lambda rows: rows.add(LEDGER, **row))

    found = await ports.records.transact(lambda rows: rows.find(LEDGER, name="a"))
    assert found == [row]


async def test_rows_are_found_by_what_they_hold_in_the_order_of_their_key(ports: Ports):
    def work(rows: Rows) -> list[str]:
        for name, is_open in (("c", True), ("a", True), ("b", False)):
            rows.add(LEDGER, name=name, minor=1, open=is_open)
        return [row["name"] for row in rows.find(LEDGER, open=True)]

    assert await ports.records.transact(work) == ["a", "c"]


async def test_rows_are_changed_where_they_match(ports: Ports):
    def work(rows: Rows) -> tuple[int, int]:
        rows.add(LEDGER, name="a", minor=1, open=True)
        changed = rows.change(LEDGER, {"name": "a"}, minor=2, open=False)
        missed = rows.change(LEDGER, {"name": "b"}, minor=3)
        return changed, missed

    assert await ports.records.transact(work) == (1, 0)
    (row,) = await ports.records.transact(lambda rows: rows.find(LEDGER))
    assert (row["minor"], row["open"]) == (2, False)


async def test_rows_are_changed_by_what_is_not_in_them_and_by_moments(ports: Ports):
    def work(rows: Rows) -> tuple[int, int, int]:
        rows.add(LEDGER, name="a", minor=1, open=True, at=None)
        rows.add(LEDGER, name="b", minor=1, open=True, at=NOON)
        by_nothing = rows.change(LEDGER, {"at": None}, minor=2)
        by_moment = rows.change(LEDGER, {"at": NOON}, minor=3, at=None)
        return by_nothing, by_moment, rows.change(LEDGER, {"at": None}, tag=None)

    assert await ports.records.transact(work) == (1, 1, 2)
    found = await ports.records.transact(lambda rows: rows.find(LEDGER))
    assert [(row["minor"], row["at"]) for row in found] == [(2, None), (3, None)]


async def test_a_row_is_changed_by_the_column_it_is_found_by(ports: Ports):
    def work(rows: Rows) -> list[str]:
        rows.add(LEDGER, name="a", minor=1, open=True)
        rows.change(LEDGER, {"name": "a"}, name="z")
        return [row["name"] for row in rows.find(LEDGER)]

    assert await ports.records.transact(work) == ["z"]


@pytest.mark.parametrize("second", [{"name": "a"}, {"name": "b", "tag": "t"}])
async def test_a_taken_key_leaves_the_transaction_usable(ports: Ports, second: dict[str, str]):
    def work(rows: Rows) -> int:
        rows.add(LEDGER, name="a", minor=1, open=True, tag="t")
        with pytest.raises(AlreadyThere):
            rows.add(LEDGER, minor=2, open=True, **second)
        rows.add(LEDGER, name="c", minor=3, open=True)
        return len(rows.find(LEDGER))

    assert await ports.records.transact(work) == 2
    assert len(await ports.records.transact(lambda rows: rows.find(LEDGER))) == 2


async def test_all_is_undone_when_the_work_raises(ports: Ports):
    def work(rows: Rows) -> None:
        rows.add(LEDGER, name="a", minor=1, open=True)
        message = "no"
        raise LookupError(message)

    with pytest.raises(LookupError):
        await ports.records.transact(work)

    assert await ports.records.transact(lambda rows: rows.find(LEDGER)) == []


async def test_nobody_changes_a_locked_row_in_between(ports: Ports):
    await ports.records.transact(lambda rows: rows.add(LEDGER, name="a", minor=0, open=True))

    def adds_one(rows: Rows) -> None:
        (row,) = rows.lock(LEDGER, name="a")
        rows.change(LEDGER, {"name": "a"}, minor=row["minor"] + 1)

    await asyncio.gather(*(ports.records.transact(adds_one) for _ in range(20)))

    (row,) = await ports.records.transact(lambda rows: rows.find(LEDGER))
    assert row["minor"] == 20


async def test_a_mistake_in_one_work_hangs_neither_it_nor_others(ports: Ports):
    """No future takes `StopIteration`; whoever waited for one in vain would wait for ever."""

    def mistaken(rows: Rows) -> object:
        rows.add(LEDGER, name="mistaken", minor=1, open=True)
        return next(iter(rows.find(LEDGER, name="nobody")))

    def add(name: str) -> Callable[[Rows], None]:
        return lambda rows: rows.add(LEDGER, name=name, minor=1, open=True)

    works: list[Callable[[Rows], object]] = [add("a"), add("b"), mistaken, add("c"), mistaken]
    async with asyncio.timeout(10):
        done = await asyncio.gather(*map(ports.records.transact, works), return_exceptions=True)

    assert [type(one) for one in done] == [
        NoneType,
        NoneType,
        RuntimeError,
        NoneType,
        RuntimeError,
    ]
    kept = await ports.records.transact(lambda rows: rows.find(LEDGER))
    assert [row["name"] for row in kept] == ["a", "b", "c"]


async def test_an_async_function_is_no_work_and_is_told_so(ports: Ports):
    async def work(rows: Rows) -> None:
        rows.add(LEDGER, name="a", minor=1, open=True)

    with pytest.raises(AuthorError, match="work of a transaction is a plain function: “def”"):
        await ports.records.transact(work)  # type: ignore[unused-coroutine]
    assert await ports.records.transact(lambda rows: rows.find(LEDGER)) == []


ODD: tuple[tuple[dict[str, object], str], ...] = (
    ({"nope": 1}, "table ledger has no column nope; it has name, minor, open, at, tag"),
    ({"minor": "many"}, "ledger.minor holds a whole number of 64 bits, and was given str"),
    ({"minor": True}, "ledger.minor holds a whole number of 64 bits, and was given bool"),
    ({"minor": 2**63}, "ledger.minor holds a whole number of 64 bits, and was given int"),
    ({"open": 1}, "ledger.open holds True or False, and was given int"),
    ({"name": 7}, "ledger.name holds a text, and was given int"),
    ({"at": NOON.replace(tzinfo=None)}, "ledger.at holds an aware datetime, and was given"),
    ({"tag": ["a"]}, "ledger.tag holds a text, and was given list"),
)


@pytest.mark.parametrize(("odd", "words"), ODD, ids=[str(odd) for odd, _words in ODD])
async def test_what_no_column_holds_is_refused_in_words_by_every_store(
    ports: Ports, odd: dict[str, object], words: str
):
    row: dict[str, object] = {"name": "a", "minor": 1, "open": True}
    works: list[Callable[[Rows], object]] = [
        lambda rows: rows.add(LEDGER, **{**row, **odd}),
        lambda rows: rows.find(LEDGER, **odd),
        lambda rows: rows.lock(LEDGER, **odd),
        lambda rows: rows.change(LEDGER, odd, minor=2),
        lambda rows: rows.change(LEDGER, {"name": "a"}, **odd),
    ]

    for work in works:
        with pytest.raises(AuthorError, match=re.escape(words)):
            await ports.records.transact(work)

    assert await ports.records.transact(lambda rows: rows.find(LEDGER)) == []


async def test_a_row_that_lacks_what_it_needs_is_refused_in_words_by_every_store(ports: Ports):
    with pytest.raises(AuthorError, match="a row of ledger needs minor, open"):
        await ports.records.transact(lambda rows: rows.add(LEDGER, name="a"))


async def test_no_change_takes_from_a_row_what_it_needs(ports: Ports):
    row = {"name": "a", "minor": 1, "open": True}
    await ports.records.transact(lambda rows: rows.add(LEDGER, **row, tag="new"))

    with pytest.raises(AuthorError, match="a row of ledger needs minor"):
        await ports.records.transact(lambda rows: rows.change(LEDGER, {"name": "a"}, minor=None))
    await ports.records.transact(lambda rows: rows.change(LEDGER, {"name": "a"}, tag=None))

    kept = await ports.records.transact(lambda rows: rows.find(LEDGER))
    assert [(one["minor"], one["tag"]) for one in kept] == [(1, None)]


async def test_a_table_that_no_agent_lists_is_named_with_what_makes_it(store: Store):
    visits = Table("desk_visits", (Column("id", key=True), Column("name", nullable=True)))
    works: list[Callable[[Rows], object]] = [
        lambda rows: rows.add(visits, id="a"),
        lambda rows: rows.find(visits),
        lambda rows: rows.lock(visits, id="a"),
        lambda rows: rows.change(visits, {"id": "a"}, name="Ana"),
    ]

    for work in works:
        with pytest.raises(AuthorError, match="no table desk_visits: list it in the “tables” of"):
            await store.records.transact(work)

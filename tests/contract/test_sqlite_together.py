"""SQLite alone: what is written together is committed together, and fails apart."""

import asyncio
import sqlite3
from collections.abc import Callable

import pytest

from bot.domain.errors import Fenced, StoreAway
from bot.storage.databases.transactions import SqlTransaction
from tests.contract.test_sqlite import a_locker, a_turn, driver_of, limit_pages
from tests.fakes.events import a_message
from tests.fakes.opened import Store


@pytest.fixture
def address(migrated_sqlite: str) -> str:
    return migrated_sqlite


async def test_what_comes_together_is_committed_together(store: Store):
    await a_turn(store, 0)
    commits: list[str] = []
    driver = driver_of(store)
    driver.set_trace_callback(lambda text: commits.append(text) if text == "COMMIT" else None)

    turns = await asyncio.gather(*(store.inbox.accept(a_message(str(n))) for n in range(1, 41)))

    assert len(set(turns)) == 40
    assert None not in turns
    assert len(commits) == 1 + 3, "one alone, then sixteen together at most"
    assert await store.inbox.accept(a_message("1")) is None


async def test_one_that_fails_among_others_is_undone_alone(store: Store):
    def add(number: int, error: Exception | None) -> Callable[[SqlTransaction], int]:
        def work(sql: SqlTransaction) -> int:
            sql.change("INSERT INTO kept VALUES (:number)", number=number)
            if error is not None:
                raise error
            return number

        return work

    await store.database.write(lambda sql: sql.change("CREATE TABLE kept (number INTEGER UNIQUE)"))
    works = [add(1, None), add(2, None), add(3, Fenced()), add(2, None), add(4, None)]
    done = await asyncio.gather(*map(store.database.write, works), return_exceptions=True)

    assert done[:2] == [1, 2]
    assert isinstance(done[2], Fenced)
    assert isinstance(done[3], sqlite3.IntegrityError)
    assert done[4] == 4
    kept = await store.database.read(lambda sql: sql.rows("SELECT number FROM kept"))
    assert kept == [(1,), (2,), (4,)]


async def test_none_of_those_together_is_kept_when_the_disk_is_full(store: Store):
    await a_turn(store, 1)
    accepting = (store.inbox.accept(a_message(f"x{n}", text="x" * 9000)) for n in range(100))
    limited = limit_pages(store, 1)  # until the file is opened anew, after the first failure
    _, *accepted = await asyncio.gather(limited, *accepting, return_exceptions=True)

    lost = [n for n, outcome in enumerate(accepted) if isinstance(outcome, StoreAway)]
    assert len(lost) == 16
    rows = await store.database.read(lambda sql: sql.rows("SELECT id FROM inbox"))
    assert len(rows) == 1 + 100 - len(lost)
    again = [await store.inbox.accept(a_message(f"x{n}")) for n in range(100)]
    assert [n for n, turn in enumerate(again) if turn is not None] == lost


async def test_whoever_gives_up_while_waiting_is_not_written(store: Store):
    await a_turn(store, 1)
    writing = [asyncio.create_task(store.inbox.accept(a_message(f"y{n}"))) for n in range(3)]
    await asyncio.sleep(0)
    writing[1].cancel()
    first, second, third = await asyncio.gather(*writing, return_exceptions=True)

    assert first
    assert third
    assert isinstance(second, asyncio.CancelledError)
    assert await store.inbox.accept(a_message("y1")) is not None
    assert await store.inbox.accept(a_message("y2")) is None


async def test_those_together_wait_for_a_lock_together(address: str, store: Store):
    await a_turn(store, 1)
    locker = a_locker(address)
    writing = [asyncio.create_task(store.inbox.accept(a_message(f"z{n}"))) for n in range(5)]
    await asyncio.sleep(0)
    assert not any(task.done() for task in writing)
    locker.execute("COMMIT")

    assert None not in await asyncio.gather(*writing)
    locker.close()


async def test_what_comes_while_a_commit_is_under_way_is_committed_next(
    address: str, store: Store
):
    await a_turn(store, 1)
    commits: list[str] = []
    driver = driver_of(store)
    driver.set_trace_callback(lambda text: commits.append(text) if text == "COMMIT" else None)
    locker = a_locker(address)

    writing = []
    for number in range(9):
        writing.append(asyncio.create_task(store.inbox.accept(a_message(f"w{number}"))))
        for _pass in range(3):
            await asyncio.sleep(0)
    locker.execute("COMMIT")

    assert None not in await asyncio.gather(*writing)
    assert len(commits) == 2, "the first, and all the others"
    locker.close()

"""SQLite alone: several processes on one file, locks, and sessions that grow long."""

import asyncio
import sqlite3
import sys
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.core.ports.environment import Cipher
from bot.domain.errors import StoreAway
from bot.storage.databases import sqlite
from bot.storage.databases.sqlite_connection import Locked, SqliteFile, sqlite_engine
from bot.storage.databases.transactions import SqlTransaction, database_url
from tests.fakes.events import SESSION, a_message, a_reply, said, the_ending
from tests.fakes.opened import Store, open_store
from tests.fakes.world import FakeClock, FakeIds

ACCEPTS_MANY = """
import asyncio, sys
from bot.bootstrap.ports import RandomIds, SystemClock
from tests.fakes.opened import open_store
from tests.fakes.events import a_message
from tests.fakes.world import ReversingCipher

async def main(address, name):
    store = open_store(address, ReversingCipher(), SystemClock(), RandomIds())
    for number in range(100):
        assert await store.inbox.accept(a_message(f"{name} {number}"))
        assert await store.inbox.accept(a_message(f"shared {number}")) or True
    await store.database.close()

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.fixture
def address(migrated_sqlite: str) -> str:
    return migrated_sqlite


async def a_turn(store: Store, number: int) -> None:
    """One whole cycle, as the engine runs it."""
    await store.inbox.accept(a_message(str(number)))
    turn = await store.turns.begin(SESSION)
    assert turn is not None
    await store.turns.record(turn.turn, turn.epoch, "model 1", {"text": "hello"})
    lines = (said(turn, "hello?"), said(turn, "hello", by_bot=True))
    reply = a_reply(turn)
    await store.turns.commit(
        the_ending(turn, participants=(turn.participant,), said=lines, replies=(reply,))
    )
    await store.outbox.settle(SESSION, [reply.id])


@pytest.mark.timeout(60)
async def test_three_processes_lose_nothing_and_double_nothing(address: str, store: Store):
    program = (sys.executable, "-c", ACCEPTS_MANY, address)
    processes = [await asyncio.create_subprocess_exec(*program, name) for name in "abc"]
    codes = [await process.wait() for process in processes]

    assert codes == [0, 0, 0]
    rows = await store.database.read(lambda sql: sql.rows("SELECT dedupe FROM inbox"))
    assert len(rows) == len(set(rows)) == 400


async def test_two_engines_on_a_file_take_turns(address: str, cipher: Cipher, store: Store):
    other = open_store(address, cipher, FakeClock(), FakeIds())
    await store.inbox.accept(a_message("1"))
    first = await store.turns.begin(SESSION)
    second = await other.turns.begin(SESSION)

    assert first is not None
    assert second is not None
    assert second.epoch == first.epoch + 1
    await other.turns.commit(the_ending(second))
    assert await store.turns.begin(SESSION) is None
    await other.database.close()


async def test_a_lock_of_another_process_is_waited_for_without_holding_up_the_rest(
    address: str, store: Store
):
    await store.inbox.accept(a_message("1"))
    locker = a_locker(address)
    accepting = asyncio.create_task(store.inbox.accept(a_message("2")))
    await asyncio.sleep(0)

    assert await store.inbox.waiting() == [SESSION]
    assert not accepting.done()
    locker.execute("COMMIT")
    assert await accepting is not None
    locker.close()


async def test_a_lock_that_stays_is_reported_in_time(
    address: str, store: Store, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sqlite, "BUSY_MILLISECONDS", 10)
    locker = a_locker(address)
    with pytest.raises(StoreAway, match="is locked; another process holds it"):
        await store.inbox.accept(a_message("1"))

    locker.execute("COMMIT")
    assert await store.inbox.accept(a_message("1")) is not None
    locker.close()


async def test_a_full_disk_is_reported_and_survived(store: Store):
    await a_turn(store, 1)
    pages = await limit_pages(store, 1)

    with pytest.raises(StoreAway, match="disk is full; make room on the disk"):
        for number in range(1000):
            await store.inbox.accept(a_message(f"x{number}", text="x" * 5000))
    await limit_pages(store, pages + 1000)

    assert await store.inbox.accept(a_message("after")) is not None


async def test_a_slow_file_is_left_to_the_thread(store: Store, monkeypatch: pytest.MonkeyPatch):
    here: list[str] = []

    def where(sql: SqlTransaction) -> None:
        here.append("loop" if asyncio._get_running_loop() else "thread")  # noqa: SLF001 - tells threads apart

    for slow_seconds in (60.0, 60.0, 0.0, 60.0):
        monkeypatch.setattr(sqlite, "SLOW_SECONDS", slow_seconds)
        await store.database.write(where)

    assert here == ["thread", "loop", "thread", "loop"]


async def test_what_is_committed_survives_a_loss_of_power(store: Store):
    def settings(sql: SqlTransaction) -> list[object]:
        return [sql.rows(f"PRAGMA {name}")[0][0] for name in ("journal_mode", "synchronous")]

    assert await store.database.read(settings) == ["wal", 2]


def test_a_bug_is_no_outage(address: str):
    file = SqliteFile(database_url(address), "BEGIN")
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        file.transact(lambda sql: sql.rows("SELECT 1 FROM nowhere"))

    locker = a_locker(address)
    with pytest.raises(Locked):
        SqliteFile(database_url(address), "BEGIN IMMEDIATE").transact(lambda sql: None)
    file.close()
    locker.close()


@pytest.mark.timeout(60)
async def test_the_thousandth_turn_costs_what_the_tenth_did(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    statements: Counter[str] = Counter()

    async def cost_of(number: int) -> tuple[int, int]:
        """Statements, and steps of SQLite's own machine: it counts what is really read."""
        statements.clear()
        steps = [0]
        driver = driver_of(store)
        driver.set_trace_callback(lambda text: statements.update([text.split()[0]]))
        driver.set_progress_handler(lambda: steps.__setitem__(0, steps[0] + 1), 1)
        await a_turn(store, number)
        driver.set_trace_callback(None)
        driver.set_progress_handler(None, 0)
        return statements.total(), steps[0]

    for number in range(50):
        await a_turn(store, number)
    early = await cost_of(50)
    for number in range(51, 1000):
        await a_turn(store, number)
    late = await cost_of(1000)

    assert late[0] == early[0] <= 32
    assert late[1] <= early[1] * 1.05


def driver_of(store: Store) -> sqlite3.Connection:
    """The connection that writes, to watch it."""
    lane = store.database._writer  # type: ignore[attr-defined]  # noqa: SLF001 - watches the driver
    driver: sqlite3.Connection = lane._file._sql.driver  # noqa: SLF001
    return driver


def a_locker(address: str) -> sqlite3.Connection:
    """Another process, to all intents, in the middle of a write."""
    path = Path(address.removeprefix("sqlite:///"))
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    return connection


async def limit_pages(store: Store, pages: int) -> int:
    def work(sql: SqlTransaction) -> int:
        limit: int = sql.rows(f"PRAGMA max_page_count = {pages}")[0][0]
        return limit

    return await store.database.write(work)


def test_a_new_file_is_readable_by_its_owner_only(tmp_path: Path):
    engine = sqlite_engine(make_url(f"sqlite:///{tmp_path}/new.db"))

    engine.connect().close()

    assert (tmp_path / "new.db").stat().st_mode & 0o777 == 0o600


async def test_a_closed_file_is_used_no_more(store: Store):
    await a_turn(store, 1)
    closing = asyncio.create_task(store.database.close())
    await asyncio.sleep(0)  # the thread lets go of the connection meanwhile

    with pytest.raises(StoreAway):
        await store.inbox.accept(a_message("late"))
    await closing
    with pytest.raises(StoreAway):
        await store.inbox.waiting()

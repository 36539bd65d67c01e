"""Postgres alone: conflicts are tried again, lost connections replaced, zombies kept out."""

import asyncio
import select
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from string import ascii_letters
from threading import Event
from typing import Any

import psycopg
import pytest

from bot.domain.errors import Fenced, StoreAway
from bot.engine.workers.connection_pool import check
from bot.engine.workers.heartbeat import Heart
from bot.storage.databases.postgres import TRIES, PostgresDatabase
from bot.storage.databases.transactions import SqlTransaction, database_url
from tests.fakes.events import SESSION, a_message, the_ending
from tests.fakes.opened import Store

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(60)]

MOST_LOOKS = 100
OTHERS = (
    "SELECT COUNT(*) FROM pg_stat_activity"
    " WHERE pid <> pg_backend_pid() AND datname = current_database()"
)

# A statement before the only one of its transaction began in another.
HOW = "SELECT now() = statement_timestamp(), current_setting('synchronous_commit')"


@pytest.fixture
def address(migrated_postgres: str) -> str:
    return migrated_postgres


def cut_all(address: str) -> None:
    """Break every connection, as a restart of the server does."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )


async def test_what_is_too_much_for_the_server_is_not_taken_for_an_outage(
    address: str, store: Store
):
    """Waiting would not help: the same row would be too long for its index the next time."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE TABLE names (name TEXT PRIMARY KEY)")
    random = Random(1)  # noqa: S311 - words that cannot be made shorter by packing
    longest = "".join(random.choices(ascii_letters, k=6000))

    def work(sql: SqlTransaction) -> int:
        return sql.change("INSERT INTO names (name) VALUES (:name)", name=longest)

    with pytest.raises(psycopg.errors.ProgramLimitExceeded):
        await store.database.write(work)


async def test_lost_connections_are_replaced(address: str, store: Store):
    await asyncio.gather(*(store.inbox.accept(a_message(str(n))) for n in range(8)))
    await asyncio.to_thread(cut_all, address)

    turns = await asyncio.gather(*(store.inbox.accept(a_message(f"b{n}")) for n in range(8)))

    assert None not in turns


async def test_a_connection_lost_in_the_middle_runs_the_work_again(address: str, store: Store):
    runs: list[int] = []

    def work(sql: SqlTransaction) -> Any:
        runs.append(1)
        if len(runs) == 1:
            cut_all(address)
        return sql.rows("SELECT 1")

    assert await store.database.write(work) == [(1,)]
    assert len(runs) == 2


async def test_one_statement_is_asked_for_without_a_transaction_around_it(store: Store):
    def work(sql: SqlTransaction) -> list[Any]:
        begun, noted = sql.rows("SELECT 1"), sql.rows(HOW)
        assert begun
        return noted

    assert await store.database.write(work) == [(False, "on")]
    assert await store.database.put(work) == [(True, "on")]
    assert await store.database.read(work) == [(True, "on")]
    assert await store.database.note(work) == [(True, "off")]
    assert await store.database.write(work) == [(False, "on")]


@pytest.mark.parametrize("way", ["put", "note"])
async def test_a_statement_whose_connection_was_lost_runs_again(
    address: str, store: Store, way: str
):
    run = getattr(store.database, way)
    await run(lambda sql: sql.rows("SELECT 1"))
    await asyncio.to_thread(cut_all, address)

    assert await run(lambda sql: sql.rows("SELECT 2")) == [(2,)]


async def test_a_server_that_is_away_is_reported():
    database = PostgresDatabase(database_url("postgres://u:p@127.0.0.1:9/none"))

    with pytest.raises(StoreAway):
        await database.write(lambda sql: sql.rows("SELECT 1"))
    await database.close()


async def test_a_conflict_is_tried_five_times(store: Store):
    conflicts: list[psycopg.Error] = [psycopg.errors.SerializationFailure()] * (TRIES - 1)

    def work(sql: SqlTransaction) -> str:
        if conflicts:
            raise conflicts.pop()
        return "done"

    assert await store.database.write(work) == "done"

    conflicts.extend([psycopg.errors.DeadlockDetected()] * TRIES)
    with pytest.raises(StoreAway):
        await store.database.write(work)


async def test_contended_sessions_get_through_where_everything_is_serializable(
    address: str, store: Store
):
    with psycopg.connect(address, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(
            f"ALTER DATABASE {name} SET default_transaction_isolation = 'serializable'"
        )
    await asyncio.to_thread(cut_all, address)
    for number in range(10):
        await store.inbox.accept(a_message(str(number)))

    async def tries() -> int:
        done = 0
        for _ in range(10):
            try:
                beginning = await store.turns.begin(SESSION)
                if beginning:
                    await store.turns.commit(the_ending(beginning))
                    done += 1
            except (Fenced, StoreAway):
                pass
        return done

    done = sum(await asyncio.gather(*(tries() for _ in range(3))))
    while beginning := await store.turns.begin(SESSION):
        await store.turns.commit(the_ending(beginning))
        done += 1

    assert done == 10


async def test_a_step_is_in_the_journal_before_the_next_turn_reads_it(address: str, store: Store):
    await store.inbox.accept(a_message("1"))
    first = await store.turns.begin(SESSION)
    assert first is not None
    with psycopg.connect(address) as taking_over:
        taking_over.execute("UPDATE sessions SET epoch = epoch + 1")
        recording = asyncio.create_task(
            store.turns.record(first.turn, first.epoch, "tool 1", "sent")
        )
        while not await asyncio.to_thread(is_somebody_waiting, address):
            pass
        taking_over.commit()

    with pytest.raises(Fenced):
        await recording


async def test_a_server_that_only_reads_is_away(address: str, store: Store):
    def work(sql: SqlTransaction) -> None:
        sql.change("SET TRANSACTION READ ONLY")
        sql.change("UPDATE sessions SET epoch = 1")

    with pytest.raises(StoreAway):
        await store.database.write(work)


@contextmanager
def only_reading(address: str) -> Iterator[None]:
    """Let new connections change nothing, as on a server that follows another."""
    database = database_url(address).database
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {database} SET default_transaction_read_only = on")
        yield
        connection.execute(f"ALTER DATABASE {database} RESET default_transaction_read_only")


@pytest.mark.proves("R14")
async def test_nobody_stays_with_a_server_that_only_reads(address: str):
    database = PostgresDatabase(database_url(address))

    def work(sql: SqlTransaction) -> None:
        sql.change("UPDATE sessions SET epoch = 1")

    with only_reading(address), pytest.raises(StoreAway):
        await database.write(work)

    await database.write(work)
    await database.close()


@pytest.mark.proves("R14")
def test_a_heart_goes_on_once_a_server_that_only_read_takes_changes(address: str):
    heart = Heart(database_url(address), lambda: {1}, lambda: 0.0)
    with only_reading(address), pytest.raises(psycopg.OperationalError):
        heart.beat()

    heart.beat()
    heart.close()


def is_somebody_waiting(address: str) -> bool:
    with psycopg.connect(address) as connection:
        row = connection.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchone()
    return row is not None


async def test_closing_waits_for_what_runs_and_leaves_no_connection(address: str):
    database, begun, goes_on = PostgresDatabase(database_url(address)), Event(), Event()

    def work(sql: SqlTransaction) -> list[Any]:
        begun.set()
        goes_on.wait()
        return sql.rows("SELECT 1")

    running = asyncio.create_task(database.read(work))
    await asyncio.to_thread(begun.wait)
    closing = asyncio.create_task(database.close())
    await asyncio.sleep(0)
    goes_on.set()

    assert await running == [(1,)]
    await closing
    assert await asyncio.to_thread(others, address) == 0


def others(address: str) -> int:
    """How many connections there are besides the one that asks; they go in a moment."""
    with psycopg.connect(address, autocommit=True) as connection:
        for _ in range(MOST_LOOKS):
            (count,) = connection.execute(OTHERS).fetchall()[0]
            if not count:
                return 0
            connection.execute("SELECT pg_sleep(0.02)")
        return int(count)


async def test_a_connection_that_was_cut_is_not_used(address: str):
    connect = psycopg.AsyncConnection.connect(address, autocommit=True)
    async with await connect as connection:
        await check(connection)

        await asyncio.to_thread(cut_all, address)
        select.select([connection.fileno()], [], [])
        with pytest.raises(psycopg.OperationalError):
            await check(connection)


def test_a_server_that_vanishes_is_not_waited_for(store: Store):
    database: Any = store.database
    for pool in (database._engine, database._hasty):  # noqa: SLF001 - what is set is seen nowhere else
        with pool.connect() as connection:
            given = connection.connection.dbapi_connection.info.get_parameters()

        assert (given["tcp_user_timeout"], given["keepalives_idle"]) == ("10000", "5")


async def test_who_gets_no_connection_hears_that_the_store_is_away(
    address: str, monkeypatch: pytest.MonkeyPatch
):
    database = PostgresDatabase(database_url(address), threads=2)
    pool: Any = database._engine.pool  # noqa: SLF001 - waits half a minute otherwise
    monkeypatch.setattr(pool, "_timeout", 0.05)
    taken = [database._engine.connect() for _ in range(2)]  # noqa: SLF001

    with pytest.raises(StoreAway, match="no connection is free"):
        await database.write(lambda sql: sql.rows("SELECT 1"))

    for connection in taken:
        connection.close()
    await database.close()

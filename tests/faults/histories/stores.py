"""The stores a history is kept in, and what can be read from them once it is over."""

from abc import abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from typing_extensions import override

from bot.core.ports.environment import Clock
from bot.domain.audit_log import AuditLink, ChainHead
from bot.engine.ports import Ports
from bot.storage.databases.transactions import SqlTransaction
from tests.fakes.in_memory.ports import memory_ports
from tests.fakes.migrated import migrate_by_copy
from tests.fakes.opened import Store, open_store
from tests.fakes.store.admin import MemoryOversight
from tests.fakes.store.linked_accounts import MemoryLinks
from tests.fakes.store.store import MemoryStore
from tests.fakes.world import FakeIds, ReversingCipher

EVENTS = "SELECT id, dedupe, session, status FROM inbox ORDER BY seq"

TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
UNSENT = "SELECT id FROM outbox WHERE sent_at IS NULL"


@dataclass(frozen=True, slots=True)
class Row:
    """An event in the inbox."""

    turn: str
    key: str
    session: str
    status: str


@dataclass(frozen=True, slots=True)
class Books:
    """How things stand in a store."""

    events: Sequence[Row]
    unsent: Sequence[str]
    links: Sequence[AuditLink]
    head: ChainHead
    clear: str


class Kept(Protocol):
    """A store that outlives its processes."""

    def ports(self) -> Ports:
        """The ports for another process."""
        ...

    async def books(self) -> Books:
        """How things stand."""
        ...

    async def close(self) -> None:
        """Let go of it."""
        ...


@dataclass
class InMemory(Kept):
    """Plain tables."""

    clock: Clock
    store: MemoryStore = field(init=False)

    def __post_init__(self) -> None:
        self.store = MemoryStore(self.clock, FakeIds())
        self._links = MemoryLinks(self.store, FakeIds())

    def ports(self) -> Ports:
        return memory_ports(self.store, self.clock, links=self._links)

    async def books(self) -> Books:
        tables = self.store.tables
        rows = [Row(e.turn, k, e.session, e.status) for k, e in tables.events.items()]
        unsent = [id_ for id_ in tables.replies if id_ not in tables.sent]
        head = (await MemoryOversight(self.store).kept()).head
        # Events stand here as they came; on disk they are sealed, with what they said.
        kept = (tables.said, tables.requests, tables.plans, tables.journal, tables.replies)
        clear = repr([kept, tables.participants, tables.audit, tables.decisions])
        return Books(rows, unsent, tables.audit, head, clear)

    async def close(self) -> None:
        return None


@dataclass
class InSql(Kept):
    """A database, which every process opens for itself."""

    clock: Clock
    address: str
    opened: list[Store] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._ids = FakeIds()
        self._own = self._open()

    def ports(self) -> Ports:
        return self._open()

    async def books(self) -> Books:
        read, trail = self._own.database.read, self._own.audit_log
        events = await read(lambda sql: sql.rows(EVENTS))
        unsent = await read(lambda sql: sql.rows(UNSENT))
        links: list[AuditLink] = []
        while more := await trail.after(len(links)):
            links += more
        head = (await trail.kept()).head
        rows = [Row(*row) for row in events]
        clear = await read(self._clear)
        return Books(rows, [id_ for (id_,) in unsent], links, head, clear)

    async def close(self) -> None:
        for store in self.opened:
            await store.database.close()

    def _open(self) -> Store:
        store = open_store(self.address, ReversingCipher(), self.clock, self._ids)
        self.opened.append(store)
        return store

    @abstractmethod
    def _clear(self, sql: SqlTransaction) -> str:
        """All that stands in the database, as whoever gets hold of it can read it."""


class OnDisk(InSql):
    """A SQLite file."""

    def __init__(self, clock: Clock, path: Path) -> None:
        self.path = path
        address = f"sqlite:///{path}"
        migrate_by_copy(address)
        super().__init__(clock, address)

    @override
    def _clear(self, sql: SqlTransaction) -> str:
        parts = (self.path, self.path.with_name(f"{self.path.name}-wal"))
        clear = b"".join(part.read_bytes() for part in parts if part.exists())
        return clear.decode("latin-1")


class OnPostgres(InSql):
    """A database of a server, which is there as long as the history goes on."""

    def __init__(self, clock: Clock, database: AbstractContextManager[str]) -> None:
        self._database = database
        super().__init__(clock, database.__enter__())

    @override
    async def close(self) -> None:
        await super().close()
        self._database.__exit__(None, None, None)

    @override
    def _clear(self, sql: SqlTransaction) -> str:
        tables = [name for (name,) in sql.rows(TABLES)]
        rows = [sql.rows(f'SELECT CAST(t AS text) FROM "{name}" t') for name in tables]  # noqa: S608 - its own names
        return "\n".join(text for table in rows for (text,) in table)

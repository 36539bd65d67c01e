"""All ports together, over the store in memory."""

from collections.abc import Callable
from typing import Any, TypeVar

from typing_extensions import override

from agents.kit.values.model import ModelCall, ModelReply
from bot.core.ports.environment import Clock
from bot.core.state.catalogue import Catalogue
from bot.engine.ports import Ports
from bot.llm.model_reader import ModelReader
from bot.storage.databases.transactions import SqlDatabase, SqlTransaction
from tests.fakes.store.admin import MemoryOversight
from tests.fakes.store.agent_tables import MemoryRecords
from tests.fakes.store.linked_accounts import MemoryLinks
from tests.fakes.store.plans import MemoryPlans
from tests.fakes.store.sessions import MemoryOverviews, MemoryPosts
from tests.fakes.store.store import MemoryStore
from tests.fakes.world import FakeHttp, FakeIds, ReversingCipher

T = TypeVar("T")


class NoModel:
    """A model nobody may ask."""

    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        raise AssertionError(call)


class NoDatabase(SqlDatabase):
    """A database nobody may ask: what is kept in memory is kept in none."""

    @override
    async def write(self, work: Callable[[SqlTransaction], T]) -> T:
        raise AssertionError(work)

    @override
    async def read(self, work: Callable[[SqlTransaction], T]) -> T:
        raise AssertionError(work)

    @override
    async def scrub(self) -> None:
        return None

    @override
    async def close(self) -> None:
        return None


def memory_ports(store: MemoryStore, clock: Clock, **others: Any) -> Ports:
    """The ports over a store, with other things for some of them; nobody asks a model."""
    return Ports(**{**kept_in(store), **beside(clock), **others})


def kept_in(store: MemoryStore) -> dict[str, Any]:
    """The ports that keep things, over a store."""
    over, posts = MemoryOversight(store), MemoryPosts()
    return {
        "database": NoDatabase(),
        "inbox": store,
        "unannounced": store,
        "turns": store,
        "sessions": store,
        "requests": store,
        "plans": MemoryPlans(store),
        "outbox": store,
        "upkeep": store,
        "records": MemoryRecords(),
        "posts": posts,
        "overviews": MemoryOverviews(store, posts),
        "operations": over,
        "admin_views": over,
        "audit_log": over,
        "links": MemoryLinks(store, FakeIds()),
    }


def beside(clock: Clock) -> dict[str, Any]:
    """The ports that keep nothing."""
    return {
        "catalogue": Catalogue.of(()),
        "model": NoModel(),
        "reader": ModelReader(),
        "http": FakeHttp(),
        "cipher": ReversingCipher(),
        "clock": clock,
        "ids": FakeIds(),
    }

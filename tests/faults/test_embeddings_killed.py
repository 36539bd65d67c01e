"""Killed while it embeds, a process loses no line and has none embedded twice."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from bot.bootstrap.ports import SystemClock
from bot.storage.databases.encryption import FernetCipher
from bot.storage.memory.embeddings import MOST_OF_ONE
from tests.contract.conftest import ports_over
from tests.contract.embedding import MODEL, embed, near
from tests.contract.test_memory import spoke
from tests.effort import IN_FULL
from tests.fakes.migrated import migrate_by_copy
from tests.fakes.model_answers import Asked, Hang, Reply
from tests.fakes.model_embeddings import Understanding
from tests.fakes.model_server import ModelServer
from tests.fakes.opened import Store, open_store
from tests.fakes.world import FakeClock, FakeIds

pytestmark = [pytest.mark.faults, pytest.mark.timeout(120), pytest.mark.proves("R11")]

TURNS = MOST_OF_ONE * 3 // 4  # two lines each: one batch and a half
# At which request, and how long after its answer; None is before it.
FEW: list[tuple[int, float | None]] = [(1, None), (2, 0.0)]
MORE: list[tuple[int, float | None]] = [(1, 0.0), (2, None), (1, 0.01), (2, 0.01), (2, 0.03)]
POINTS = [*FEW, *MORE] if IN_FULL else FEW


@dataclass
class Killer:
    """Answers by meaning, and kills who asks: at a request, before its answer or after it."""

    at_request: int
    after_seconds: float | None
    pid: int = 0
    asked: int = 0
    understanding: Understanding = field(default_factory=lambda: Understanding(lambda _: Hang()))

    def __call__(self, asked: Asked) -> Reply:
        self.asked += 1
        if self.asked == self.at_request:
            if self.after_seconds is None:
                self._kill()
                return Hang()
            asyncio.get_running_loop().call_later(self.after_seconds, self._kill)
        return self.understanding(asked)

    def _kill(self) -> None:
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            assert self.after_seconds, "it was quicker than its killer"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A store with lines to embed, and a clock on which any claim is over by now."""
    migrate_by_copy(_address(tmp_path))
    clock = FakeClock(SystemClock().now() + timedelta(minutes=30))
    cipher = FernetCipher(_key(tmp_path))
    store = open_store(_address(tmp_path), cipher, clock, FakeIds())
    ports = ports_over(store)
    for number in range(TURNS):
        await spoke(ports, f"my locker has the number {number}")
    yield store
    await store.database.close()


@pytest.mark.parametrize(("at_request", "after_seconds"), POINTS)
async def test_what_was_not_embedded_then_is_embedded_later(
    at_request: int, after_seconds: float | None, store: Store, tmp_path: Path
):
    killer = Killer(at_request, after_seconds)
    async with ModelServer(killer) as server:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "tests.faults.embedding_process"),
            env={
                **os.environ,
                "DATABASE_URL": _address(tmp_path),
                "FRONTDESK_SECRET_KEY": _key(tmp_path),
                "OPENAI_BASE_URL": server.base_url,
                "FRONTDESK_MODEL": "none",
                "FRONTDESK_EMBEDDINGS_MODEL": MODEL,
            },
        )
        killer.pid = process.pid
        died = await process.wait()
    assert died == -signal.SIGKILL or after_seconds
    ports = ports_over(store)
    kept = await embedded(store)

    assert await embed(ports) == 2 * TURNS - kept

    assert kept >= (at_request - 1) * MOST_OF_ONE
    assert await embedded(store) == 2 * TURNS
    assert await ports.meanings.due(MODEL) == []
    assert await near(ports, "cupboard")


async def embedded(store: Store) -> int:
    count: int = await store.database.read(
        lambda sql: sql.rows("SELECT COUNT(*) FROM vectors WHERE body <> ''")[0][0]
    )
    return count


def _address(folder: Path) -> str:
    return f"sqlite:///{folder / 'frontdesk.db'}"


def _key(folder: Path) -> str:
    file = folder / "key"
    if not file.exists():
        file.write_bytes(Fernet.generate_key())
    return file.read_text()

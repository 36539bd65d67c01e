"""R14: what SQLite's file and disk may do; nothing taken in is lost, and no restart is needed.

A full disk is made in two ways: by a limit on the pages of the file, which anybody may set, and
by filling a small file system, which only root may mount.
"""

import asyncio
import os
import shutil
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, suppress
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from bot.domain.errors import StoreAway
from bot.storage.databases import sqlite
from bot.storage.databases.sqlite_connection import Locked
from bot.storage.databases.transactions import SqlTransaction
from tests.benchmarks.instant import InstantBot, an_instant_bot
from tests.faults.conftest import Count, asked_kills

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600), pytest.mark.proves("R4", "R14")]

TIMES = 10 if asked_kills() else 1
BUSY_MILLISECONDS = 40
"""How long a lock is waited for here: a fiftieth of the real 2 s, as the locks are short too."""
LOCKS_SECONDS = (0.02, 0.1, 0.3)  # for 1, 5 and 15
READY_WITHIN_SECONDS = 10.0 if asked_kills() else 60.0  # other tests run beside this one
LOOK_SECONDS = 0.02
IN_FLIGHT = 4
DATABASE = "frontdesk.db"
LET_GO = 1 << 30  # pages

FORCED: list[str] = []
"""What new connections of the bot are set to as well: it makes them after a failure."""

Fault = Callable[[InstantBot, Path], AbstractAsyncContextManager[None]]


@pytest.fixture(autouse=True)
def _locks_are_short(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sqlite, "BUSY_MILLISECONDS", BUSY_MILLISECONDS)


@pytest.fixture(autouse=True)
def _settings_are_kept_after_a_failure() -> Iterator[None]:
    def again(driver: sqlite3.Connection, _record: object) -> None:
        for setting in FORCED:
            driver.execute(f"PRAGMA {setting}")

    event.listen(Engine, "connect", again)
    yield
    event.remove(Engine, "connect", again)
    FORCED.clear()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of a few megabytes."""
    folder = tmp_path / "small"
    folder.mkdir()
    if os.geteuid() or not _done("mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)):
        pytest.skip("only root may mount a small file system; the limit on pages is its twin")
    yield folder
    assert _done("umount", str(folder))


def _done(program: str, *arguments: str) -> bool:
    found = shutil.which(program)
    return found is not None and not subprocess.run((found, *arguments), check=False).returncode  # noqa: S603 - mounts a folder of the test


@asynccontextmanager
async def full_file(bot: InstantBot, _folder: Path) -> AsyncIterator[None]:
    """Let the file grow no more."""
    async with _set(bot, "max_page_count = 1", f"max_page_count = {LET_GO}"):
        yield


@asynccontextmanager
async def read_only_file(bot: InstantBot, _folder: Path) -> AsyncIterator[None]:
    """Refuse every write, as a file system does that became read-only."""
    async with _set(bot, "query_only = ON", "query_only = OFF"):
        yield


@asynccontextmanager
async def full_disk(_bot: InstantBot, folder: Path) -> AsyncIterator[None]:
    """Leave not a byte free."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(b"x" * 4096):
                pass
        except OSError:  # it is full
            yield
    filler.unlink()


@pytest.mark.parametrize("fault", [full_file, read_only_file])
async def test_a_file_that_takes_no_more_loses_nothing(fault: Fault, tmp_path: Path, count: Count):
    times = await _outlasts(fault, tmp_path)
    count(**{f"times_that_SQLite_had_a_{fault.__name__}": times})


async def test_a_full_disk_loses_nothing(small_disk: Path, count: Count):
    count(times_that_SQLite_had_a_full_disk=await _outlasts(full_disk, small_disk))


@pytest.mark.parametrize("seconds", LOCKS_SECONDS)
async def test_a_lock_loses_nothing(seconds: float, tmp_path: Path, count: Count):
    @asynccontextmanager
    async def locked(_bot: InstantBot, folder: Path) -> AsyncIterator[None]:
        with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            release = asyncio.get_running_loop().create_future()
            asyncio.get_running_loop().call_later(seconds, release.set_result, None)
            yield
            await release
            other.rollback()

    times = await _outlasts(locked, tmp_path, must_refuse=False)
    count(times_that_SQLite_had_a_locked_file=times)


async def _outlasts(fault: Fault, folder: Path, *, must_refuse: bool = True) -> int:
    """Let the fault come and go; how often. What was taken in meanwhile is answered once."""
    refused = 0
    async with an_instant_bot(f"sqlite:///{folder / DATABASE}") as bot:
        await bot.ask("first")
        each = bot.platform.answers
        for time in range(TIMES):
            refused += await _disturbed(
                bot, fault(bot, folder), str(time), must_refuse=must_refuse
            )
        assert bot.platform.answers == each * (bot.asked - refused), "each answered once"
        inbox = await bot.app.ports.database.read(lambda sql: sql.rows("SELECT status FROM inbox"))
        checked = await bot.app.ports.database.read(lambda sql: sql.rows("PRAGMA integrity_check"))
    assert {status for (status,) in inbox} == {"done"}
    assert len(inbox) == bot.asked - refused
    assert [tuple(row) for row in checked] == [("ok",)]
    return TIMES


async def _disturbed(
    bot: InstantBot, fault: AbstractAsyncContextManager[None], name: str, *, must_refuse: bool
) -> int:
    """Ask before and during a fault; how many were refused. All others end soon after it."""
    asked = [_asking(bot, f"{name} {number}") for number in range(IN_FLIGHT)]
    async with fault:
        asked += [_asking(bot, f"{name} again {number}") for number in range(IN_FLIGHT)]
        while must_refuse and not any(_is_refused(one) for one in asked):
            asked.append(_asking(bot, f"{name} {len(asked)}"))
            await asyncio.wait(asked, timeout=LOOK_SECONDS)
    async with asyncio.timeout(READY_WITHIN_SECONDS):
        ends = await asyncio.gather(*asked, return_exceptions=True)
    assert {type(end) for end in ends} <= {type(None), StoreAway, Locked}
    return sum(end is not None for end in ends)


def _asking(bot: InstantBot, session: str) -> "asyncio.Task[None]":
    return asyncio.create_task(bot.ask(session))


def _is_refused(asking: "asyncio.Task[None]") -> bool:
    return asking.done() and isinstance(asking.exception(), StoreAway)


@asynccontextmanager
async def _set(bot: InstantBot, setting: str, normal: str) -> AsyncIterator[None]:
    """Change a setting of the connection that writes, and of those made after a failure."""
    FORCED.append(setting)
    await _pragma(bot, setting)
    yield
    FORCED.clear()
    await _pragma(bot, normal)


async def _pragma(bot: InstantBot, setting: str) -> None:
    """Set it, however often it is refused: it is committed with what others write, or not."""

    def work(sql: SqlTransaction) -> None:
        sql.rows(f"PRAGMA {setting}")

    is_set = False
    while not is_set:
        with suppress(StoreAway):
            await bot.app.ports.database.write(work)
            is_set = True

"""SQLite: one connection that writes and one that reads, kept from holding up the rest."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from sqlalchemy import URL
from typing_extensions import override

from bot.domain.errors import StoreAway
from bot.storage.databases.sqlite_connection import Failed, Locked, SqliteFile, each_apart
from bot.storage.databases.transactions import SqlDatabase, SqlTransaction

T = TypeVar("T")

_Asked = tuple[Callable[[SqlTransaction], Any], asyncio.Future[Any]]
"""A work, and whoever waits for it."""

# Slack waits three seconds for an acknowledgement; a locked file must be given up before.
BUSY_MILLISECONDS = 2_000

SLOW_SECONDS = 0.02
SHARE_OF_THE_LAST = 0.1  # in what a transaction typically takes; one hiccup changes nothing

MOST_TOGETHER = 16  # of one commit; the event loop waits for it


class SqliteDatabase(SqlDatabase):
    """A file; readers never wait for the writer."""

    def __init__(self, url: URL) -> None:
        # The lock is taken at the start: a transaction that reads first and wants to write
        # later is refused at once, whatever the timeout.
        self._writer = _Lane(SqliteFile(url, "BEGIN IMMEDIATE"))
        self._commits = _Commits(self._writer)
        self._reader = _Lane(SqliteFile(url, "BEGIN"))

    @override
    async def write(self, work: Callable[[SqlTransaction], T]) -> T:
        return await self._commits.run(work)

    @override
    async def read(self, work: Callable[[SqlTransaction], T]) -> T:
        return await self._reader.run(work)

    @override
    async def scrub(self) -> None:
        await self._writer.checkpoint()

    @override
    async def close(self) -> None:
        await self._writer.close()
        await self._reader.close()


class _Lane:
    """A connection, and a thread for when it is slow; work is done one after the other.

    A thread switch costs more than all else in a transaction together (130 of 230 µs of CPU,
    measured), so work is done at once while the file is quick and free. While it is slow, or
    another process holds the lock, work goes through the thread and holds nobody up.
    """

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite")
        self._in_thread = 0
        self._closed = False
        self._typical_seconds = 0.0

    async def run(self, work: Callable[[SqlTransaction], T]) -> T:
        try:
            return self.at_once(work)
        except Locked:
            return await self.patiently(work)

    def at_once(self, work: Callable[[SqlTransaction], T]) -> T:
        """Do work here and now.

        Raises:
            Locked: that would hold up everybody, or the lock is another's; nothing was done.
            StoreAway: the file or the disk fails, or was closed.
        """
        if self._closed:  # the connection may be in the middle of it, in the thread
            message = "the database is closed"
            raise StoreAway(message)
        slow = self._typical_seconds > SLOW_SECONDS
        if slow or self._in_thread or not self._file.is_open:
            message = "the file is slow, or in use in the thread"
            raise Locked(message)
        return self._timed(work, wait_milliseconds=0)

    async def patiently(self, work: Callable[[SqlTransaction], T]) -> T:
        """Do work in the thread, and wait there for a lock."""
        self._in_thread += 1
        loop = asyncio.get_running_loop()
        work_patiently = partial(self._timed, work, wait_milliseconds=BUSY_MILLISECONDS)
        done = loop.run_in_executor(self._thread, work_patiently)
        done.add_done_callback(self._came_back)
        return await asyncio.shield(done)

    async def checkpoint(self) -> None:
        self._in_thread += 1
        loop = asyncio.get_running_loop()
        done = loop.run_in_executor(self._thread, self._file.checkpoint)
        done.add_done_callback(self._came_back)
        await asyncio.shield(done)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(self._thread, self._file.close)
        self._thread.shutdown()

    def _timed(self, work: Callable[[SqlTransaction], T], *, wait_milliseconds: int) -> T:
        started = monotonic()
        try:
            return self._file.transact(work, wait_milliseconds=wait_milliseconds)
        finally:
            difference = monotonic() - started - self._typical_seconds
            self._typical_seconds += SHARE_OF_THE_LAST * difference

    def _came_back(self, done: asyncio.Future[Any]) -> None:
        self._in_thread -= 1
        if not done.cancelled():
            done.exception()  # nobody may be waiting for it any more


class _Commits:
    """Commits together what comes together: each commit waits for the disk.

    What is written alone is committed at once, and so is what the same task writes next before
    anybody else comes. What others write in the same pass of the event loop, or while a commit
    is under way, is committed next, in one transaction; each part of it succeeds or fails by
    itself.
    """

    def __init__(self, lane: _Lane) -> None:
        self._lane = lane
        self._waiting = deque[_Asked]()
        self._gathers = False
        self._alone: asyncio.Task[Any] | None = None
        self._committing: asyncio.Task[None] | None = None

    async def run(self, work: Callable[[SqlTransaction], T]) -> T:
        writing = asyncio.current_task()
        if self._gathers and (self._waiting or writing is not self._alone):
            done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
            self._waiting.append((work, done))
            return await done
        is_first = not self._gathers
        self._gathers, self._alone = True, writing
        try:
            return await self._lane.run(work)
        finally:
            if is_first:
                asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        """Commit what came meanwhile; when that is nothing, the next one is alone again."""
        group: list[_Asked] = []
        while self._waiting and len(group) < MOST_TOGETHER:
            work, done = self._waiting.popleft()
            if not done.done():  # else whoever asked for it has given up
                group.append((work, done))
        self._gathers, self._alone = bool(group), None
        if group:
            self._commit(group)

    def _commit(self, group: Sequence[_Asked]) -> None:
        together = _as_one([work for work, _ in group])
        try:
            outcomes = self._lane.at_once(together)
        except Locked:
            self._committing = asyncio.create_task(self._commit_patiently(group, together))
            return
        except Exception as error:  # noqa: BLE001 - nothing was kept, which all of them must hear
            outcomes = [Failed(error)] * len(group)
        self._end(group, outcomes)

    async def _commit_patiently(
        self, group: Sequence[_Asked], together: Callable[[SqlTransaction], list[Any]]
    ) -> None:
        try:
            outcomes = await self._lane.patiently(together)
        except Exception as error:  # noqa: BLE001 - nothing was kept, which all of them must hear
            outcomes = [Failed(error)] * len(group)
        self._end(group, outcomes)

    def _end(self, group: Sequence[_Asked], outcomes: Sequence[Any]) -> None:
        """Tell everybody, and let the next ones come."""
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._go_on)
        else:
            self._gathers = False
        for (_, done), outcome in zip(group, outcomes, strict=True):
            _tell(done, outcome)


def _as_one(
    works: Sequence[Callable[[SqlTransaction], Any]],
) -> Callable[[SqlTransaction], list[Any]]:
    """All works as one; what is alone needs no mark in the transaction to be undone to."""
    if len(works) == 1:
        return lambda sql: [works[0](sql)]
    return partial(each_apart, works=works)


def _tell(done: asyncio.Future[Any], outcome: Any) -> None:
    if done.done():
        return
    if isinstance(outcome, Failed):
        done.set_exception(outcome.error)
    else:
        done.set_result(outcome)

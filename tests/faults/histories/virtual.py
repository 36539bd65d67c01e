"""Time that passes only while everybody waits, so that a day of a history takes no time at all."""

import asyncio
import selectors
from collections.abc import Callable
from concurrent.futures import Executor
from datetime import datetime, timedelta
from typing import Any, TypeVar

from typing_extensions import TypeVarTuple, Unpack, override

from bot.core.ports.environment import Clock
from tests.fakes.world import NOON

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

THREAD_SECONDS = 0.05  # how long to wait for a thread before looking again


class Stuck(Exception):
    """Everybody waits for something that never comes."""


class _Jumping(selectors.DefaultSelector):
    """Where the loop would wait, time jumps to what is due next."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 0.0
        self.in_threads = 0

    def select(self, timeout: float | None = None) -> Any:
        if timeout is not None and timeout <= 0:
            return super().select(0)
        if self.in_threads:  # no time passes while somebody works
            return super().select(THREAD_SECONDS)
        if timeout is None:
            raise Stuck
        self.seconds += timeout
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop whose time is not that of the machine."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    @override
    def time(self) -> float:
        return self._jumping.seconds

    @override
    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> asyncio.Future[T]:
        self._jumping.in_threads += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._came_back)
        return future

    def _came_back(self, _future: object) -> None:
        self._jumping.in_threads -= 1


class VirtualClock(Clock):
    """The loop's time as a clock; it can be put ahead, as when a machine was asleep.

    What it shows may be wrong by some seconds; what it measures never is.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.ahead = self.wrong_by = 0.0

    @override
    def now(self) -> datetime:
        return NOON + timedelta(seconds=self.elapsed() + self.wrong_by)

    @override
    def elapsed(self) -> float:
        return self._loop.time() + self.ahead

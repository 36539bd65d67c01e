"""The time of the fakes: the loop's, or one that only the test moves."""

import asyncio
import heapq
import itertools
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol

from typing_extensions import override

Settle = Callable[[], Awaitable[None]]


def wall_seconds() -> float:
    """Seconds since 1970 by this machine, which is what the SDK checks signatures against."""
    return time.time_ns() / 1e9


class Timer(Protocol):
    """Something that was set to happen."""

    def cancel(self) -> None:
        """Let it not happen; harmless once it has."""
        ...


class Clock(Protocol):
    """Says the time and rings."""

    def now(self) -> float:
        """Seconds since 1970."""
        ...

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back once `now()` has reached `when`."""
        ...


class LoopClock(Clock):
    """Time that passes by itself; needs a running loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._ahead = wall_seconds() - self._loop.time()

    @override
    def now(self) -> float:
        return self._loop.time() + self._ahead

    @override
    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        return self._loop.call_at(when - self._ahead, callback)


@dataclass(order=True, slots=True)
class _Alarm(Timer):
    when: float
    order: int
    callback: Callable[[], None] = field(compare=False)
    is_cancelled: bool = field(default=False, compare=False)

    @override
    def cancel(self) -> None:
        self.is_cancelled = True


class ManualClock(Clock):
    """Time that stands still until `advance`."""

    def __init__(self, start: float | None = None) -> None:
        self._now = wall_seconds() if start is None else start
        self._alarms: list[_Alarm] = []
        self._order = itertools.count()

    @override
    def now(self) -> float:
        return self._now

    @override
    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        alarm = _Alarm(when, next(self._order), callback)
        heapq.heappush(self._alarms, alarm)
        return alarm

    async def advance(self, seconds: float, settle: Settle | None = None) -> None:
        """Pass time, ringing what falls due; `settle` lets the world react before each ring."""
        end = self._now + seconds
        while True:
            await (settle or _breathe)()
            if not self._alarms or self._alarms[0].when > end:
                break
            alarm = heapq.heappop(self._alarms)
            self._now = max(self._now, alarm.when)
            if not alarm.is_cancelled:
                alarm.callback()
        self._now = end
        await (settle or _breathe)()


async def _breathe() -> None:
    await asyncio.sleep(0)

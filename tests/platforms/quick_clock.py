"""Time that passes many times as fast, the same for the fake Slack and for who waits for it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from typing_extensions import override

from bot.bootstrap.ports import SystemClock
from tests.fakes.clock import Clock, Timer, wall_seconds

SPEED = 20.0
TICK_SECONDS = 0.005
LONGEST_TICK_SECONDS = 0.02


class QuickClock(Clock):
    """Real time, sped up: what is to take a second takes a twentieth of one.

    Its speed is bounded by the bot's real work, which must not seem slow to the fake. While
    other programs keep this one from running it hardly passes, for nobody could act in it.
    """

    def __init__(self, speed: float = SPEED) -> None:
        self._loop = asyncio.get_running_loop()
        self.speed = speed
        self._now, self._seen = wall_seconds(), self._loop.time()
        self._tick()

    @override
    def now(self) -> float:
        seen = self._loop.time()
        self._now += min(seen - self._seen, LONGEST_TICK_SECONDS) * self.speed
        self._seen = seen
        return self._now

    @override
    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        return _Timer(self, when, callback)

    async def pause(self, seconds: float) -> None:
        """Wait so many seconds of this time."""
        until = self.now() + seconds
        await asyncio.sleep(seconds / self.speed)
        while (left := until - self.now()) > 0:  # noqa: ASYNC110 - the loop knows another time
            await asyncio.sleep(left / self.speed)

    def _tick(self) -> None:
        self.now()
        self._loop.call_later(TICK_SECONDS, self._tick)


class _Timer(Timer):
    """Calls back once its time has come by the quick clock, which may be later than it seemed."""

    def __init__(self, clock: QuickClock, when: float, callback: Callable[[], None]) -> None:
        self._clock, self._when, self._callback = clock, when, callback
        self._loop = asyncio.get_running_loop()
        self._arm()

    @override
    def cancel(self) -> None:
        self._handle.cancel()

    def _arm(self) -> None:
        left = max(self._when - self._clock.now(), 0.0) / self._clock.speed
        self._handle = self._loop.call_later(left, self._look)

    def _look(self) -> None:
        if self._clock.now() < self._when:
            self._arm()
        else:
            self._callback()


@dataclass(frozen=True)
class Quickly(SystemClock):
    """The real date, and what elapses by a quick clock."""

    clock: QuickClock

    @override
    def elapsed(self) -> float:
        return self.clock.now()

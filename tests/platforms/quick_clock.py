"""Time that passes many times as fast, the same for the fake Slack and for who waits for it."""

import asyncio
from collections.abc import Callable

from typing_extensions import override

from tests.fakes.clock import Clock, Timer, wall_seconds

SPEED = 20.0


class QuickClock(Clock):
    """Real time, sped up: what is to take a second takes a twentieth of one.

    Its speed is bounded by the bot's real work, which must not seem slow to the fake.
    """

    def __init__(self, speed: float = SPEED) -> None:
        self._loop = asyncio.get_running_loop()
        self.speed = speed
        self._began, self._began_at = wall_seconds(), self._loop.time()

    @override
    def now(self) -> float:
        return self._began + (self._loop.time() - self._began_at) * self.speed

    @override
    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        return self._loop.call_at(self._began_at + (when - self._began) / self.speed, callback)

    async def pause(self, seconds: float) -> None:
        """Wait so many seconds of this time."""
        await asyncio.sleep(seconds / self.speed)

"""Time that stands still for the fakes while other programs keep this one from running."""

from collections.abc import Callable

from typing_extensions import override

from tests.fakes.clock import Clock, Timer
from tests.platforms.quick_clock import QuickClock


class FairClock(Clock):
    """Real time, but for what the bot could not use: its seconds to answer are seconds it had.

    Unlike a quick clock it is the fake's alone; the bot does not wait by it.
    """

    def __init__(self) -> None:
        self._clock = QuickClock(speed=1.0)

    @override
    def now(self) -> float:
        return self._clock.now()

    @override
    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        return self._clock.call_at(when, callback)

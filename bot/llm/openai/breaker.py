"""The circuit breaker: a model that keeps failing is left alone, then probed.

opens_after failures running
closed ─────────────────────────────▶ open
▲                                   │  ▲
│ the probe is answered             │  │ the probe fails
│                after a delay, one │  │
└───────────────────────── probing ◀┘──┘
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from agents.kit.errors import ContextOverflow
from bot.llm.openai.failures import OutOfTime, Rejected, Resting, Unreachable, Unusable


class Breaker:
    """Lets calls through while the model answers, and one probe at a time while it does not."""

    def __init__(
        self, monotonic: Callable[[], float], opens_after: int, probes_after_seconds: float
    ) -> None:
        self._monotonic = monotonic
        self._opens_after = opens_after
        self._probes_after_seconds = probes_after_seconds
        self._failures = 0
        self._probes_at: float | None = None
        self._is_probing = False

    @contextmanager
    def guard(self) -> Iterator[None]:
        """Count how one call ends.

        Raises:
            Resting: the breaker is open, or a probe is on its way.
        """
        is_probe = self._admit()
        try:
            yield
        except (Unreachable, Unusable, OutOfTime):
            self._failed()
            raise
        except (Rejected, ContextOverflow):
            self._answered()
            raise
        else:
            self._answered()
        finally:
            self._is_probing = self._is_probing and not is_probe

    def _admit(self) -> bool:
        if self._probes_at is None:
            return False
        seconds_left = self._probes_at - self._monotonic()
        if seconds_left > 0 or self._is_probing:
            raise Resting(seconds_left)
        self._is_probing = True
        return True

    def _answered(self) -> None:
        self._failures = 0
        self._probes_at = None

    def _failed(self) -> None:
        self._failures += 1
        if self._failures >= self._opens_after:
            self._probes_at = self._monotonic() + self._probes_after_seconds

"""How a model is asked again, after pauses; one that keeps failing is left alone.

         opens_after failures running
closed ─────────────────────────────▶ open
  ▲                                   │  ▲
  │ the probe is answered             │  │ the probe fails
  │                after a delay, one │  │
  └───────────────────────── probing ◀┘──┘
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

import structlog

from agents.kit.values.errors import ContextOverflow, ModelUnavailable
from agents.kit.values.model import Purpose
from bot.llm.openai.wire.config import OpenAIConfig
from bot.llm.openai.wire.failures import OutOfTime, Rejected, Resting, Unreachable, Unusable


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


T = TypeVar("T")
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Timing:
    """Time and chance, from outside; `now` is needed to read a date in `Retry-After`."""

    now: Callable[[], datetime]
    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    chance: Callable[[], float] = random.random


class Retrying:
    """A breaker and patience around calls, as the operator wants them."""

    def __init__(self, config: OpenAIConfig, timing: Timing) -> None:
        self._config = config
        self._timing = timing
        self._breaker = Breaker(
            timing.monotonic, config.breaker_opens_after, config.breaker_probes_after_seconds
        )

    async def ask(
        self,
        once: Callable[[], Awaitable[T]],
        deadline: float,
        note: Callable[[ModelUnavailable], None],
    ) -> T:
        """Ask until it is answered, or the event loop's clock reaches the deadline.

        Each attempt that fails is told to `note`.

        Raises:
            ModelUnavailable: as `once` does; Resting and OutOfTime besides.
        """
        with self._breaker.guard():
            try:
                async with asyncio.timeout_at(deadline):
                    return await self._ask(once, deadline, note)
            except TimeoutError as late:
                raise OutOfTime from late

    async def _ask(
        self,
        once: Callable[[], Awaitable[T]],
        deadline: float,
        note: Callable[[ModelUnavailable], None],
    ) -> T:
        pauses = self._pauses()
        while True:
            try:
                return await once()
            except Unreachable as failure:
                pause = next(pauses, None)
                note(failure)
                if pause is None:
                    raise
                wait = max(pause, failure.wait_seconds or 0.0)
                if asyncio.get_running_loop().time() + wait >= deadline:
                    raise
                await self._timing.sleep(wait)

    def _pauses(self) -> Iterator[float]:
        """Twice as long each time, less up to a quarter so that callers do not march in step."""
        for tried in range(self._config.retries):
            yield self._config.first_pause_seconds * 2**tried * (1 - self._timing.chance() / 4)


def log_failure(model: str, purpose: Purpose, agent: str, failure: ModelUnavailable) -> None:
    """Tell the operator of an attempt that failed."""
    log.warning(
        "model_attempt_failed",
        model=model,
        purpose=purpose.value,
        agent=agent,
        reason=failure.reason,
        detail=failure.detail,
    )

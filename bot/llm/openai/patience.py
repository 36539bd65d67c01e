"""How a model is asked again: after pauses, within a deadline, and not while it keeps failing."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

import structlog

from agents.kit.errors import ModelUnavailable
from agents.kit.model import Purpose
from bot.llm.openai.breaker import Breaker
from bot.llm.openai.config import OpenAIConfig
from bot.llm.openai.failures import OutOfTime, Unreachable

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

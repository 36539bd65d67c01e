"""The model port over OpenAI: the first of several models that answers in time."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from pydantic import JsonValue
from typing_extensions import override

from agents.kit.errors import ModelUnavailable
from agents.kit.model import Model, ModelCall, ModelReply
from bot.llm.openai.breaker import Breaker
from bot.llm.openai.config import OpenAIConfig
from bot.llm.openai.failures import OutOfTime, Resting, Unreachable, Unusable

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, slots=True)
class Timing:
    """Time and chance, from outside; `now` is needed to read a date in `Retry-After`."""

    now: Callable[[], datetime]
    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    chance: Callable[[], float] = random.random


class OpenAIModel(Model):
    """Asks the configured models in order, each with an equal share of the time left."""

    def __init__(
        self,
        config: OpenAIConfig,
        timing: Timing,
        on_text: Callable[[str], None] | None = None,
    ) -> None:
        # These import `openai`, half a second that only its users should pay.
        from bot.llm.openai.candidate import Candidate, Patience  # noqa: PLC0415
        from bot.llm.openai.service import Service  # noqa: PLC0415

        self._service = Service(config, timing.now, on_text)
        patience = Patience(
            config.retries, config.first_pause_seconds, timing.sleep, timing.chance
        )
        self._candidates = tuple(
            Candidate(
                self._service,
                model,
                _fixed(config, model),
                config.prices.get(model),
                Breaker(
                    timing.monotonic,
                    config.breaker_opens_after,
                    config.breaker_probes_after_seconds,
                ),
                patience,
            )
            for model in config.models
        )

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + within_seconds
        failures: list[ModelUnavailable] = []
        for place, candidate in enumerate(self._candidates):
            now = loop.time()
            share = (deadline - now) / (len(self._candidates) - place)
            try:
                return await candidate.answer(call, now + share)
            except (Unreachable, Unusable, OutOfTime, Resting) as failure:
                failures.append(failure)
        raise failures[0]

    async def close(self) -> None:
        """Let go of the connections."""
        await self._service.close()


def _fixed(config: OpenAIConfig, model: str) -> dict[str, JsonValue]:
    fixed: dict[str, JsonValue] = {"model": model}
    if config.streaming:
        fixed |= {"stream": True, "stream_options": {"include_usage": True}}
    return fixed | dict(config.parameters)

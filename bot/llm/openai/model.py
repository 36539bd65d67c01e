"""The model port over OpenAI: the first of several models that answers in time."""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from typing_extensions import override

from agents.kit.values.errors import ContextOverflow, ModelUnavailable
from agents.kit.values.model import Model, ModelCall, ModelReply, Usage
from bot.llm.openai.retries import Retrying, Timing
from bot.llm.openai.wire.config import OpenAIConfig

if TYPE_CHECKING:
    from bot.llm.openai.candidate import Candidate


class OpenAIModel(Model):
    """Asks the configured models in order, each with an equal share of the time left."""

    def __init__(self, config: OpenAIConfig, timing: Timing) -> None:
        # These import `openai`, half a second that only its users should pay.
        from bot.llm.openai.candidate import Candidate, Manners  # noqa: PLC0415
        from bot.llm.openai.service import Service  # noqa: PLC0415

        self._service = Service(config, timing.now)

        def _candidate(model: str) -> Candidate:
            manners = Manners.of(config.api)
            return Candidate(self._service, model, config, Retrying(config, timing), manners)

        self._by_purpose = config.by_purpose
        self._made = {model: _candidate(model) for model in config.models}
        self._usual = tuple(self._made.values())
        self._make = _candidate

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + within_seconds
        failures, spent = list[ModelUnavailable](), Usage(answers=0)
        candidates = self._for(call.model or self._by_purpose.get(call.purpose, ""))
        for place, candidate in enumerate(candidates):
            now = loop.time()
            share = (deadline - now) / (len(candidates) - place)
            try:
                reply = await candidate.answer(call, now + share)
            except ModelUnavailable as failure:
                failures.append(failure)
                failures[0].usage = failure.usage = spent = spent.plus(failure.usage)
                if isinstance(failure, ContextOverflow):  # trying costs as much as it is long
                    raise
            else:
                return replace(reply, usage=reply.usage.plus(spent)) if failures else reply
        raise failures[0]

    def _for(self, wished: str) -> "tuple[Candidate, ...]":
        """The models to ask: first the one that is wished for, if any, then the others."""
        if not wished:
            return self._usual
        if wished not in self._made:
            self._made[wished] = self._make(wished)
        first = self._made[wished]
        return (first, *(candidate for candidate in self._usual if candidate is not first))

    async def close(self) -> None:
        """Let go of the connections."""
        await self._service.close()

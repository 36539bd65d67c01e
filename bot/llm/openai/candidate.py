"""One model that may answer: its breaker, its retries, and the answer format it can do."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field, replace

import structlog
from pydantic import JsonValue

from agents.kit.errors import ModelUnavailable
from agents.kit.model import Finish, ModelCall, ModelReply
from bot.llm.openai.breaker import Breaker
from bot.llm.openai.config import Price
from bot.llm.openai.failures import (
    FormatRefused,
    OutOfTime,
    PicturesRefused,
    PromptFiltered,
    Unreachable,
)
from bot.llm.openai.formats import AnswerFormat, without_fence
from bot.llm.openai.pictures import has_pictures, without_pictures
from bot.llm.openai.reply import read_reply
from bot.llm.openai.request import headers_of, write_body
from bot.llm.openai.service import Question, Service

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a call is asked again, and how long is waited in between."""

    retries: int
    first_pause_seconds: float
    sleep: Callable[[float], Awaitable[None]]
    chance: Callable[[], float]

    def pauses(self) -> Iterator[float]:
        """Twice as long each time, less up to a quarter so that callers do not march in step."""
        for tried in range(self.retries):
            yield self.first_pause_seconds * 2**tried * (1 - self.chance() / 4)


@dataclass(slots=True)
class Candidate:
    """A model that may be asked; `format` is the strictest it has not refused."""

    service: Service
    model: str
    fixed: dict[str, JsonValue]
    price: Price | None
    breaker: Breaker
    patience: Patience
    format: AnswerFormat = field(default=AnswerFormat.SCHEMA)

    async def answer(self, call: ModelCall, deadline: float) -> ModelReply:
        """Answer the call before the event loop's clock reaches the deadline."""
        with self.breaker.guard():
            try:
                async with asyncio.timeout_at(deadline):
                    return await self._answer_with_retries(call, deadline)
            except TimeoutError as late:
                raise OutOfTime from late

    async def _answer_with_retries(self, call: ModelCall, deadline: float) -> ModelReply:
        pauses = self.patience.pauses()
        while True:
            try:
                return await self._answer_seeing_or_not(call)
            except Unreachable as failure:
                pause = next(pauses, None)
                self._log(call, failure)
                if pause is None:
                    raise
                wait = max(pause, failure.wait_seconds or 0.0)
                if asyncio.get_running_loop().time() + wait >= deadline:
                    raise
                await self.patience.sleep(wait)

    async def _answer_seeing_or_not(self, call: ModelCall) -> ModelReply:
        """Answer with the pictures if the model takes them; else say that it was blind to them."""
        try:
            return await self._answer_in_some_format(call)
        except PicturesRefused as failure:
            self._log(call, failure)
            reply = await self._answer_in_some_format(without_pictures(call))
            return replace(reply, is_blind=True)

    async def _answer_in_some_format(self, call: ModelCall) -> ModelReply:
        while True:
            how = self.format
            try:
                return await self._answer_once(call, how)
            except FormatRefused as failure:
                if call.answer is None or how is AnswerFormat.PLAIN:
                    raise
                self._log(call, failure)
                self.format = max(self.format, AnswerFormat(how + 1))

    async def _answer_once(self, call: ModelCall, how: AnswerFormat) -> ModelReply:
        body = write_body(call, how, self.fixed)
        question = Question(self.model, body, headers_of(call), has_pictures(call))
        try:
            payload = await self.service.ask(question)
        except PromptFiltered:
            return ModelReply(finish=Finish.FILTERED, model=self.model)
        reply = read_reply(payload, self.price)
        if call.answer is not None:
            reply = replace(reply, text=without_fence(reply.text))
        return reply if reply.model else replace(reply, model=self.model)

    def _log(self, call: ModelCall, failure: ModelUnavailable) -> None:
        log.warning(
            "model_attempt_failed",
            model=self.model,
            purpose=call.purpose.value,
            agent=call.agent,
            reason=failure.reason,
        )

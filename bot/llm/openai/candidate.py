"""One model that may answer, and the answer format it can do."""

from dataclasses import dataclass, field, replace
from functools import partial

import structlog
from pydantic import JsonValue

from agents.kit.errors import ModelUnavailable
from agents.kit.model import Finish, ModelCall, ModelReply, Purpose
from bot.llm.openai.config import Price
from bot.llm.openai.failures import FormatRefused, PicturesRefused, PromptFiltered, SteadyRefused
from bot.llm.openai.formats import AnswerFormat, without_fence
from bot.llm.openai.patience import Asking
from bot.llm.openai.pictures import has_pictures, without_pictures
from bot.llm.openai.reply import read_reply
from bot.llm.openai.request import headers_of, write_body
from bot.llm.openai.service import Question, Service

# What is read of a message must not be a matter of luck.
_STEADY: dict[str, JsonValue] = {"temperature": 0}
_READINGS = (Purpose.READ, Purpose.CONTINUE)

log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Candidate:
    """A model that may be asked; `format` is the strictest it has not refused.

    `is_steady` until it refuses a temperature, as reasoning models do.
    """

    service: Service
    model: str
    fixed: dict[str, JsonValue]
    price: Price | None
    asking: Asking
    format: AnswerFormat = field(default=AnswerFormat.SCHEMA)
    is_steady: bool = True

    async def answer(self, call: ModelCall, deadline: float) -> ModelReply:
        """Answer the call before the event loop's clock reaches the deadline."""
        answer = partial(self._answer_seeing_or_not, call)
        return await self.asking.ask(answer, deadline, partial(self._log, call))

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
            how, fixed = self.format, self._fixed(call)
            try:
                return await self._answer_once(call, how, fixed)
            except SteadyRefused as failure:
                if fixed is self.fixed:
                    raise
                self._log(call, failure)
                self.is_steady = False
            except FormatRefused as failure:
                if call.answer is None or how is AnswerFormat.PLAIN:
                    raise
                self._log(call, failure)
                self.format = max(self.format, AnswerFormat(how + 1))

    def _fixed(self, call: ModelCall) -> dict[str, JsonValue]:
        """What stands in the request besides the call; the operator's own words win."""
        steady = self.is_steady and call.purpose in _READINGS
        return _STEADY | self.fixed if steady and "temperature" not in self.fixed else self.fixed

    async def _answer_once(
        self, call: ModelCall, how: AnswerFormat, fixed: dict[str, JsonValue]
    ) -> ModelReply:
        body = write_body(call, how, fixed)
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

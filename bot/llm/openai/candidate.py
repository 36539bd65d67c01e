"""One model that may answer, and the answer format it can do."""

from dataclasses import dataclass, replace
from functools import partial

import structlog
from pydantic import JsonValue

from agents.kit.errors import ModelUnavailable
from agents.kit.model import Finish, ModelCall, ModelReply, Purpose, Usage
from bot.llm.openai.config import Price
from bot.llm.openai.failures import (
    FieldsRefused,
    FormatRefused,
    PicturesRefused,
    PromptFiltered,
    Rejected,
    SteadyRefused,
    ThoughtsMissing,
    Unusable,
)
from bot.llm.openai.formats import AnswerFormat, without_fence
from bot.llm.openai.patience import Asking
from bot.llm.openai.pictures import has_pictures, without_pictures
from bot.llm.openai.provider_fields import Fields, has_fields, lacks_fields, with_fields
from bot.llm.openai.reply import read_reply
from bot.llm.openai.request import headers_of, write_body
from bot.llm.openai.service import Question, Service

# What is read of a message must not be a matter of luck.
_STEADY: dict[str, JsonValue] = {"temperature": 0}
_READINGS = (Purpose.READ, Purpose.CONTINUE)

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Manners:
    """How a model is asked: `format` is the strictest it has not refused.

    `is_steady` until it refuses a temperature, as reasoning models do. `fields` says what
    becomes of what came with earlier tool calls.
    """

    format: AnswerFormat = AnswerFormat.SCHEMA
    is_steady: bool = True
    fields: Fields = Fields.BACK


@dataclass(slots=True)
class Candidate:
    """A model that may be asked, in the manner that it takes."""

    service: Service
    model: str
    fixed: dict[str, JsonValue]
    price: Price | None
    asking: Asking
    manners: Manners = Manners()

    async def answer(self, call: ModelCall, deadline: float) -> ModelReply:
        """Answer the call before the event loop's clock reaches the deadline."""
        nothing = list[Usage]()
        once = partial(self._answer_at_last, call, nothing)
        try:
            reply = await self.asking.ask(once, deadline, partial(self._log, call))
        except ModelUnavailable as failure:
            failure.usage = _sum_of(failure.usage, *nothing)
            raise
        return replace(reply, usage=_sum_of(reply.usage, *nothing)) if nothing else reply

    async def _answer_at_last(self, call: ModelCall, nothing: list[Usage]) -> ModelReply:
        """Ask once more where nothing was said; then that is the answer."""
        reply = await self._answer_seeing_or_not(call)
        if nothing or not _says_nothing(reply):
            return reply
        nothing.append(reply.usage)
        self._log(call, Unusable("the model gave an empty answer"))
        return await self._answer_seeing_or_not(call)

    async def _answer_seeing_or_not(self, call: ModelCall) -> ModelReply:
        """Answer with the pictures if the model takes them; else say that it was blind to them."""
        try:
            return await self._answer_in_some_format(call)
        except PicturesRefused as failure:
            self._log(call, failure)
            reply = await self._answer_in_some_format(without_pictures(call))
            return replace(reply, is_blind=True)

    async def _answer_in_some_format(self, call: ModelCall) -> ModelReply:
        manners = self.manners
        while True:
            try:
                reply = await self._answer_once(call, manners)
            except Rejected as failure:
                milder = self._milder(manners, failure, call)
                if milder is None:
                    raise
                self._log(call, failure)
                manners = milder
            else:
                # What helped is remembered; what a broken server only seemed to say is not.
                self.manners = manners
                return reply

    def _milder(self, manners: Manners, failure: Rejected, call: ModelCall) -> Manners | None:
        """How to ask again after a refusal, if there is another way."""
        match failure:
            case SteadyRefused() if self._fixed(call, manners) is not self.fixed:
                return replace(manners, is_steady=False)
            case FormatRefused() if call.answer and manners.format is not AnswerFormat.PLAIN:
                return replace(manners, format=AnswerFormat(manners.format + 1))
            case FieldsRefused() if has_fields(call) and manners.fields is not Fields.NONE:
                return replace(manners, fields=Fields.NONE)
            case ThoughtsMissing(signed=signed) if manners.fields is Fields.BACK:
                filled = Fields.SIGNED if signed else Fields.FILLED
                return replace(manners, fields=filled) if lacks_fields(call) else None
            case _:
                return None

    def _fixed(self, call: ModelCall, manners: Manners) -> dict[str, JsonValue]:
        """What stands in the request besides the call; the operator's own words win."""
        steady = manners.is_steady and call.purpose in _READINGS
        return _STEADY | self.fixed if steady and "temperature" not in self.fixed else self.fixed

    async def _answer_once(self, call: ModelCall, manners: Manners) -> ModelReply:
        asked = with_fields(call, manners.fields)
        body = write_body(asked, manners.format, self._fixed(call, manners))
        question = Question(
            self.model,
            body,
            headers_of(call),
            has_pictures(call),
            bool(call.tools),
        )
        try:
            payload = await self.service.ask(question)
        except PromptFiltered:
            return ModelReply(finish=Finish.FILTERED, model=self.model)
        reply = read_reply(payload, self.price, call)
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
            detail=failure.detail,
        )


def _says_nothing(reply: ModelReply) -> bool:
    return reply.finish is Finish.STOP and not reply.text.strip()


def _sum_of(usage: Usage, *more: Usage) -> Usage:
    for other in more:
        usage = usage.plus(other)
    return usage

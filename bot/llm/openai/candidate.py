"""One model that may answer, asked in the manner it takes."""

from dataclasses import dataclass, field, replace
from functools import partial

from pydantic import JsonValue

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import Finish, ModelCall, ModelReply, Purpose, Usage
from bot.llm.openai.retries import Retrying, log_failure
from bot.llm.openai.service import ModelQuestion, Service
from bot.llm.openai.wire.apis import CHAT, RESPONSES, ModelApi
from bot.llm.openai.wire.config import OpenAIConfig, WhichApi
from bot.llm.openai.wire.conversation import has_pictures, without_pictures
from bot.llm.openai.wire.failures import (
    FieldsRefused,
    FormatRefused,
    NotThere,
    PicturesRefused,
    PromptFiltered,
    Rejected,
    ResponsesWanted,
    SteadyRefused,
    ThoughtsMissing,
    Unusable,
    WordsMissing,
)
from bot.llm.openai.wire.provider_fields import (
    Fields,
    has_fields,
    has_silent_calls,
    lacks_fields,
    with_fields,
    with_words,
)
from bot.llm.openai.wire.reply import read_reply
from bot.llm.openai.wire.requests import AnswerFormat, fits, headers_of, without_fence


@dataclass(frozen=True, slots=True)
class Manners:
    """What a model has not refused so far.

    `format` is the strictest it takes, `is_steady` until it refuses a temperature, as reasoning
    models do. It `speaks` beside tool calls where a server wants words there. `fields` says
    what becomes of what came with earlier tool calls. It `may_switch` to the Responses API when
    it asks for that.
    """

    api: ModelApi = CHAT
    format: AnswerFormat = AnswerFormat.SCHEMA
    is_steady: bool = True
    speaks: bool = False
    fields: Fields = Fields.BACK
    may_switch: bool = False

    @classmethod
    def of(cls, which: WhichApi) -> "Manners":
        """How a model is asked first."""
        api = RESPONSES if which is WhichApi.RESPONSES else CHAT
        return cls(api=api, may_switch=which is WhichApi.AUTO)

    @property
    def keeps_reasoning(self) -> bool:
        """Say whether what the model thought goes back to it."""
        return self.fields is not Fields.NONE

    def milder(  # noqa: PLR0911 - one a refusal
        self, failure: Rejected, call: ModelCall
    ) -> "Manners | None":
        """How to ask again after a refusal, if there is another way."""
        match failure:
            case SteadyRefused() if self.is_steady:
                return replace(self, is_steady=False)
            case FormatRefused() if call.answer and self.format is not AnswerFormat.PLAIN:
                return replace(self, format=AnswerFormat(self.format + 1))
            case FieldsRefused() if self.keeps_reasoning and self._may_hold_fields(call):
                return replace(self, fields=Fields.NONE)
            case ThoughtsMissing(signed=signed) if self.fields is Fields.BACK:
                filled = Fields.SIGNED if signed else Fields.FILLED
                return replace(self, fields=filled) if lacks_fields(call) else None
            case WordsMissing() if not self.speaks and has_silent_calls(call):
                return replace(self, speaks=True)
            case ResponsesWanted() if self.may_switch:
                return replace(self, api=RESPONSES, may_switch=False)
            case _:
                return None

    def _may_hold_fields(self, call: ModelCall) -> bool:
        """Say whether a call gives anything back, or asks for what may be given back."""
        return has_fields(call) or (self.api is RESPONSES and bool(call.tools))


# What is read of a message must not be a matter of luck.
_STEADY: dict[str, JsonValue] = {"temperature": 0}
_READINGS = (Purpose.READ, Purpose.CONTINUE)


@dataclass(slots=True)
class Candidate:
    """A model that may be asked, in the manner that it takes.

    `heeded` is for what it has answered as a schema wanted.
    """

    service: Service
    model: str
    config: OpenAIConfig
    retrying: Retrying
    manners: Manners
    heeded: set[Purpose] = field(default_factory=set)

    async def answer(self, call: ModelCall, deadline: float) -> ModelReply:
        """Answer the call before the event loop's clock reaches the deadline."""
        nothing = list[Usage]()
        once = partial(self._answer_at_last, call, nothing)
        try:
            reply = await self.retrying.ask(once, deadline, partial(self._log, call))
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
            return await self._answer_in_some_manner(call)
        except PicturesRefused as failure:
            self._log(call, failure)
            reply = await self._answer_in_some_manner(without_pictures(call))
            return replace(reply, is_blind=True)

    async def _answer_in_some_manner(self, call: ModelCall) -> ModelReply:
        known = manners = self.manners
        wanted: ResponsesWanted | None = None
        while True:
            try:
                reply = await self._answer_once(call, manners)
            except NotThere as failure:
                if wanted is None:
                    raise
                self._log(call, failure)
                raise wanted from failure
            except Rejected as failure:
                milder = manners.milder(failure, call)
                if milder is None:
                    raise
                self._log(call, failure)
                wanted = failure if isinstance(failure, ResponsesWanted) else wanted
                manners = milder
            else:
                # What helped is remembered; what a broken server only seemed to say is not.
                if manners is not known:
                    self.manners = manners
                self._look_for_schema(call, reply)
                return reply

    def _look_for_schema(self, call: ModelCall, reply: ModelReply) -> None:
        """Ask in words from now on where a server takes a schema and does not heed it."""
        if call.answer is None or self.manners.format is not AnswerFormat.SCHEMA:
            return
        if call.purpose in self.heeded or reply.finish is not Finish.STOP:
            return
        if fits(reply.text, call.answer):
            self.heeded.add(call.purpose)
            return
        self._log(call, Unusable("the model did not answer as its schema wants"))
        self.manners = replace(self.manners, format=AnswerFormat.PLAIN)

    async def _answer_once(self, call: ModelCall, manners: Manners) -> ModelReply:
        api, said = manners.api, self._said(call, manners)
        asked = with_fields(call, manners.fields)
        asked = with_words(asked) if manners.speaks else asked
        thinker = self.model if manners.keeps_reasoning else ""
        body = api.write(asked, manners.format, said, thinker)
        question = ModelQuestion(
            self.model, body, headers_of(call), has_pictures(call), bool(call.tools), api
        )
        try:
            payload = api.completion(await self.service.ask(question), self.model)
        except PromptFiltered:
            return ModelReply(finish=Finish.FILTERED, model=self.model)
        reply = read_reply(payload, self.config.prices.get(self.model), call)
        if call.answer is not None:
            reply = replace(reply, text=without_fence(reply.text))
        return reply if reply.model else replace(reply, model=self.model)

    def _said(self, call: ModelCall, manners: Manners) -> dict[str, JsonValue]:
        """What stands in the request besides the call; the operator's own words win."""
        said = self.config.parameters.of(self.model, call.purpose)
        if manners.is_steady and call.purpose in _READINGS:
            said = _STEADY | said
        streaming = manners.api.streaming if self.config.streaming else {}
        own = {name: value for name, value in said.items() if value is not None}
        return {"model": self.model, **streaming, **own}

    def _log(self, call: ModelCall, failure: ModelUnavailable) -> None:
        log_failure(self.model, call.purpose, call.agent, failure)


def _says_nothing(reply: ModelReply) -> bool:
    return reply.finish is Finish.STOP and not reply.text.strip()


def _sum_of(usage: Usage, *more: Usage) -> Usage:
    for other in more:
        usage = usage.plus(other)
    return usage

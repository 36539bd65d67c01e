"""How a model is asked: at first with all there is, then without what it has refused."""

from dataclasses import dataclass, replace

from agents.kit.model import ModelCall
from bot.llm.openai.apis import CHAT, RESPONSES, Api
from bot.llm.openai.config import WhichApi
from bot.llm.openai.failures import (
    FieldsRefused,
    FormatRefused,
    Rejected,
    ResponsesWanted,
    SteadyRefused,
    ThoughtsMissing,
    WordsMissing,
)
from bot.llm.openai.formats import AnswerFormat
from bot.llm.openai.provider_fields import Fields, has_fields, has_silent_calls, lacks_fields


@dataclass(frozen=True, slots=True)
class Manners:
    """What a model has not refused so far.

    `format` is the strictest it takes, `is_steady` until it refuses a temperature, as reasoning
    models do. It `speaks` beside tool calls where a server wants words there. `fields` says
    what becomes of what came with earlier tool calls. It `may_switch` to the Responses API when
    it asks for that.
    """

    api: Api = CHAT
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

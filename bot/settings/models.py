"""Settings of models: where they are, which one is asked for what, and with which parameters."""

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, JsonValue, SecretStr
from pydantic_settings import BaseSettings, NoDecode

from agents.kit.values.model import Purpose
from bot.settings.values import MaybeAddress, Names, Prices

DEFAULT_MODEL = "gpt-5-mini"
WHERE = "OPENAI_API_KEY, OPENAI_BASE_URL or AZURE_OPENAI_ENDPOINT"

# What every request says by itself, and what says it instead, if anything does.
_OWN: Mapping[str, str] = {
    "model": "FRONTDESK_MODEL",
    "stream": "FRONTDESK_STREAMING",
    "stream_options": "FRONTDESK_STREAMING",
    **dict.fromkeys(("messages", "input", "instructions", "tools", "response_format"), ""),
    **dict.fromkeys(("store", "include", "n", "previous_response_id", "conversation"), ""),
    **dict.fromkeys(("background", "functions", "function_call"), ""),
}


def parameters_of(value: object) -> object:
    """Read parameters of requests, written as a JSON object.

    Raises:
        ValueError: they are none, or say what requests say by themselves.
    """
    read = _json_object(value, '{"reasoning_effort": "low"}')
    _refuse_own(read)
    return read


def parameters_by_model(value: object) -> object:
    """Read parameters of models: a JSON object of objects, by the models' names.

    Raises:
        ValueError: they are none, or say what requests say by themselves.
    """
    example = '{"gpt-x": {"reasoning_effort": "low"}}'
    read = _json_object(value, example)
    for model, own in read.items():
        if not isinstance(own, dict):
            message = f"“{model[:60]}” has no parameters; write a JSON object such as {example}"
            raise ValueError(message)  # noqa: TRY004 - pydantic tells of a ValueError alone
        _refuse_own(own)
    return read


def _json_object(value: object, example: str) -> dict[str, JsonValue]:
    try:
        read = json.loads(value) if isinstance(value, str) else value
    except ValueError:
        read = None
    if not isinstance(read, dict):
        message = f"write a JSON object such as {example}"
        raise ValueError(message)  # noqa: TRY004 - as above
    return read


def _refuse_own(parameters: Mapping[str, JsonValue]) -> None:
    for name in parameters:
        if name in _OWN:
            instead = f"; set {_OWN[name]} instead" if _OWN[name] else ""
            message = f"“{name}” is said in every request already, leave it out{instead}"
            raise ValueError(message)


Parameters = Annotated[dict[str, JsonValue], NoDecode, BeforeValidator(parameters_of)]
ByModel = Annotated[
    dict[str, dict[str, JsonValue]], NoDecode, BeforeValidator(parameters_by_model)
]


class ModelSettings(BaseSettings):
    """Which models answer, and how they are asked.

    Whatever is not set for a purpose goes by what is set for all; `CONTINUE`, which is a reading
    as well, by what is set for `READ`.
    """

    openai_api_key: SecretStr | None = Field(None, validation_alias="OPENAI_API_KEY")
    openai_base_url: MaybeAddress = Field("", validation_alias="OPENAI_BASE_URL")
    azure_endpoint: MaybeAddress = Field("", validation_alias="AZURE_OPENAI_ENDPOINT")
    azure_api_key: SecretStr | None = Field(None, validation_alias="AZURE_OPENAI_API_KEY")
    azure_api_version: str = Field("", validation_alias="OPENAI_API_VERSION")
    model: str = Field("", validation_alias="FRONTDESK_MODEL")
    fallback_models: Names = Field((), validation_alias="FRONTDESK_FALLBACK_MODELS")
    embeddings_model: str = Field("", validation_alias="FRONTDESK_EMBEDDINGS_MODEL")
    prices: Prices = Field(default={}, validation_alias="FRONTDESK_PRICES")
    model_api: Literal["auto", "chat", "responses"] = Field(
        "auto", validation_alias="FRONTDESK_MODEL_API"
    )
    streaming: bool = Field(default=False, validation_alias="FRONTDESK_STREAMING")
    vision: bool = Field(default=True, validation_alias="FRONTDESK_VISION")
    model_calls_at_once: int = Field(
        default=32, ge=0, le=10_000, validation_alias="FRONTDESK_MODEL_CALLS_AT_ONCE"
    )

    model_read: str = Field("", validation_alias="FRONTDESK_MODEL_READ")
    model_agent: str = Field("", validation_alias="FRONTDESK_MODEL_AGENT")
    model_continue: str = Field("", validation_alias="FRONTDESK_MODEL_CONTINUE")
    model_plan: str = Field("", validation_alias="FRONTDESK_MODEL_PLAN")
    model_judge: str = Field("", validation_alias="FRONTDESK_MODEL_JUDGE")
    model_summarise: str = Field("", validation_alias="FRONTDESK_MODEL_SUMMARISE")
    model_recall: str = Field("", validation_alias="FRONTDESK_MODEL_RECALL")

    parameters: Parameters = Field(default={}, validation_alias="FRONTDESK_MODEL_PARAMETERS")
    parameters_by_model: ByModel = Field(
        default={}, validation_alias="FRONTDESK_MODEL_PARAMETERS_BY_MODEL"
    )
    parameters_read: Parameters = Field(
        default={}, validation_alias="FRONTDESK_MODEL_PARAMETERS_READ"
    )
    parameters_agent: Parameters = Field(
        default={}, validation_alias="FRONTDESK_MODEL_PARAMETERS_AGENT"
    )
    parameters_continue: Parameters = Field(
        default={}, validation_alias="FRONTDESK_MODEL_PARAMETERS_CONTINUE"
    )
    parameters_plan: Parameters = Field(
        default={}, validation_alias="FRONTDESK_MODEL_PARAMETERS_PLAN"
    )
    parameters_judge: Parameters = Field(
        default={}, validation_alias="FRONTDESK_MODEL_PARAMETERS_JUDGE"
    )
    parameters_summarise: Parameters = Field(
        default={}, validation_alias="FRONTDESK_MODEL_PARAMETERS_SUMMARISE"
    )
    parameters_recall: Parameters = Field(
        default={}, validation_alias="FRONTDESK_MODEL_PARAMETERS_RECALL"
    )

    @property
    def has_model(self) -> bool:
        """Say whether a model is configured; without one the bot answers by rules."""
        return bool(self.openai_api_key or self.openai_base_url or self.azure_endpoint)

    @property
    def models(self) -> tuple[str, ...]:
        """The models to ask, in order."""
        return (self.model or DEFAULT_MODEL, *self.fallback_models)

    @property
    def models_by_purpose(self) -> dict[Purpose, str]:
        """The model to ask first, for purposes that have one of their own."""
        named = {purpose: str(getattr(self, f"model_{purpose}")) for purpose in Purpose}
        named[Purpose.CONTINUE] = named[Purpose.CONTINUE] or named[Purpose.READ]
        return {purpose: model for purpose, model in named.items() if model}

    def model_for(self, purpose: Purpose) -> str:
        """The model to ask first for a purpose."""
        return self.models_by_purpose.get(purpose, self.models[0])

    @property
    def parameters_by_purpose(self) -> dict[Purpose, dict[str, JsonValue]]:
        """What requests for a purpose say besides what all say."""
        given: dict[Purpose, dict[str, JsonValue]]
        given = {purpose: getattr(self, f"parameters_{purpose}") for purpose in Purpose}
        given[Purpose.CONTINUE] = given[Purpose.CONTINUE] or given[Purpose.READ]
        return {purpose: parameters for purpose, parameters in given.items() if parameters}

    @property
    def every_model(self) -> tuple[str, ...]:
        """All models that may be asked for words, each once."""
        return tuple(dict.fromkeys([*self.models, *self.models_by_purpose.values()]))


def model_contradictions(settings: ModelSettings) -> Iterator[str]:
    """Tell what does not go together."""
    needs = {
        "AZURE_OPENAI_API_KEY": settings.azure_api_key,
        "OPENAI_API_VERSION": settings.azure_api_version,
        "FRONTDESK_MODEL (the name of a deployment)": settings.model,
    }
    missing = [name for name, value in needs.items() if not value]
    if settings.azure_endpoint and missing:
        yield f"AZURE_OPENAI_ENDPOINT is set; set {', '.join(missing)} too."
    if not settings.has_model:
        for name in _idle(settings):
            yield f"{name} is set; set {WHERE} too."
    if settings.openai_base_url and not settings.model:
        yield "OPENAI_BASE_URL is set; say in FRONTDESK_MODEL which model that server has."


def _idle(settings: ModelSettings) -> Iterator[str]:
    """The settings that come to nothing without a model, in the order of their names here."""
    if settings.embeddings_model:
        yield "FRONTDESK_EMBEDDINGS_MODEL"
    for purpose in Purpose:
        if getattr(settings, f"model_{purpose}"):
            yield f"FRONTDESK_MODEL_{purpose.upper()}"

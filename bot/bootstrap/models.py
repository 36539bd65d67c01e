"""Chooses the model and who reads: OpenAI and what is compatible with it, or rules alone."""

from dataclasses import replace
from typing import TYPE_CHECKING

from agents.kit import Agent
from agents.kit.values.model import Model
from bot.core.ports.environment import Clock, Reader
from bot.core.ports.memory import Embeddings
from bot.llm.model_reader import ModelReader
from bot.llm.models import NoModel
from bot.llm.rules_reader import RulesReader
from bot.settings import Settings

if TYPE_CHECKING:
    from bot.llm.openai import OpenAIConfig


def choose_model(settings: Settings, clock: Clock) -> Model:
    """Make the model that is configured; one that answers nothing if none is."""
    return _openai(settings, clock) if settings.has_model else NoModel()


def choose_reader(settings: Settings, agents: tuple[Agent, ...]) -> Reader:
    """Make what reads messages: the model that is configured, or rules."""
    return ModelReader() if settings.has_model else RulesReader(agents)


def choose_embeddings(settings: Settings, clock: Clock) -> Embeddings | None:
    """Make what says what lines mean, if it is configured; it lives where the model does."""
    if not settings.embeddings_model:
        return None
    from bot.llm.openai import OpenAIEmbeddings, Timing  # noqa: PLC0415 - as below

    config = replace(_config(settings), models=(settings.embeddings_model,), streaming=False)
    return OpenAIEmbeddings(config, Timing(clock.now))


def _openai(settings: Settings, clock: Clock) -> Model:
    from bot.llm.models import Limited  # noqa: PLC0415 - as below
    from bot.llm.openai import OpenAIModel, Timing  # noqa: PLC0415 - as below

    model = OpenAIModel(_config(settings), Timing(clock.now))
    most = settings.model_calls_at_once
    return Limited(model, most, clock.elapsed) if most else model


def _config(settings: Settings) -> "OpenAIConfig":
    from bot.llm.openai import (  # noqa: PLC0415 - half a second, paid only by those who need it
        Azure,
        OpenAIConfig,
        Parameters,
        Price,
        WhichApi,
    )

    is_azure = bool(settings.azure_endpoint)
    key = settings.azure_api_key if is_azure else settings.openai_api_key
    config = OpenAIConfig(
        models=settings.models,
        by_purpose=settings.models_by_purpose,
        parameters=Parameters(
            settings.parameters, settings.parameters_by_purpose, settings.parameters_by_model
        ),
        api_key=key.get_secret_value() if key else "",
        aiohttp=True,
        api=WhichApi(settings.model_api),
        streaming=settings.streaming,
        azure=Azure(settings.azure_endpoint, settings.azure_api_version) if is_azure else None,
        prices={name: Price(*both) for name, both in settings.prices.items()},
    )
    if settings.openai_base_url:
        config = replace(config, base_url=settings.openai_base_url)
    return config

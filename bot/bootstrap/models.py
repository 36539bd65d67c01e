"""Chooses the model: OpenAI and what is compatible with it, or the rules that need none."""

from dataclasses import replace

from agents.kit import Agent
from agents.kit.model import Model
from bot.core.ports import Clock
from bot.settings import Settings


def choose_model(settings: Settings, agents: tuple[Agent, ...], clock: Clock) -> Model:
    """Make the model that is configured."""
    if not settings.has_model:
        from bot.llm.offline import Offline  # noqa: PLC0415 - needed only without a model

        return Offline(tuple(agent.card for agent in agents))
    return _openai(settings, clock)


def _openai(settings: Settings, clock: Clock) -> Model:
    from bot.llm.openai import (  # noqa: PLC0415 - half a second, paid only by those who need it
        Azure,
        OpenAIConfig,
        OpenAIModel,
        Price,
        Timing,
    )

    is_azure = bool(settings.azure_endpoint)
    key = settings.azure_api_key if is_azure else settings.openai_api_key
    config = OpenAIConfig(
        models=settings.models,
        api_key=key.get_secret_value() if key else "",
        aiohttp=True,
        streaming=settings.streaming,
        azure=Azure(settings.azure_endpoint, settings.azure_api_version) if is_azure else None,
        prices={name: Price(*both) for name, both in settings.prices.items()},
    )
    if settings.openai_base_url:
        config = replace(config, base_url=settings.openai_base_url)
    return OpenAIModel(config, Timing(clock.now))

"""The adapter for OpenAI and every server that speaks its chat completions."""

from bot.llm.openai.config import Azure, OpenAIConfig, Price
from bot.llm.openai.model import OpenAIModel, Timing

__all__ = ["Azure", "OpenAIConfig", "OpenAIModel", "Price", "Timing"]

"""The adapter for OpenAI and every server that speaks its chat completions."""

from bot.llm.openai.embeddings import OpenAIEmbeddings
from bot.llm.openai.model import OpenAIModel
from bot.llm.openai.retries import Timing
from bot.llm.openai.wire.config import Azure, OpenAIConfig, Parameters, Price, WhichApi

__all__ = [
    "Azure",
    "OpenAIConfig",
    "OpenAIEmbeddings",
    "OpenAIModel",
    "Parameters",
    "Price",
    "Timing",
    "WhichApi",
]

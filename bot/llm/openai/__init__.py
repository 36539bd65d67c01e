"""The adapter for OpenAI and every server that speaks its chat completions."""

from bot.llm.openai.config import Azure, OpenAIConfig, Parameters, Price, WhichApi
from bot.llm.openai.embeddings import OpenAIEmbeddings
from bot.llm.openai.model import OpenAIModel
from bot.llm.openai.patience import Timing

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

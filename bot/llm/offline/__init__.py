"""Rules instead of a language model, so that everything runs without a key."""

from bot.llm.offline.offline import Offline

__all__ = ["Offline"]

"""Shortens a conversation by picking its first and last sentences."""

import re
from collections.abc import Sequence

from agents.kit.model import ChatMessage

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
_LONGEST = 600
_LAST_SENTENCES = 3


def summary_of(messages: Sequence[ChatMessage]) -> str:
    """The first sentence that was said, and the last few, word for word."""
    said = [message.content for message in messages if message.role in {"user", "assistant"}]
    found = (part.strip() for text in said for part in _SENTENCE_END.split(text))
    sentences = [sentence for sentence in found if sentence]
    if len(sentences) > _LAST_SENTENCES:
        sentences = [sentences[0], "…", *sentences[-_LAST_SENTENCES:]]
    return " ".join(sentences)[:_LONGEST] or "Nothing was said."

"""Calls that show pictures, and the same calls for a model that cannot see."""

from dataclasses import replace

from agents.kit.model import ChatMessage, ModelCall

UNSEEN = "(A picture came with this. You cannot see it; do not guess what it shows.)"


def has_pictures(call: ModelCall) -> bool:
    """Say whether a call shows any."""
    return any(message.images for message in call.messages)


def without_pictures(call: ModelCall) -> ModelCall:
    """The call in words only; the model is told that something is missing."""
    return replace(call, messages=tuple(_in_words(message) for message in call.messages))


def _in_words(message: ChatMessage) -> ChatMessage:
    if not message.images:
        return message
    return replace(message, content=f"{message.content}\n{UNSEEN}", images=())

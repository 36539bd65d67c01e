"""The Web API methods the fake answers; importing this declares them all."""

from tests.fakes.slack.methods import (
    auth,
    chat,
    conversations,
    files,
    sessions,
    streams,
    views,
)
from tests.fakes.slack.methods.registry import METHODS, Asked, answer

__all__ = [
    "METHODS",
    "Asked",
    "answer",
    "auth",
    "chat",
    "conversations",
    "files",
    "sessions",
    "streams",
    "views",
]

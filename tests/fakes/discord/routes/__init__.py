"""The REST routes the fake answers; importing this declares them all."""

from tests.fakes.discord.registry import ROUTES, Asked, Route, Upload
from tests.fakes.discord.routes import answers, app, commands, hooks, messages, places

__all__ = [
    "ROUTES",
    "Asked",
    "Route",
    "Upload",
    "answers",
    "app",
    "commands",
    "hooks",
    "messages",
    "places",
]

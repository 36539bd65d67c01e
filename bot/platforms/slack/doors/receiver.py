"""The port behind Slack's doors: what HTTP and Socket Mode hand over, and what they answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Answer:
    """What Slack is answered at once, such as `response_action`; None is a bare yes."""

    body: Mapping[str, Any] | None = None


class Receiver(Protocol):
    """Keeps what Slack sends, and answers within three seconds; copies do nothing more.

    Who sent it was checked before; who it speaks of was not.

    Raises:
        StoreAway: by every method, when it could not be kept; Slack must hear so.
    """

    async def event(self, envelope: Mapping[str, Any], *, retry: int) -> None:
        """Take an event with its envelope; `retry` counts Slack's further tries from 1."""
        ...

    async def interaction(self, payload: Mapping[str, Any]) -> Answer:
        """Take a press, a submitted or closed form, a shortcut, or a wish for options."""
        ...

    async def command(self, payload: Mapping[str, Any]) -> Answer:
        """Take a slash command."""
        ...

"""What else an agent may reach, each a port the bot provides: HTTP, and saved threads."""

from typing import Protocol

from pydantic import JsonValue


class Http(Protocol):
    """Talks to tool servers the operator allowed."""

    async def post_json(self, url: str, body: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """Post JSON and read JSON back.

        Raises:
            ToolFailed: the address is not allowed, or no usable answer came.
        """
        ...


class Threads(Protocol):
    """Saved threads: state an agent keeps by itself, outside the task stack."""

    async def load(self, agent: str) -> dict[str, JsonValue] | None:
        """The state saved for this person in this session, or None at the beginning."""
        ...

    async def save(self, agent: str, state: dict[str, JsonValue] | None) -> None:
        """Save the state with the turn; None forgets it."""
        ...

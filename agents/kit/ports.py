"""What else an agent may reach: HTTP, a port the bot provides."""

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

"""The engine as whatever receives from a platform sees it."""

from typing import Protocol

from bot.domain.ids import TurnId
from bot.domain.messages import Incoming


class Engine(Protocol):
    """Where events go in."""

    async def accept(self, incoming: Incoming) -> TurnId | None:
        """Keep an event; once this returns it may be acknowledged. None for a copy.

        Raises:
            StoreAway: it is not kept, so the platform must send it again.
        """
        ...

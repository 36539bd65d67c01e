"""The inbox and the outbox: events until their turns are over, replies until they are sent."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.domain.ids import ReplyId, SessionId, TurnId
from bot.domain.messages import Incoming, Reply


@dataclass(frozen=True, slots=True)
class ParkedEvent:
    """An event set aside; what it says stays sealed."""

    turn: TurnId
    session: SessionId
    person: str
    received_at: datetime
    reason: str


class Inbox(Protocol):
    """Keeps accepted events until their turns are over.

    Raises:
        StoreAway: by every method, when the store does not answer.
    """

    async def accept(self, incoming: Incoming) -> TurnId | None:
        """Commit an event, so that it can be acknowledged; None for a copy of one kept."""
        ...

    async def waiting(self) -> list[SessionId]:
        """List the sessions that have unfinished events, the longest waiting first."""
        ...

    async def park(self, turn: TurnId, epoch: int, reason: str, reply: Reply) -> None:
        """Set an event aside that keeps failing, and tell its person, in one commit.

        Raises:
            Fenced: a later epoch has begun.
        """
        ...

    async def waiting_event(self, turn: TurnId) -> Incoming | None:
        """The event of a turn that has not ended, whoever kept it; None if it cannot be read."""
        ...

    async def answer_aside(self, turn: TurnId, reply: Reply) -> bool:
        """End an event with a reply, in one commit, that needs no turn; not if one has begun."""
        ...


class Outbox(Protocol):
    """Keeps replies until the platform has taken them, in order per thread."""

    async def unsent(self, session: SessionId) -> list[Reply]:
        """The replies still to be sent, oldest first."""
        ...

    async def sent(self, replies: list[ReplyId]) -> None:
        """Note that the platform has taken them."""
        ...

    async def settle(self, session: SessionId, replies: list[ReplyId]) -> bool:
        """Note replies as taken, and say whether the session has another event waiting."""
        ...

    async def owing(self, platform: str) -> list[SessionId]:
        """List the sessions of a platform that have unsent replies."""
        ...

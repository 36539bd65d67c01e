"""What makes work for a session says so within its own transaction, where workers are told."""

from typing import Protocol

from typing_extensions import override

from bot.domain.ids import SessionId, TurnId
from bot.domain.messages import Incoming
from bot.storage.database import Sql


class Announcing(Protocol):
    """Tells workers of work; what was told counts once the transaction is committed."""

    def work(self, sql: Sql, session: SessionId, person: str = "") -> None:
        """A session has something to be done, for somebody."""
        ...

    def event(self, sql: Sql, turn: TurnId, incoming: Incoming) -> None:
        """An event is to be carried out, and the running turn of its session may want to know."""
        ...


class Silent(Announcing):
    """Tells nobody: whoever keeps an event carries it out."""

    @override
    def work(self, sql: Sql, session: SessionId, person: str = "") -> None:
        """Say nothing."""

    @override
    def event(self, sql: Sql, turn: TurnId, incoming: Incoming) -> None:
        """Say nothing."""

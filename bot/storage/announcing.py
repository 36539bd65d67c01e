"""What makes work for a session says so within its own transaction, where workers are told."""

from typing import Protocol

from typing_extensions import override

from bot.domain.ids import SessionId, TurnId
from bot.storage.database import Sql


class Announcing(Protocol):
    """Tells workers of work; what was told counts once the transaction is committed."""

    def work(self, sql: Sql, session: SessionId) -> None:
        """A session has something to be done."""
        ...

    def event(self, sql: Sql, session: SessionId, turn: TurnId) -> None:
        """A session has something to be done, and its running turn may want to know of it."""
        ...


class Silent(Announcing):
    """Tells nobody: whoever keeps an event carries it out."""

    @override
    def work(self, sql: Sql, session: SessionId) -> None:
        """Say nothing."""

    @override
    def event(self, sql: Sql, session: SessionId, turn: TurnId) -> None:
        """Say nothing."""

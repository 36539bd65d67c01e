"""What makes work for a session says so within its own transaction, where workers are told."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from typing_extensions import override

from bot.domain.ids import SessionId, TurnId
from bot.domain.messages import Incoming
from bot.storage.databases.database import Sql


@dataclass(frozen=True, slots=True)
class Telling:
    """What tells workers of an event: a SELECT of these columns, with these values."""

    columns: str
    values: Mapping[str, str]


class Announcing(Protocol):
    """Tells workers of work; what was told counts once the transaction is committed."""

    def work(self, sql: Sql, session: SessionId, person: str = "") -> None:
        """A session has something to be done, for somebody."""
        ...

    def event(self, turn: TurnId, incoming: Incoming) -> Telling | None:
        """An event is to be carried out, and the running turn of its session may want to know.

        It is told by the statement that keeps the event; None where nobody is to be told.
        """
        ...


class Silent(Announcing):
    """Tells nobody: whoever keeps an event carries it out."""

    @override
    def work(self, sql: Sql, session: SessionId, person: str = "") -> None:
        """Say nothing."""

    @override
    def event(self, turn: TurnId, incoming: Incoming) -> Telling | None:
        """Say nothing."""

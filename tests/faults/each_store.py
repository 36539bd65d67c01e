"""Whole conversations on each store in turn: in memory, on SQLite, on Postgres."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from tests.journeys.conversation import Conversation
from tests.journeys.stored import stored


@dataclass(frozen=True, slots=True)
class EachStore:
    """A store as the table names it, and the address of its database; memory has none."""

    name: str
    address: str = ""

    def keeps(self, conversation: Conversation) -> AbstractAsyncContextManager[Conversation]:
        """Keep a conversation that has not begun here."""
        return stored(conversation, self.address)

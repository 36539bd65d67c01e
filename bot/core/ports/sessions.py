"""Sessions, read beside their turns."""

from typing import Protocol

from agents.kit.values.person import Person
from bot.domain.decisions import DecisionNote
from bot.domain.ids import SessionId
from bot.domain.messages import Thread
from bot.domain.operations import Attention
from bot.domain.participant import Participant


class Sessions(Protocol):
    """Reads what sessions remember, beside the turns."""

    async def participant(self, session: SessionId, person: Person) -> Participant:
        """What the session remembers of a person; a new one when it is nothing."""
        ...

    async def decisions(self, session: SessionId, person: Person) -> list[DecisionNote]:
        """The decisions of the person's last finished turn that made any, in order."""
        ...

    async def attention(self, thread: Thread) -> Attention:
        """Whether messages of a thread are taken that do not mention the bot; quick, read-only."""
        ...

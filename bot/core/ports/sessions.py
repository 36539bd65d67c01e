"""Sessions, read beside their turns, and where on a platform their replies were posted."""

from dataclasses import dataclass
from typing import Protocol

from agents.kit.values.person import Person
from bot.domain.decisions import DecisionNote
from bot.domain.ids import RequestId, SessionId
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


@dataclass(frozen=True, slots=True)
class PostedReply:
    """A message, file or stream of the bot as its platform knows it.

    `key` names what must not be posted twice, such as a reply's id; `request` is the one its
    buttons resolve.
    """

    key: str
    session: SessionId
    channel: str
    message: str
    request: RequestId | None = None


class Posts(Protocol):
    """Keeps what was posted, so that it is updated instead of repeated.

    Raises:
        StoreAway: by every method, when the store does not answer.
    """

    async def find(self, key: str) -> PostedReply | None:
        """The post of this key, or None."""
        ...

    async def note(self, post: PostedReply) -> None:
        """Keep a post; a later one of the same key replaces it."""
        ...

    async def of_request(self, request: RequestId) -> list[PostedReply]:
        """The posts that show a request, oldest first."""
        ...

    async def standing(self, channel: str, message: str) -> PostedReply | None:
        """The post that stands as a message of a channel, or None."""
        ...

    async def join(self, place: SessionId, session: SessionId) -> None:
        """Let a thread go on with the session of another one."""
        ...

    async def session_at(self, place: SessionId) -> SessionId:
        """The session of a thread: its own, or the one it was joined to."""
        ...

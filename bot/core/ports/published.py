"""The ports of what programs read back: their sessions, what was said there, answers to writes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pydantic import JsonValue

from agents.kit.identity import Person
from bot.domain.ids import RequestId, SessionId
from bot.domain.messages import Said
from bot.domain.requests import Request


@dataclass(frozen=True, slots=True)
class OwnSession:
    """A session as its person sees it; `is_active` while something in it is open.

    `last_said` is what the bot said in it last, empty before that.
    """

    session: SessionId
    opened_at: datetime
    is_active: bool
    last_said: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that went out in a session; `number` grows with every one of them."""

    number: int
    kind: str
    body: Mapping[str, JsonValue]
    at: datetime


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the transcript, and where it stands in it."""

    number: int
    said: Said


class Published(Protocol):
    """Keeps sessions for whoever opened them; nobody finds what belongs to somebody else.

    Raises:
        StoreAway: by every method, when the store does not answer.
    """

    async def open(self, session: SessionId, person: Person) -> None:
        """Note that a person has this session; once is enough."""
        ...

    async def find(self, session: SessionId, person: Person) -> OwnSession | None:
        """A person's session, or None."""
        ...

    async def sessions(self, person: Person, limit: int, before: str = "") -> list[OwnSession]:
        """A person's newest sessions, that one and newer ones left out."""
        ...

    async def note(self, key: str, event: "Outgoing") -> bool:
        """Keep an event; False for one whose key is known, and then nothing changes."""
        ...

    async def events(
        self, session: SessionId, person: Person, limit: int, after: int = 0
    ) -> list[Event]:
        """What a person may read of a session's events, in order, behind a number."""
        ...

    async def whispers(
        self, session: SessionId, person: Person, limit: int, after: int = 0
    ) -> list[Event]:
        """What was told to a person alone in a session of anybody's, in order, behind a number."""
        ...

    async def lines(
        self, session: SessionId, person: Person, limit: int, after: int = 0
    ) -> list[Line]:
        """What a person may read of a session's transcript, in order, behind a number."""
        ...

    async def ended(self, session: SessionId, reply_to: str) -> bool:
        """Say whether what came of an incoming event is all there."""
        ...

    async def replies(self, session: SessionId, person: Person, reply_to: str) -> list[Event]:
        """What a person may read of what came of an incoming event, in order."""
        ...

    async def requests(self, workspace: str, limit: int, after: RequestId | None) -> list[Request]:
        """The open requests in sessions over HTTP of a workspace, oldest first, behind one."""
        ...


@dataclass(frozen=True, slots=True)
class Outgoing:
    """An event to be kept; without a `reader` it is for whoever has the session."""

    session: SessionId
    kind: str
    body: Mapping[str, JsonValue]
    reply_to: str
    reader: Person | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """What a write asked, as a digest, since when, and how it was answered, if it was."""

    digest: str
    status: int = 0
    body: str = ""
    since: str = ""


class Answers(Protocol):
    """Keeps the answers to writes by the key their caller gave them, for a day and more.

    Raises:
        StoreAway: by every method, when the store does not answer.
    """

    async def claim(self, person: Person, key: str, digest: str) -> Answered:
        """What is kept under a key; from now on this question, if there was nothing."""
        ...

    async def keep(self, person: Person, key: str, answered: Answered) -> None:
        """Keep the first answer; it stays."""
        ...

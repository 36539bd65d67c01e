"""What programs read back, as values: sessions, the event log, answers to writes, counts."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from agents.kit.values.person import Person
from bot.domain.ids import SessionId
from bot.domain.messages import TranscriptLine


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
class HttpEvent:
    """Something that went out in a session; `number` grows with every one of them."""

    number: int
    kind: str
    body: Mapping[str, JsonValue]
    at: datetime


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A line of the transcript, and where it stands in it."""

    number: int
    said: TranscriptLine


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


@dataclass(frozen=True, slots=True)
class Figures:
    """What waits: events for their turns, replies for their platforms, requests for a person.

    `jobs` are sessions with events that no worker has taken up; where one process does all,
    there are none.
    """

    waiting: int = 0
    waiting_since: datetime | None = None
    jobs: int = 0
    jobs_since: datetime | None = None
    parked: int = 0
    unsent: int = 0
    unsent_since: datetime | None = None
    approvals: int = 0

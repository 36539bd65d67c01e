"""The ports of the core and the engine: what they need from the world, as promises."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from pydantic import JsonValue

from agents.kit.identity import Person
from bot.core.ports.diaries import Diaries, Diary
from bot.core.ports.halt import Halt
from bot.core.ports.later import Original, Waiting
from bot.core.ports.names import Names
from bot.domain.agent_message import AgentMessage
from bot.domain.attention import Attention
from bot.domain.decisions import Decision
from bot.domain.deeds import Besides
from bot.domain.feedback import Feedback
from bot.domain.ids import ReplyId, RequestId, SessionId, TurnId
from bot.domain.links import Identities
from bot.domain.memory import Summary
from bot.domain.messages import Incoming, Reply, Said, Thread
from bot.domain.participant import Participant
from bot.domain.plans.plan import Plan
from bot.domain.requests import Request, Verdict


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The moment, aware, in UTC."""
        ...

    def elapsed(self) -> float:
        """Seconds on a clock that never jumps."""
        ...


class Ids(Protocol):
    """Makes identifiers nobody can guess."""

    def new(self) -> str:
        """Return a fresh identifier of letters and digits."""
        ...


class Cipher(Protocol):
    """Encrypts what must not be read in the store."""

    def seal(self, clear: str) -> str:
        """Encrypt a text."""
        ...

    def open(self, sealed: str) -> str:
        """Decrypt a text this cipher, or an earlier key of it, sealed.

        Raises:
            PlatformFailed: the key is another one.
        """
        ...


DECIDED = "decided"
"""The step of the journal that names the request a turn has decided."""

HEEDED = "heeded"
"""The step in the journal of a wish to stop: the turn it was meant for has stopped."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """A turn as it begins, or begins again: what came in and all that it needs to know.

    `recent` is the newest part of the transcript, oldest first; `pending` are the open
    requests of the session; `journal` holds the steps an earlier try has finished. `behind`
    are the edits, the deletions and the wishes to stop that wait behind it, `original` is
    what an edit or a deletion is about, `is_gone` that the message's deletion came before it.
    `memory` is what the lines before come to for its person, `owes` that replies of earlier
    turns were not sent, `halt` tells it to stop while it runs. What `is_unreadable` came with
    a key that is gone: who sent it, and where, is all that is known of it.
    """

    turn: TurnId
    epoch: int
    incoming: Incoming
    participant: Participant
    received_at: datetime
    attempt: int = 1
    recent: tuple[Said, ...] = ()
    pending: tuple[Request, ...] = ()
    journal: Mapping[str, JsonValue] = field(default_factory=dict)
    behind: tuple[Waiting, ...] = ()
    original: Original | None = None
    is_gone: bool = False
    owes: bool = False
    is_unreadable: bool = False
    memory: Summary = field(default_factory=Summary)
    halt: Halt = field(default_factory=Halt, compare=False)


@dataclass(frozen=True, slots=True)
class Ending:
    """What a turn changes, committed all at once or not at all.

    `reminded` and `escalated` are requests of which those who may decide were told again.
    `closed` are requests that ended by this turn other than by a decision. `taken` are
    events that need no turn of their own after it, `heeded` wishes to stop that it has
    followed. `rewritten` are lines of the transcript with the text they have now. `plans`
    are new or changed ones. `next` are events of the same session that the turn leaves for
    later: accepted with the commit, each once, like those a platform brings.
    """

    turn: TurnId
    session: SessionId
    epoch: int
    participants: tuple[Participant, ...] = ()
    said: tuple[Said, ...] = ()
    replies: tuple[Reply, ...] = ()
    opened: tuple[Request, ...] = ()
    closed: tuple[Request, ...] = ()
    decisions: tuple[Decision, ...] = ()
    reminded: tuple[RequestId, ...] = ()
    escalated: tuple[RequestId, ...] = ()
    taken: tuple[Waiting, ...] = ()
    heeded: tuple[TurnId, ...] = ()
    rewritten: tuple[Said, ...] = ()
    feedback: tuple[Feedback, ...] = ()
    plans: tuple[Plan, ...] = ()
    agent_messages: tuple[AgentMessage, ...] = ()
    next: tuple[Incoming, ...] = ()
    diary: Diary = field(default_factory=Diary)
    besides: Besides = field(default_factory=Besides)

    def __post_init__(self) -> None:
        sessions = {event.thread.session for event in self.next}
        assert sessions <= {self.session}, "errands are for those of other sessions"


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

    async def answer_aside(self, turn: TurnId, reply: Reply) -> bool:
        """End an event with a reply, in one commit, that needs no turn; not if one has begun."""
        ...


class Turns(Diaries, Protocol):
    """Lets one turn of a session happen at a time, fenced by the session's epoch."""

    async def begin(self, session: SessionId) -> Beginning | None:
        """Raise the epoch and load the oldest unfinished event; None when there is none."""
        ...

    async def record(self, turn: TurnId, epoch: int, step: str, entry: JsonValue) -> None:
        """Write a finished step into the journal, so that it is never done again.

        Raises:
            Fenced: a later epoch has begun.
        """
        ...

    async def behind(self, turn: TurnId) -> tuple[Waiting, ...]:
        """What is behind a turn by now, of the sort a turn begins with."""
        ...

    async def next_messages(self, turn: TurnId, most: int) -> tuple[Waiting, ...]:
        """The events that come next after a turn, up to the first that is no message."""
        ...

    async def commit(self, ending: Ending) -> None:
        """Commit everything a turn changed, and its replies into the outbox.

        Raises:
            Fenced: a later epoch has begun; nothing is changed.
            PlanOvertaken: the store holds another version of a plan; nothing is changed.
        """
        ...


class Sessions(Protocol):
    """Reads what sessions remember, beside the turns."""

    async def participant(self, session: SessionId, person: Person) -> Participant:
        """What the session remembers of a person; a new one when it is nothing."""
        ...

    async def decisions(self, session: SessionId, person: Person) -> list[Decision]:
        """The decisions of the person's last finished turn that made any, in order."""
        ...

    async def attention(self, thread: Thread) -> Attention:
        """Whether messages of a thread are taken that do not mention the bot; quick, read-only."""
        ...


class Requests(Protocol):
    """Keeps requests; each is resolved once."""

    async def find(self, request: RequestId) -> Request | None:
        """The request of this id, or None."""
        ...

    async def decide(self, request: RequestId, verdict: Verdict, now: datetime) -> Request:
        """Take a verdict on the request as it is now, at once; a repeat by its turn does nothing.

        It is weighed where nobody else can change the request, so that of many verdicts at once
        one ends it, and no approval of several is lost. The same commit notes the request in
        the journal of the verdict's turn, under `DECIDED`: a turn that begins again must know
        that its words were an answer, above all if they were a secret.

        Raises:
            RequestClosed: another decision, the expiry or a cancellation came first.
            NotYours, ApprovedAlready: it is for somebody else to decide.
        """
        ...


class Outbox(Protocol):
    """Keeps replies until the platform has taken them, in order per thread."""

    async def unsent(self, session: SessionId) -> list[Reply]:
        """The replies still to be sent, oldest first."""
        ...

    async def sent(self, replies: list[ReplyId]) -> None:
        """Note that the platform has taken them."""
        ...

    async def owing(self, platform: str) -> list[SessionId]:
        """List the sessions of a platform that have unsent replies."""
        ...


@dataclass(frozen=True, slots=True)
class Standing:
    """What a platform says of somebody, now."""

    is_active: bool = True
    is_guest: bool = False
    is_stranger: bool = False
    is_bot: bool = False
    is_admin: bool = False


class Directory(Names, Protocol):
    """Knows the people of a platform; asked anew wherever a right depends on it.

    Raises:
        PlatformFailed: by every method, when it does not answer; nobody has a right then.
    """

    async def standing(self, person: Person) -> Standing:
        """What somebody is in their workspace; nobody known is not active."""
        ...

    async def members(self, platform: str, workspace: str, group: str) -> frozenset[str]:
        """The user ids of a group; empty for one that does not exist."""
        ...

    async def is_in(self, person: Person, group: str) -> bool:
        """Say whether somebody is in a group of their own workspace."""
        return person.user in await self.members(person.platform, person.workspace, group)

    async def identities(self, person: Person) -> Identities:
        """Who else somebody is; nobody, where no links are kept."""
        del person
        return Identities()

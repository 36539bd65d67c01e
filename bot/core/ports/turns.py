"""Turns: how they begin, what they change, and the port that lets one happen at a time.

Beside them what is about a message and comes later (edits, deletions, a wish to stop), how a
running turn learns that it is to stop, and what scripts keep of their tasks.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol, TypeVar

from pydantic import JsonValue

from agents.kit.outcome import DiaryLine
from agents.kit.values.person import Person
from bot.domain.decisions import DecisionNote
from bot.domain.errors import Interrupted
from bot.domain.ids import RequestId, SessionId, TaskId, TurnId
from bot.domain.memory import Summary
from bot.domain.messages import Feedback, Incoming, Reply, TranscriptLine
from bot.domain.operations import TurnOperations
from bot.domain.participant import Participant
from bot.domain.plans.plan import Plan, PlanMessage
from bot.domain.requests import Request

EFFECT = "effect:"
"""How the steps of the journal begin that change the world."""

_STARTED = ":started"


def started_of(step: str) -> str:
    """The step that says that an effect has begun; its own is journalled when it has ended."""
    return step + _STARTED


def effects_in(journal: Iterable[str]) -> list[str]:
    """The effects that a turn has begun, each once."""
    return sorted({step.removesuffix(_STARTED) for step in journal if step.startswith(EFFECT)})


@dataclass(frozen=True, slots=True)
class WaitingEvent:
    """An accepted event that waits behind another one of its session."""

    turn: TurnId
    incoming: Incoming
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Original:
    """A message of the past that its author has edited or deleted.

    `turns` answered it, the first one first (an edit is answered by a turn of its own);
    `lines` are its lines of the transcript, `effects` what was done for its author since it
    began, in words, and empty words where nobody knows them. `is_recent` says that all of
    that can still be known; `parked` names its turn when it was set aside.
    """

    turns: tuple[TurnId, ...]
    lines: tuple[TranscriptLine, ...] = ()
    effects: tuple[str, ...] = ()
    is_recent: bool = True
    parked: TurnId | None = None


T = TypeVar("T")


class Why(StrEnum):
    """Why a turn is to stop."""

    STOPPED = "stopped"
    EDITED = "edited"
    DELETED = "deleted"
    WITHDRAWN = "withdrawn"
    LEFT = "left"


@dataclass(slots=True, eq=False)
class Halt:
    """The wish that one turn stops, set while it runs; the first wish counts.

    `by` are the events that ask for it and need no stopping of their own afterwards.
    """

    why: Why | None = None
    by: list[TurnId] = field(default_factory=list)
    _cut: asyncio.Timeout | None = None

    def set(self, why: Why, by: TurnId | None = None) -> None:
        """Ask the turn to stop; a model that is being asked is left at once."""
        if by is not None and by not in self.by:
            self.by.append(by)
        if self.why is not None:
            return
        self.why = why
        if self._cut is not None:
            self._cut.reschedule(asyncio.get_running_loop().time())

    def check(self) -> None:
        """Go on, if nobody minds.

        Raises:
            Interrupted: somebody does.
        """
        if self.why is not None:
            raise Interrupted

    async def cuts(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Ask, and cut that as soon as the turn is to stop: a read, never an effect.

        Raises:
            Interrupted: it was cut, or is not worth beginning.
        """
        self.check()
        try:
            async with asyncio.timeout(None) as self._cut:
                return await ask()
        except TimeoutError:
            self.check()
            raise
        finally:
            self._cut = None


@dataclass(frozen=True, slots=True)
class DiaryEntry:
    """A line that a turn adds to the diary of somebody's task, or puts in another's place."""

    task: TaskId
    person: Person
    line: DiaryLine


@dataclass(frozen=True, slots=True)
class Diary:
    """What a turn changes about diaries; those of tasks that `ended` are deleted."""

    written: tuple[DiaryEntry, ...] = ()
    ended: tuple[TaskId, ...] = ()


DECIDED = "decided"
"""The step of the journal that names the request a turn has decided."""

LAST_TRY = "last try"
"""The step in the journal that says that the last try has begun, one at a time in a process."""

HEEDED = "heeded"
"""The step in the journal of a wish to stop: the turn it was meant for has stopped."""

RECENT_LINES = 40
"""How many lines of the transcript a turn begins with at most."""


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
    recent: tuple[TranscriptLine, ...] = ()
    pending: tuple[Request, ...] = ()
    journal: Mapping[str, JsonValue] = field(default_factory=dict)
    behind: tuple[WaitingEvent, ...] = ()
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
    said: tuple[TranscriptLine, ...] = ()
    replies: tuple[Reply, ...] = ()
    opened: tuple[Request, ...] = ()
    closed: tuple[Request, ...] = ()
    decisions: tuple[DecisionNote, ...] = ()
    reminded: tuple[RequestId, ...] = ()
    escalated: tuple[RequestId, ...] = ()
    taken: tuple[WaitingEvent, ...] = ()
    heeded: tuple[TurnId, ...] = ()
    rewritten: tuple[TranscriptLine, ...] = ()
    feedback: tuple[Feedback, ...] = ()
    plans: tuple[Plan, ...] = ()
    agent_messages: tuple[PlanMessage, ...] = ()
    next: tuple[Incoming, ...] = ()
    diary: Diary = field(default_factory=Diary)
    besides: TurnOperations = field(default_factory=TurnOperations)

    def __post_init__(self) -> None:
        sessions = {event.thread.session for event in self.next}
        assert sessions <= {self.session}, "errands are for those of other sessions"


class Turns(Protocol):
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

    async def behind(self, turn: TurnId) -> tuple[WaitingEvent, ...]:
        """What is behind a turn by now, of the sort a turn begins with."""
        ...

    async def lines(
        self, session: SessionId, turns: Collection[TurnId]
    ) -> tuple[TranscriptLine, ...]:
        """What people said in these turns, as the transcript has it now, oldest first."""
        ...

    async def next_messages(self, turn: TurnId, most: int) -> tuple[WaitingEvent, ...]:
        """The events that come next after a turn, up to the first that is no message."""
        ...

    async def diary(
        self, task: TaskId, book: str, since: int, until: int
    ) -> tuple[JsonValue, ...]:
        """The lines of a book of a task's diary, as the turns before have left it, in order.

        From one number up to, not including, another.
        """
        ...

    async def commit(self, ending: Ending) -> None:
        """Commit everything a turn changed, and its replies into the outbox.

        Raises:
            Fenced: a later epoch has begun; nothing is changed.
            PlanOvertaken: the store holds another version of a plan; nothing is changed.
        """
        ...

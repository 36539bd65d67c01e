"""The ports of the engine alone: what it needs of the store beyond what the core asks."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.core.ports.boxes import Inbox, Outbox, ParkedEvent
from bot.core.ports.installs import Departures
from bot.core.ports.memories import Retention, Summaries
from bot.core.ports.oversight import Switches
from bot.domain.ids import ReplyId, SessionId, TurnId
from bot.domain.messages import Incoming, Thread
from bot.domain.requests import Request
from bot.engine.platform import Platform


class Deliveries(Outbox, Protocol):
    """An outbox that also says how to go on."""

    async def settle(self, session: SessionId, replies: list[ReplyId]) -> bool:
        """Note replies as taken, and say whether the session has another event waiting."""
        ...


class Upkeep(Protocol):
    """Looks after the store as a whole.

    Raises:
        StoreAway: by every method, when the store does not answer.
    """

    async def forgive(self, turn: TurnId) -> None:
        """Take back the attempt that just ended, for it was not the event's fault."""
        ...

    async def stalled(self, since: datetime) -> list[SessionId]:
        """List sessions with unfinished events, or unsent replies, and no turn begun since."""
        ...

    async def unbegun(self, since: datetime) -> list[SessionId]:
        """List sessions in which nothing is going on, though events wait from before a moment."""
        ...

    async def overdue(self, now: datetime) -> list[Request]:
        """List pending requests whose time is over."""
        ...

    async def remindable(self, now: datetime) -> list[Request]:
        """List pending requests of which those who may decide are to be reminded."""
        ...

    async def escalatable(self, now: datetime) -> list[Request]:
        """List pending requests that the next ones may decide too."""
        ...

    async def forget(self, before: datetime) -> int:
        """Delete events done before a moment, with what was sent for them; say how many."""
        ...


class Events(Protocol):
    """Reads events that other processes accepted."""

    async def waiting_event(self, turn: TurnId) -> Incoming | None:
        """The event of a turn that has not ended; None when there is none that can be read.

        Raises:
            StoreAway: the store does not answer.
        """
        ...


class Parked(Protocol):
    """The events that were set aside."""

    async def parked(self) -> list[ParkedEvent]:
        """List them, oldest first; what they say stays sealed."""
        ...

    async def replay(self, turn: TurnId) -> SessionId | None:
        """Let one try again; None when it is not set aside."""
        ...


@dataclass(frozen=True, slots=True)
class Memory:
    """What memory is kept with; without days, words are kept until somebody deletes them."""

    summaries: Summaries
    retention: Retention
    kept_days: float = 0.0


@dataclass(frozen=True, slots=True)
class Desk:
    """What the engine works with: parts of the store, and the platforms it serves, by name.

    Without departures, workspaces are never purged: they cannot leave the console. Without
    memory, nothing is summed up. Without events, what other processes accept waits its turn.
    Without switches, nobody can pause it.
    """

    inbox: Inbox
    outbox: Deliveries
    upkeep: Upkeep
    platforms: Mapping[str, Platform]
    departures: Departures | None = None
    memory: Memory | None = None
    events: Events | None = None
    switches: Switches | None = None

    def serves(self, thread: Thread) -> bool:
        """Say whether a thread is for this process."""
        platform = self.platforms.get(thread.platform)
        return platform is not None and platform.serves(thread)

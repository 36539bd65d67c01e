"""All ports together, as bootstrap fills them in, and those the core does not know of."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from bot.core.accounts.overview import Overviews
from bot.core.ports.boxes import Inbox, Outbox, ParkedEvent
from bot.core.ports.directory import Directory
from bot.core.ports.memories import Summaries
from bot.core.ports.places import Posts
from bot.core.ports.world import Ids
from bot.core.state.catalogue import Services
from bot.domain.ids import SessionId, TurnId
from bot.domain.requests import Request
from bot.engine.patience import Pause
from bot.storage.databases.transactions import SqlDatabase

if TYPE_CHECKING:
    from bot.storage.turns.job_queue import JobQueue

Delete = Callable[[datetime], Awaitable[int]]
"""Deletes what is from before a moment, and says how much that was.

Raises:
    StoreAway: the store does not answer.
"""


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

    async def parked(self) -> list[ParkedEvent]:
        """List the events that were set aside, oldest first; what they say stays sealed."""
        ...

    async def replay(self, turn: TurnId) -> SessionId | None:
        """Let one try again; None when it is not set aside."""
        ...


async def delete_nothing(before: datetime) -> int:
    """Delete nothing, where nothing is kept that grows too old."""
    del before
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports(Services):
    """The real thing for every port, or what stands in for it.

    It is put together once, and read by whoever puts together others: bootstrap, the engine and
    the doors. What is below is given the ports it uses, a turn its `Services`.

    What the `unannounced` inbox keeps is for whoever put it there: no worker is told of it.
    `purge` deletes what is kept of workspaces that left, `expire` what was said, which is kept
    for so many `retention_days`, or without any until somebody deletes it. Without `summaries`
    nothing is summed up. `jobs` are where turns may be carried out elsewhere.
    """

    ids: Ids
    database: SqlDatabase
    inbox: Inbox
    unannounced: Inbox
    outbox: Outbox
    upkeep: Upkeep
    posts: Posts
    overviews: Overviews
    summaries: Summaries | None = None
    purge: Delete = delete_nothing
    expire: Delete = delete_nothing
    retention_days: float = 0.0
    directories: Mapping[str, Directory] = field(default_factory=dict)
    pause: Pause = asyncio.sleep
    jobs: "JobQueue | None" = None

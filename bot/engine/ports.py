"""All ports together, as bootstrap fills them in; the port a platform keeps for the engine."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from bot.core.accounts.overview import Overviews
from bot.core.ports.directory import Directory
from bot.core.ports.environment import Ids
from bot.core.ports.inbox import Inbox, Outbox, ParkedEvent
from bot.core.ports.memory import Summaries
from bot.core.ports.sessions import Posts
from bot.core.ports.turns import Beginning
from bot.core.state.catalogue import Services
from bot.domain.ids import SessionId, TurnId
from bot.domain.messages import Incoming, Reply, Thread
from bot.domain.requests import Request
from bot.engine.retries import Pause
from bot.storage.databases.transactions import SqlDatabase

if TYPE_CHECKING:
    from bot.storage.turns.job_queue import JobQueue


class Undeliverable(Exception):
    """The platform will never take this reply: the channel is gone, or we were removed."""


class Platform(Protocol):
    """Takes what the bot says in one kind of place.

    `reads_ahead` says that its events may be lines of a script, written before the answers,
    `prepares` that they may name what has to be fetched before their turn.
    """

    reads_ahead: bool = False
    prepares: bool = False

    def serves(self, thread: Thread) -> bool:
        """Say whether a thread of this platform is for this process, and not held by another."""
        del thread  # most platforms are served whole
        return True

    async def prepare(self, beginning: Beginning) -> Incoming:
        """Fetch what an event only names, such as its files, before its turn is carried out.

        What cannot be fetched is said in the event; it is never a reason to fail the turn.
        """
        return beginning.incoming

    async def deliver(self, reply: Reply) -> None:
        """Send a reply; the same one may come again, under the same id, after a restart.

        Raises:
            PlatformFailed: not now; the engine tries again.
            Undeliverable: never; the engine gives it up.
        """
        ...

    def progress(self, thread: Thread, reply_to: str, agent: str, text: str) -> None:
        """Show what the bot is doing and why, if that is possible right now."""
        ...

    def words(self, thread: Thread, reply_to: str, agent: str, said: Sequence[str]) -> None:
        """Show an answer that grows, piece by piece; what is delivered takes its place."""
        del thread, reply_to, agent, said  # a platform that cannot, does not

    async def end_of_turn(self, thread: Thread, reply_to: str, *, duplicate: bool) -> None:
        """Note that an event needs nothing more; `duplicate` for a copy of one taken before."""
        ...

    def leave(self, session: SessionId) -> None:
        """Stop showing that a turn of a session goes on: none does here, though none may be over.

        Where another worker took it over, that one says so.
        """
        del session  # a platform that shows nothing has nothing to stop


def serves(platforms: Mapping[str, Platform], thread: Thread) -> bool:
    """Say whether a thread is for this process, which has these platforms."""
    platform = platforms.get(thread.platform)
    return platform is not None and platform.serves(thread)


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

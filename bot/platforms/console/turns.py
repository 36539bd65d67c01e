"""What both consoles share: the door for events, the turns in progress, and who sits there."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from typing_extensions import override

from agents.kit.values.person import Person
from bot.core.ports.directory import MemberStatus
from bot.core.state.directory import NoDirectory
from bot.domain.ids import RequestId, SessionId
from bot.domain.messages import Incoming, Thread
from bot.engine.ports import Platform
from bot.platforms.console.input import Seat
from bot.platforms.console.output import ConsoleProgress

IsElsewhere = Callable[[Thread], bool]
"""Says whether another console holds a conversation."""


def nowhere_else(_thread: Thread) -> bool:
    """Say of every conversation that no other console holds it."""
    return False


class Door(Protocol):
    """Where events go in."""

    async def accept(self, incoming: Incoming) -> None:
        """Commit an event, and have its turn carried out.

        Raises:
            StoreAway: it was not kept.
        """
        ...

    async def place_of(self, request: RequestId) -> Thread | None:
        """Find the thread a request was made in; None for one that does not exist."""
        ...


@dataclass
class InProgress:
    """The events whose turns have not ended yet; a copy counts by itself."""

    _open: Counter[tuple[SessionId, str]] = field(default_factory=Counter)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def started(self, event: Incoming) -> None:
        """Note an event that is about to be accepted."""
        self._open[event.thread.session, event.id] += 1

    def ended(self, thread: Thread, event: str) -> None:
        """Note the end of a turn; one that an earlier run began is not counted here."""
        key = (thread.session, event)
        if self._open[key] <= 1:
            del self._open[key]
        else:
            self._open[key] -= 1
        self._changed.set()

    async def all_ended(self) -> None:
        """Wait until nothing is in progress."""
        while self._open:
            self._changed.clear()
            await self._changed.wait()


@dataclass(kw_only=True)
class ConsolePlatform(Platform):
    """What both consoles keep of the turns whose output they write."""

    turns: InProgress = field(default_factory=InProgress)
    counts: Counter[str] = field(default_factory=Counter)
    is_elsewhere: IsElsewhere = nowhere_else

    @override
    def serves(self, thread: Thread) -> bool:
        return not self.is_elsewhere(thread)

    def doing(self, thread: Thread, reply_to: str, agent: str, text: str) -> ConsoleProgress:
        """The next progress of a turn."""
        self.counts[reply_to] += 1
        return ConsoleProgress(thread, reply_to, self.counts[reply_to], agent, text)


AT_THE_KEYBOARD = Seat().person


class ConsoleDirectory(NoDirectory):
    """Everybody is active; the person at the keyboard is the one admin."""

    def __init__(self, local: Person = AT_THE_KEYBOARD) -> None:
        self._local = local

    @override
    async def standing(self, person: Person) -> MemberStatus:
        return MemberStatus(is_admin=person == self._local)

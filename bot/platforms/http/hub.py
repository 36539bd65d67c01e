"""Lets those who listen to a session know at once that something went out there."""

import asyncio
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from bot.domain.ids import SessionId

MOST_PROGRESS = 50  # what a listener has not read by then is out of date


@dataclass(frozen=True, slots=True)
class Doing:
    """What the bot is doing just now; nobody keeps it."""

    reply_to: str
    agent: str
    text: str


@dataclass(eq=False, slots=True)
class Listener:
    """Somebody who listens; woken whenever there may be something to read."""

    woken: asyncio.Event = field(default_factory=asyncio.Event)
    progress: deque[Doing] = field(default_factory=lambda: deque(maxlen=MOST_PROGRESS))

    async def wait(self, seconds: float) -> bool:
        """Wait until woken; False when nobody did in time."""
        try:
            async with asyncio.timeout(seconds):
                await self.woken.wait()
        except TimeoutError:
            return False
        self.woken.clear()
        return True


class Hub:
    """Knows who listens where, in this process."""

    def __init__(self) -> None:
        self._listeners: dict[SessionId, set[Listener]] = defaultdict(set)
        self.is_closed = False

    @contextmanager
    def listen(self, session: SessionId) -> Iterator[Listener]:
        """Listen to a session."""
        listener = Listener()
        self._listeners[session].add(listener)
        try:
            yield listener
        finally:
            self._listeners[session].discard(listener)
            if not self._listeners[session]:
                del self._listeners[session]

    @property
    def count(self) -> int:
        """How many listen."""
        return sum(map(len, self._listeners.values()))

    def wake(self, session: SessionId) -> None:
        """Let those who listen look."""
        for listener in self._listeners.get(session, ()):
            listener.woken.set()

    def tell(self, session: SessionId, doing: Doing) -> None:
        """Pass progress on to those who listen now."""
        for listener in self._listeners.get(session, ()):
            listener.progress.append(doing)
            listener.woken.set()

    async def close(self) -> None:
        """Let nobody wait any longer."""
        self.is_closed = True
        for session in list(self._listeners):
            self.wake(session)

"""Gives sessions that have work to a runner: the port, and the one within this process."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import structlog
from typing_extensions import override

from bot.domain.ids import SessionId
from bot.engine.retries import cancel_tasks

Run = Callable[[SessionId], Awaitable[None]]
"""Carries out all unfinished events of a session."""

STOP_SECONDS = 10.0

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Chore:
    """Something to be done from time to time; it deals with its own failures."""

    name: str
    every_seconds: int
    do: Callable[[], Awaitable[None]]


class Dispatcher(Protocol):
    """Lets one runner at a time work on a session, and different sessions beside each other."""

    def wake(self, session: SessionId) -> None:
        """Note that a session has work; nothing is lost if it is being worked on."""
        ...

    def accepted(self, session: SessionId) -> None:
        """Note that an event was committed; the same as `wake`, unless the store told already."""
        self.wake(session)

    def take_over(self, chores: Sequence[Chore]) -> bool:
        """Do chores once for all processes together; False: each process does its own."""
        del chores
        return False

    async def start(self) -> None:
        """Begin to give out work, what was noted before included."""
        ...

    async def stop(self) -> None:
        """Give out no more, and let go of what is running within some seconds."""
        ...


class InProcessDispatcher(Dispatcher):
    """One task per session that has work; for a bot that is one process."""

    def __init__(self, run: Run, *, stop_seconds: float = STOP_SECONDS) -> None:
        self._run = run
        self._stop_seconds = stop_seconds
        self._started = False
        self._noted: dict[SessionId, None] = {}
        self._running: dict[SessionId, asyncio.Task[None]] = {}

    @override
    def wake(self, session: SessionId) -> None:
        self._noted[session] = None
        if self._started and session not in self._running:
            self._running[session] = asyncio.create_task(self._work_on(session))

    @override
    async def start(self) -> None:
        self._started = True
        for session in list(self._noted):
            self.wake(session)

    @override
    async def stop(self) -> None:
        self._started = False
        running = list(self._running.values())
        if running:
            _, late = await asyncio.wait(running, timeout=self._stop_seconds)
            await cancel_tasks(*late)

    async def idle(self) -> None:
        """Wait until nothing is running."""
        while self._running:
            await asyncio.wait(self._running.values())

    async def _work_on(self, session: SessionId) -> None:
        try:
            while self._started and session in self._noted:
                del self._noted[session]
                await self._run(session)
        except Exception as error:  # noqa: BLE001 - the sweep wakes the session again
            log.error("session_failed", session=session, error=type(error).__name__)  # noqa: TRY400 - a trace may quote what was said
        finally:
            del self._running[session]

"""Processes that can be killed, frozen and thawed at every touch of what is outside of them."""

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from dataclasses import dataclass, field
from inspect import iscoroutinefunction
from typing import Any

from bot.domain.errors import StoreAway
from bot.engine.engine import Engine


@dataclass
class Outage:
    """Whether the store answers, and how many of its answers get lost on their way."""

    is_away: bool = False
    lost_answers: int = 0
    times: int = 0

    def before(self) -> None:
        """Refuse what comes while the store is away."""
        if self.is_away:
            self.times += 1
            raise StoreAway("it is away")

    def after(self) -> None:
        """Lose an answer: what was asked for has happened all the same."""
        if self.lost_answers:
            self.lost_answers -= 1
            self.times += 1
            raise StoreAway("the answer was lost")


@dataclass
class Power:
    """What keeps a process going; without it, nothing of it reaches the world any more."""

    is_on: bool = True
    is_over: bool = False
    thawed: asyncio.Event | None = None
    touches_left: int = 0
    stops: int = 0
    was_frozen: bool = False
    hung: list[asyncio.Future[None]] = field(default_factory=list)

    async def needed(self) -> None:
        """Go on if there is power, wait while it is frozen, and for ever once it is dead."""
        if self.thawed is not None:
            await self.thawed.wait()
        if self.touches_left:
            self.touches_left -= 1
            if not self.touches_left:
                self.cut()
        if self.is_over:
            raise asyncio.CancelledError
        if not self.is_on:
            # Kept, for nobody else knows of it: what hangs on it must not be swept away.
            self.hung.append(asyncio.get_running_loop().create_future())
            await self.hung[-1]

    def end(self) -> None:
        """Let what still waits in it be cancelled: the history is over."""
        self.is_over, self.thawed = True, None

    def cut(self) -> None:
        """Kill the process: what runs in it neither ends nor cleans up."""
        self.is_on = False
        self.stops += 1

    def freeze(self) -> None:
        """Let it stand still until it is thawed."""
        self.thawed = asyncio.Event()
        self.was_frozen = True
        self.stops += 1

    def thaw(self) -> None:
        """Let it go on."""
        if self.thawed is not None:
            self.thawed.set()
            self.thawed = None


HERE: ContextVar[Power] = ContextVar("HERE")
"""The power of the process in which this code runs."""


@dataclass
class Line:
    """A port as a process sees it: every call of it needs power, before and after."""

    _port: Any
    _power: Power
    _outage: Outage = field(default_factory=Outage)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._port, name)
        return self._guarded(found) if iscoroutinefunction(found) else found

    def _guarded(self, call: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Any]:
        async def guarded(*given: Any, **named: Any) -> Any:
            await self._power.needed()
            self._outage.before()
            answer = await call(*given, **named)
            await self._power.needed()
            self._outage.after()
            return answer

        return guarded


@dataclass
class Process:
    """An engine and its power."""

    engine: Engine
    power: Power

    async def within(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Do something in the process; what it sets going belongs to it, too."""
        HERE.set(self.power)
        return await work

"""Halt: how a running turn learns that it is to stop, and what of it is cut short."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from bot.domain.errors import Interrupted
from bot.domain.ids import TurnId

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

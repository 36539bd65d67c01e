"""Counts the touches of the ports, and kills this process at one of them."""

import os
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from agents.kit.ports.records import Records, Rows

T = TypeVar("T")

AT, SIDE, TRACE = "FAULT_AT", "FAULT_SIDE", "FAULT_TRACE"
UNNUMBERED = -2


class Side(StrEnum):
    """When to die: before a touch, after it, or within the transaction it makes."""

    BEFORE = "before"
    WITHIN = "within"
    AFTER = "after"


@dataclass
class Touches:
    """Numbers the touches from 0 as soon as it is armed; at one of them the process dies."""

    at: int = -1
    side: Side = Side.BEFORE
    trace: Path | None = None
    is_armed: bool = False
    count: int = 0

    def read(self, environment: Mapping[str, str]) -> None:
        """Read where to die; with nothing said it lives on."""
        self.at = int(environment.get(AT, "-1"))
        self.side = Side(environment.get(SIDE, Side.BEFORE))
        self.trace = Path(environment[TRACE]) if TRACE in environment else None

    def begin(self, name: str) -> int:
        """Number a touch, and note its name."""
        if not self.is_armed:
            return UNNUMBERED
        number, self.count = self.count, self.count + 1
        if self.trace is not None:
            with self.trace.open("a") as trace:
                trace.write(f"{name}\n")
        self.reach(number, Side.BEFORE)
        return number

    def reach(self, number: int, side: Side) -> None:
        """Die here if it is the place."""
        if (number, side) == (self.at, self.side):
            os.kill(os.getpid(), signal.SIGKILL)


TOUCHES = Touches()


class Touched:
    """Stands before a port; calls of the methods it watches are touches."""

    def __init__(self, port: Any, *methods: str) -> None:
        self._port = port
        self._methods = methods

    def __getattr__(self, name: str) -> Any:
        real = getattr(self._port, name)
        if name not in self._methods:
            return real

        async def touched(*given: Any, **named: Any) -> Any:
            number = TOUCHES.begin(name)
            try:
                return await real(*given, **named)
            finally:  # a call that fails is over, too
                TOUCHES.reach(number, Side.AFTER)

        return touched


class TouchedRecords(Records):
    """Stands before the agents' tables; may also die with a transaction still open."""

    def __init__(self, records: Records) -> None:
        self._records = records

    async def transact(self, work: Callable[[Rows], T]) -> T:
        number = TOUCHES.begin("transact")

        def watched(rows: Rows) -> T:
            answer = work(rows)
            TOUCHES.reach(number, Side.WITHIN)
            return answer

        answer = await self._records.transact(watched)
        TOUCHES.reach(number, Side.AFTER)
        return answer

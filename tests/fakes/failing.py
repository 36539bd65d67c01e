"""Carries out a fault on one HTTP request: says nothing good, nothing, or breaks the line."""

import asyncio
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from aiohttp import web

from tests.fakes.connections import reset
from tests.fakes.faults import Fault, Orders, Struck


class Call(Protocol):
    """The row of a record that tells how a call ended."""

    status: int | None
    fault: str | None


C = TypeVar("C", bound=Call)
F = TypeVar("F", bound=Orders)


@dataclass(slots=True)
class Failing(ABC, Generic[C, F]):
    """Lets faults happen on every route of a server; each platform words its own rate limits."""

    faults: F
    is_closing: asyncio.Event = field(default_factory=asyncio.Event)

    async def fail(
        self, request: web.Request, call: C, struck: Struck, done: web.Response | None = None
    ) -> web.StreamResponse:
        """Answer, or do not, as the fault has it; `done` is the answer to what was done first."""
        call.fault = struck.fault.name
        match struck.fault:
            case Fault.RATE_LIMITED | Fault.GLOBALLY_LIMITED:
                return self.limited(call, struck)
            case Fault.SERVER_ERROR | Fault.BAD_GATEWAY | Fault.UNAVAILABLE:
                call.status = int(struck.fault.value)
                page = "<html><body>Server Error</body></html>"
                return web.Response(text=page, content_type="text/html", status=call.status)
            case Fault.DELAY:
                await self._wait(struck.seconds)
                assert done is not None, "a delayed call is done"
                call.status = done.status
                return done
            case Fault.HANG | Fault.DONE_THEN_HANG:
                await self.is_closing.wait()
            case Fault.RESET | Fault.DONE_THEN_RESET:
                reset(request)
        return web.Response(status=503)

    @abstractmethod
    def limited(self, call: C, struck: Struck) -> web.Response:
        """Say that it is too much, and when it may come again."""

    async def _wait(self, seconds: float) -> None:
        """Wait by the clock of the fake."""
        over = asyncio.Event()
        clock = self.faults.clock
        clock.call_at(clock.now() + seconds, over.set)
        waiting = {asyncio.ensure_future(one.wait()) for one in (over, self.is_closing)}
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for one in waiting:
            one.cancel()

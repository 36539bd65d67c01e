"""Carries out a fault on one HTTP request: says nothing good, nothing, or breaks the line."""

import asyncio
import json
from dataclasses import dataclass, field

from aiohttp import web

from tests.fakes.connections import reset
from tests.fakes.discord.faults import Fault, Faults, Struck
from tests.fakes.discord.record import Call
from tests.fakes.discord.rows import Json

RETRY_AFTER_GRAIN = 0.001


@dataclass(slots=True)
class Failing:
    """Decides on faults for every route of the server, and lets them happen."""

    faults: Faults
    is_closing: asyncio.Event = field(default_factory=asyncio.Event)

    async def fail(
        self, request: web.Request, call: Call, struck: Struck, done: web.Response | None
    ) -> web.StreamResponse:
        """Answer, or do not, as the fault has it; `done` is the answer to what was done first."""
        call.fault = struck.fault.name
        match struck.fault:
            case Fault.RATE_LIMITED | Fault.GLOBALLY_LIMITED:
                return self._limited(call, struck)
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
            case _:
                reset(request)
        return web.Response(status=503)

    async def _wait(self, seconds: float) -> None:
        """Wait by the clock of the fake."""
        over = asyncio.Event()
        self.faults.clock.call_at(self.faults.clock.now() + seconds, over.set)
        waiting = {asyncio.ensure_future(one.wait()) for one in (over, self.is_closing)}
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for one in waiting:
            one.cancel()

    def _limited(self, call: Call, struck: Struck) -> web.Response:
        is_global = struck.fault is Fault.GLOBALLY_LIMITED
        retry_after = round(struck.seconds + RETRY_AFTER_GRAIN, 3)
        answer: Json = {
            "message": "You are being rate limited.",
            "retry_after": retry_after,
            "global": is_global,
        }
        call.answer, call.status = answer, 429
        headers = {
            "Retry-After": str(retry_after),
            "Via": "1.1 google",  # without it a client takes itself for banned
            "X-RateLimit-Scope": "global" if is_global else "user",
            "Content-Type": "application/json",
        }
        if is_global:
            headers["X-RateLimit-Global"] = "true"
        elif self.faults.buckets is not None:
            headers |= self.faults.buckets.headers(call)
        return web.Response(body=json.dumps(answer).encode(), status=429, headers=headers)

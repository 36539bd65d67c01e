"""Carries out a fault on one HTTP request: says nothing good, nothing, or breaks the line."""

import asyncio
import math
from dataclasses import dataclass, field

from aiohttp import web

from tests.fakes.connections import reset
from tests.fakes.slack.faults import Fault, Faults
from tests.fakes.slack.record import Call, Json

RATE_LIMITED: Json = {"ok": False, "error": "ratelimited"}


@dataclass(slots=True)
class Failing:
    """Decides on faults for every route of the server, and lets them happen."""

    faults: Faults
    is_closing: asyncio.Event = field(default_factory=asyncio.Event)

    async def fail(
        self, request: web.Request, call: Call, struck: tuple[Fault, float]
    ) -> web.StreamResponse:
        """Answer, or do not, as the fault has it; what is to be done first was done."""
        fault, retry_after = struck
        call.fault = fault.name
        match fault:
            case Fault.RATE_LIMITED:
                call.answer, call.status = RATE_LIMITED, 429
                headers = {"Retry-After": str(math.ceil(retry_after))}
                return web.json_response(RATE_LIMITED, status=429, headers=headers)
            case Fault.SERVER_ERROR | Fault.BAD_GATEWAY | Fault.UNAVAILABLE:
                call.status = int(fault.value)
                page = "<html><body>Server Error</body></html>"
                return web.Response(text=page, content_type="text/html", status=call.status)
            case Fault.HANG | Fault.DONE_THEN_HANG:
                await self.is_closing.wait()
            case _:
                reset(request)
        return web.Response(status=503)

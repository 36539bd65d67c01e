"""How Discord says that calls are too many."""

import json

from aiohttp import web
from typing_extensions import override

from tests.fakes import failing
from tests.fakes.discord.faults import Faults
from tests.fakes.discord.record import Call
from tests.fakes.discord.rows import Json
from tests.fakes.faults import Fault, Struck

RETRY_AFTER_GRAIN = 0.001


class Failing(failing.Failing[Call, Faults]):
    """Lets faults happen on every route of the server."""

    @override
    def limited(self, call: Call, struck: Struck) -> web.Response:
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

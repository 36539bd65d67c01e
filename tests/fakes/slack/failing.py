"""How Slack says that calls are too many."""

import math

from aiohttp import web
from typing_extensions import override

from tests.fakes import failing
from tests.fakes.faults import Fault, Struck
from tests.fakes.slack.faults import Faults
from tests.fakes.slack.record import Call, Json

RATE_LIMITED: Json = {"ok": False, "error": "ratelimited"}


class Failing(failing.Failing[Call, Faults]):
    """Lets faults happen on every route of the server."""

    @override
    def limited(self, call: Call, struck: Struck) -> web.Response:
        assert struck.fault is Fault.RATE_LIMITED, "Slack limits each method by itself"
        call.answer, call.status = RATE_LIMITED, 429
        headers = {"Retry-After": str(math.ceil(struck.seconds))}
        return web.json_response(RATE_LIMITED, status=429, headers=headers)

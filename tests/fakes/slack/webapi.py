"""Answers `/api/<method>`: authentication, faults, the method itself, and the record."""

import asyncio
import math
from dataclasses import dataclass, field

from aiohttp import web

from tests.fakes.slack.arguments import read_arguments
from tests.fakes.slack.connections import reset
from tests.fakes.slack.errors import SlackRefuses
from tests.fakes.slack.faults import Fault, Faults
from tests.fakes.slack.methods import METHODS, Asked, answer
from tests.fakes.slack.methods.auth import exchange
from tests.fakes.slack.record import Call, Json
from tests.fakes.slack.scopes import METHOD_SCOPES
from tests.fakes.slack.tokens import Grant
from tests.fakes.slack.world import World

OAUTH = "oauth.v2.access"
RATE_LIMITED: Json = {"ok": False, "error": "ratelimited"}


@dataclass(slots=True)
class WebApi:
    """The Web API of one fake Slack."""

    world: World
    faults: Faults
    is_closing: asyncio.Event = field(default_factory=asyncio.Event)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one call, or fail to in the way a test wants."""
        method = request.match_info["method"]
        call = Call(method, {}, None, self.world.clock.now())
        self.world.record.calls.append(call)
        try:
            call.arguments, call.token = await read_arguments(request)
        except SlackRefuses as refusal:
            return self._said(call, refusal.answer)
        fault, retry_after = self.faults.strike(call, self._team(call.token))
        if fault is None:
            return self._said(call, self._answer(call, request), self._grant(call.token))
        call.fault = fault.name
        if fault.is_done:
            call.answer = self._answer(call, request)
        return await self._fail(request, call, fault, retry_after)

    def _answer(self, call: Call, request: web.Request) -> Json:
        if call.method not in METHODS and call.method != OAUTH:
            return {"ok": False, "error": "unknown_method", "req_method": call.method}
        try:
            if call.method == OAUTH:
                authorization = request.headers.get("Authorization", "")
                return exchange(self.world, call.arguments, authorization)
            grant = self.world.tokens.authenticate(call.token, self.world.clock.now())
            return self._carry_out(call, grant)
        except SlackRefuses as refusal:
            return refusal.answer

    def _carry_out(self, call: Call, grant: Grant) -> Json:
        asked = Asked(self.world, call.method, call.arguments, grant)
        try:
            return answer(asked)
        finally:
            call.scopes = frozenset(asked.needed)

    def _said(self, call: Call, said: Json, grant: Grant | None = None) -> web.Response:
        call.answer, call.status = said, 200
        self.world.changed()
        headers = {}
        if grant is not None:
            headers["x-oauth-scopes"] = ",".join(sorted(grant.scopes))
            headers["x-accepted-oauth-scopes"] = METHOD_SCOPES.get(call.method) or ""
        return web.json_response(said, headers=headers)

    async def _fail(
        self, request: web.Request, call: Call, fault: Fault, retry_after: float
    ) -> web.StreamResponse:
        self.world.changed()
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

    def _grant(self, token: str | None) -> Grant | None:
        return self.world.tokens.grants.get(token or "")

    def _team(self, token: str | None) -> str:
        grant = self._grant(token)
        return "" if grant is None else grant.team

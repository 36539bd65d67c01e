"""Answers `/api/<method>`: authentication, faults, the method itself, and the record."""

from dataclasses import dataclass

from aiohttp import web

from tests.fakes.slack.arguments import read_arguments
from tests.fakes.slack.errors import SlackRefuses
from tests.fakes.slack.failing import Failing
from tests.fakes.slack.methods import METHODS, Asked, answer
from tests.fakes.slack.methods.auth import exchange
from tests.fakes.slack.record import Call, Json
from tests.fakes.slack.scopes import METHOD_SCOPES
from tests.fakes.slack.tokens import Grant
from tests.fakes.slack.world import World

OAUTH = "oauth.v2.access"


@dataclass(slots=True)
class WebApi:
    """The Web API of one fake Slack."""

    world: World
    failing: Failing

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one call, or fail to in the way a test wants."""
        method = request.match_info["method"]
        call = Call(method, {}, None, self.world.clock.now())
        self.world.record.calls.append(call)
        try:
            call.arguments, call.token = await read_arguments(request)
        except SlackRefuses as refusal:
            return self._said(call, refusal.answer)
        struck = self.failing.faults.strike(call, self._team(call.token))
        if struck is None:
            return self._done(call, request)
        done = self._done(call, request) if struck.fault.is_done else None
        call.status = None
        self.world.changed()
        return await self.failing.fail(request, call, struck, done)

    def _done(self, call: Call, request: web.Request) -> web.Response:
        return self._said(call, self._answer(call, request), self._grant(call.token))

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

    def _grant(self, token: str | None) -> Grant | None:
        return self.world.tokens.grants.get(token or "")

    def _team(self, token: str | None) -> str:
        grant = self._grant(token)
        return "" if grant is None else grant.team

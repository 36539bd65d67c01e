"""Installing the app: the consent page, where a person of the test's choice says yes."""

from dataclasses import dataclass
from urllib.parse import urlencode

from aiohttp import web

from tests.fakes.slack.tokens import Code
from tests.fakes.slack.world import World


@dataclass(slots=True)
class Installing:
    """`/oauth/v2/authorize`: consents at once as `user` of `team`, or as `error` says."""

    world: World
    team: str = "T1"
    user: str = "U1"

    async def authorize(self, request: web.Request) -> web.Response:
        """Send the browser back with a code and the state it came with."""
        query = request.query
        redirect_uri = query.get("redirect_uri", "")
        if query.get("client_id") != self.world.app.client_id or not redirect_uri:
            return web.Response(status=400, text="invalid_client_id")
        back = {"state": query.get("state", "")}
        if query.get("deny"):
            back["error"] = "access_denied"
        else:
            scopes = frozenset(filter(None, query.get("scope", "").split(",")))
            team, user = query.get("team", self.team), query.get("as_user", self.user)
            code = Code(team, user, scopes, redirect_uri, self.world.clock.now())
            back["code"] = self.world.tokens.new_code(code)
        return web.Response(status=302, headers={"Location": f"{redirect_uri}?{urlencode(back)}"})

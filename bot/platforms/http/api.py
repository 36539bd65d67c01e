"""The API as a whole: everything of it that runs, and all of its endpoints."""

from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from bot.core.ports.world import Ids
from bot.core.turn.services import Services
from bot.engine.engine import Engine
from bot.platforms.http.callers import Doorkeeper, Proxy
from bot.platforms.http.endpoints import Desk, Endpoint
from bot.platforms.http.events import Events
from bot.platforms.http.hub import Hub
from bot.platforms.http.openapi import described, page
from bot.platforms.http.outbound import HttpPlatform
from bot.platforms.http.planning import Planning
from bot.platforms.http.plans import Plans
from bot.platforms.http.requests import Requests
from bot.platforms.http.sessions import Sessions
from bot.platforms.http.turning import Turning
from bot.storage.people.keys import SqlKeys
from bot.storage.plans import SqlOwnPlans
from bot.storage.views.published import SqlAnswers, SqlPublished


@dataclass(frozen=True, slots=True)
class ApiPorts:
    """What the API keeps things in, and whom it believes; `has_docs` shows its description."""

    keys: SqlKeys
    published: SqlPublished
    answers: SqlAnswers
    plans: SqlOwnPlans
    ids: Ids
    proxy: Proxy
    has_docs: bool = False


@dataclass(frozen=True, slots=True)
class Api:
    """The API; its platform is there before there is an engine to connect it to."""

    ports: ApiPorts
    hub: Hub = field(default_factory=Hub)

    @property
    def platform(self) -> HttpPlatform:
        """Where the engine sends what is said."""
        return HttpPlatform(self.ports.published, self.hub)

    def connect(self, engine: Engine, services: Services) -> list[BaseRoute]:
        """Let calls into an engine; the addresses to call."""
        ports = self.ports
        door = Doorkeeper(ports.keys, services.clock, ports.proxy)
        turning = Turning(engine, services, ports.published, ports.plans, self.hub, ports.ids)
        endpoints = endpoints_of(turning, door)
        routes = Desk(door, ports.answers).routes(endpoints)
        return [*routes, *(_docs(endpoints) if ports.has_docs else [])]

    async def close(self) -> None:
        """Let nobody listen any longer."""
        await self.hub.close()


def endpoints_of(turning: Turning, door: Doorkeeper) -> list[Endpoint]:
    """Everything that may be called."""
    return [
        *Sessions(turning).endpoints(),
        *Events(turning, door).endpoints(),
        *Requests(turning).endpoints(),
        *Plans(turning).endpoints(),
        *Planning(turning).endpoints(),
    ]


def _docs(endpoints: list[Endpoint]) -> list[BaseRoute]:
    told, shown = described(endpoints), page(endpoints)

    async def _openapi(_request: Request) -> Response:
        return JSONResponse(told)

    async def _page(_request: Request) -> Response:
        headers = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}
        return HTMLResponse(shown, headers=headers)

    return [Route("/openapi.json", _openapi), Route("/docs", _page)]

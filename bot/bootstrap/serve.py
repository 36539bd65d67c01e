"""Runs the platforms that are configured, or a worker, until it is told to stop."""

import asyncio
import gc
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

import structlog

from bot.bootstrap.application import App
from bot.bootstrap.platforms import HTTP, PlatformRow, configured, configured_rows
from bot.bootstrap.workers import ProcessRole, dispatching, ears_of, part_of, relaying, standing_of
from bot.domain.errors import PlatformFailed
from bot.engine.engine import Engine
from bot.engine.ports import Platform
from bot.settings import Settings

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from bot.platforms.http.metrics import Metrics
    from bot.platforms.http.openapi import Api

log = structlog.get_logger(__name__)


class NothingToRun(PlatformFailed):
    """What should run is not configured."""

    def __init__(self, only: str) -> None:
        what = f"“{only}”" if only else "no platform"
        super().__init__(
            f"There is nothing to run: {what} is not configured. “frontdesk doctor” says what is "
            "missing; .env.example explains it."
        )


class Parts(Protocol):
    """Everything of a platform that runs: what it sends is there early, its doors open last."""

    @property
    def platform(self) -> Platform:
        """Where the engine sends what is said."""
        ...

    @property
    def needs_web(self) -> bool:
        """Say whether what comes in is posted to us."""
        ...

    def connect(self, engine: Engine) -> "Sequence[BaseRoute]":
        """Let events into an engine; the addresses the platform may post to."""
        ...

    async def start(self) -> None:
        """Open the doors that are ours to open."""
        ...

    async def stop(self) -> None:
        """Take in nothing more."""
        ...

    async def close(self) -> None:
        """Let go of everything, once no turn runs any more."""
        ...


def wanted(settings: Settings, only: str) -> list[str]:
    """The platforms to run; the web needs nothing but to be asked for, and has a usual port."""
    if only == HTTP:
        return [HTTP]
    return [name for name in configured(settings) if only in {"", name}]


@dataclass
class Server:
    """The running whole; what is opened first is closed last."""

    app: App
    only: str = ""
    part: ProcessRole = ProcessRole.WHOLE
    _metrics: "Metrics | None" = None
    _closing: list[Callable[[], Awaitable[None]]] = field(default_factory=list)

    async def open(self) -> None:
        """Bring the database up to date, go on with what is unfinished, then open the doors.

        Raises:
            NothingToRun: nothing is configured.
            NoWorkersHere: it is a worker, and the database is not Postgres.
        """
        is_worker = self.part is ProcessRole.WORKER
        names = [] if is_worker else wanted(self.app.settings, self.only)
        if not names and not is_worker:
            raise NothingToRun(self.only)
        self._closing.append(self.app.close)
        await self.app.prepare_to_serve()
        await self._open(names)
        settings = self.app.settings
        log.info("running", part=self.part.value, platforms=names, store=settings.database)
        await self._warn()

    async def close(self) -> None:
        """Take in nothing more, let turns end, then let go."""
        while self._closing:
            await self._closing.pop()()

    async def _open(self, names: list[str]) -> None:
        settings = self.app.settings
        has_workers = self.app.ports.jobs is not None  # any of them may get any platform's work
        api = self._api() if has_workers or HTTP in {*names, *configured(settings)} else None
        parts = {row.name: self._parts(row) for row in configured_rows(settings)}
        platforms = {name: each.platform for name, each in parts.items()}
        platforms |= {HTTP: api.platform} if api else {}
        dispatch = dispatching(self.app, self.part, platforms)
        engine = self.app.engine(platforms, dispatch=dispatch)
        routes = [route for each in parts.values() for route in each.connect(engine)]
        self._closing.append(engine.stop)
        await engine.start()
        self._meet_others(engine, api)
        ours = [parts[name] for name in names if name in parts]
        if HTTP in names or any(each.needs_web for each in ours):
            more = api.connect(engine, self.app.ports) if api else []
            await self._listen([*routes, *more], settings.port)
        elif self.part is ProcessRole.WORKER and settings.worker_port is not None:
            await self._listen([], settings.worker_port, "FRONTDESK_WORKER_PORT")
        if api:
            self._closing.append(api.close)
        for each in ours:
            self._closing.append(each.stop)
            await each.start()

    async def _warn(self) -> None:
        """Say what will keep what comes in from being answered."""
        if self.part is not ProcessRole.WHOLE and self.app.settings.secret_key is None:
            log.warning("secret_key_of_this_machine", do="set FRONTDESK_SECRET_KEY everywhere")
        if self.part is ProcessRole.DOORS and not await self._has_workers():
            log.warning("no_worker", do="start “frontdesk worker”; until then nothing is answered")

    def _meet_others(self, engine: Engine, api: "Api | None") -> None:
        """Hear from other processes and tell them, where there may be any."""
        if api is None:
            return
        ears = ears_of(self.app, self.part, engine, api.hub)
        relay = relaying(self.app, self.part, api.hub)
        if relay is not None:
            self._closing.append(relay.stop)
        if ears is not None:
            self._closing.append(ears.stop)
            ears.start()

    async def _has_workers(self) -> bool | None:
        standing = await standing_of(self.app)
        return None if standing is None else standing.has_workers

    def _parts(self, row: PlatformRow) -> Parts:
        parts: Parts = import_module(row.module).parts(self.app)
        self._closing.append(parts.close)
        return parts

    def _api(self) -> "Api":
        from bot.bootstrap.http import http_api, measured  # noqa: PLC0415 - needed only for the web

        self.app, self._metrics = measured(self.app)
        return http_api(self.app)

    async def _listen(self, routes: "list[BaseRoute]", port: int, setting: str = "PORT") -> None:
        from bot.platforms.http.health import web_app  # noqa: PLC0415 - needed only for the web
        from bot.platforms.http.server import WebServer  # noqa: PLC0415 - as above

        figures = self._metrics.routes() if self._metrics else []
        web = web_app(self.app.is_database_current, [*routes, *figures], self._has_workers)
        server = WebServer(web, self.app.settings.host, port, setting)
        self._closing.append(server.stop)
        await server.start()
        log.info("listening", port=server.port)


async def serve(app: App, only: str = "") -> None:
    """Run what is configured until cancelled."""
    await _serve(Server(app, only, part_of(app.settings, only)))


async def serve_as_worker(app: App) -> None:
    """Carry out turns, and send what goes out, until cancelled."""
    await _serve(Server(app, part=ProcessRole.WORKER))


def _set_apart_what_stays() -> None:
    """Let the garbage collector look through what comes and goes, not through all code as well.

    It holds up everything while it looks: a fifth of a second, again and again under load.
    """
    gc.collect()
    gc.freeze()


async def _serve(served: Server) -> None:
    try:
        await served.open()
        _set_apart_what_stays()
        await asyncio.Event().wait()
    finally:
        await served.close()

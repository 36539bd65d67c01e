"""Answers `/api/v10`: authentication, faults, the route itself, and the record."""

import json
from dataclasses import dataclass

from aiohttp import BodyPartReader, web
from aiohttp.typedefs import Handler

from tests.fakes.discord import errors
from tests.fakes.discord.errors import DiscordRefuses, refuse
from tests.fakes.discord.failing import Failing
from tests.fakes.discord.limits import REQUEST_BYTES
from tests.fakes.discord.record import Call
from tests.fakes.discord.registry import Answer
from tests.fakes.discord.routes import ROUTES, Asked, Route, Upload
from tests.fakes.discord.rows import Json
from tests.fakes.discord.world import World

BASE = "/api/v10"


@dataclass(slots=True)
class Rest:
    """The REST API of one fake Discord."""

    world: World
    failing: Failing

    def serve(self, app: web.Application) -> None:
        """Add every route."""
        for name in ROUTES:
            verb, path = name.split(" ")
            app.router.add_route(verb, BASE + path, self._answering(ROUTES[name]))
        app.router.add_route("*", BASE + "/{rest:.*}", self._unknown)

    def _answering(self, route: Route) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            return await self._handle(request, route)

        return handle

    async def _unknown(self, request: web.Request) -> web.Response:
        call = Call(f"{request.method} {request.path}", {}, self.world.clock.now())
        self.world.record.calls.append(call)
        return self._said(call, 404, {"message": "404: Not Found", "code": 0})

    async def _handle(self, request: web.Request, route: Route) -> web.StreamResponse:
        authorization = request.headers.get("Authorization", "")
        call = Call(
            route.name,
            dict(request.match_info),
            self.world.clock.now(),
            query=dict(request.query),
            token=authorization.removeprefix("Bot ") or None,
            reason=request.headers.get("X-Audit-Log-Reason"),
        )
        self.world.record.calls.append(call)
        try:
            uploads = await read_body(request, call)
        except DiscordRefuses as refusal:
            return self._said(call, refusal.status, refusal.answer)
        struck = self.failing.faults.strike(call)
        if struck is None:
            return self._answer(call, route, uploads)
        done = self._answer(call, route, uploads) if struck.fault.is_done else None
        call.status = None
        self.world.changed()
        return await self.failing.fail(request, call, struck, done)

    def _answer(self, call: Call, route: Route, uploads: dict[int, Upload]) -> web.Response:
        try:
            if not route.is_open and call.token != self.world.app.token:
                raise refuse(errors.UNAUTHORIZED)
            answer = route.handler(Asked(self.world, call, uploads))
        except DiscordRefuses as refusal:
            return self._said(call, refusal.status, refusal.answer)
        return self._said(call, 204 if answer is None else route.status, answer)

    def _said(self, call: Call, status: int, answer: Answer) -> web.Response:
        call.answer, call.status = answer, status
        self.world.changed()
        buckets = self.failing.faults.buckets
        headers = {} if buckets is None else buckets.headers(call)
        if answer is None:
            return web.Response(status=status, headers=headers)
        # Clients compare this header as a whole: a charset in it makes the body a string.
        headers |= {"Content-Type": "application/json", "Via": "1.1 google"}
        return web.Response(body=json.dumps(answer).encode(), status=status, headers=headers)


async def read_body(request: web.Request, call: Call) -> dict[int, Upload]:
    """Read JSON, or a form of JSON and files, into a call.

    Raises:
        DiscordRefuses: the body is too large or not what it says.
    """
    if (request.content_length or 0) > REQUEST_BYTES:
        raise refuse(errors.TOO_LARGE)
    if request.content_type == "multipart/form-data":
        return await _read_form(request, call)
    text = await request.text()
    if text:
        call.body = parsed(text)
    return {}


def parsed(text: str) -> Json:
    """Read JSON; a list is found under `list`.

    Raises:
        DiscordRefuses: it is none.
    """
    try:
        read = json.loads(text)
    except ValueError:
        raise refuse(errors.INVALID_JSON) from None
    if isinstance(read, dict):
        return read
    if isinstance(read, list):
        return {"list": read}
    raise refuse(errors.INVALID_JSON)


async def _read_form(request: web.Request, call: Call) -> dict[int, Upload]:
    uploads: dict[int, Upload] = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader), "Discord's forms are flat"
        name = str(part.name)
        if name == "payload_json":
            call.body = parsed(await part.text())
        elif name.startswith("files["):
            number = int(name.removeprefix("files[").removesuffix("]"))
            kind = part.headers.get("Content-Type", "application/octet-stream")
            content = bytes(await part.read(decode=False))
            uploads[number] = Upload(part.filename or "unknown", content, kind)
    return uploads

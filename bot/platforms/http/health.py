"""The web application: is the bot alive, is it ready, and the addresses platforms bring along."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from bot.domain.errors import PlatformFailed
from bot.platforms.http.validation import Problem

READY_SECONDS = 4.0

log = structlog.get_logger(__name__)

Ready = Callable[[], Awaitable[bool]]
"""Says whether the store is up to date; raises PlatformFailed when it does not answer."""

Workers = Callable[[], Awaitable[bool | None]]
"""Says whether there are workers; None where none are needed. Raises as above."""


async def none_needed() -> bool | None:
    """Turns are carried out in this process."""
    return None


def web_app(
    ready: Ready, routes: Sequence[BaseRoute] = (), workers: Workers = none_needed
) -> Starlette:
    """Make the application out of what tells of health, and what platforms bring along.

    It is ready without workers: what comes in is kept for them.
    """

    async def _readiness(_request: Request) -> Response:
        status = await _status(ready)
        if status != "ready":
            return JSONResponse({"status": status}, status_code=503)
        return JSONResponse({"status": status, **await _told_of(workers)})

    health = [Route("/healthz", _alive), Route("/readyz", _readiness)]
    return Starlette(routes=[*health, *routes], exception_handlers={HTTPException: _told})


async def _told(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException), "it is for nothing else"
    words = {404: "There is nothing here.", 405: "This takes other methods; see Allow."}
    status, headers = error.status_code, dict(error.headers or {})
    return Problem(status, words.get(status, error.detail), headers=headers).response


async def _alive(_request: Request) -> Response:
    return JSONResponse({"status": "alive"})


async def _told_of(workers: Workers) -> dict[str, str]:
    try:
        are_there = await workers()
    except PlatformFailed:
        return {}
    return {} if are_there is None else {"workers": "alive" if are_there else "none"}


async def _status(ready: Ready) -> str:
    try:
        async with asyncio.timeout(READY_SECONDS):
            return "ready" if await ready() else "database not up to date"
    except (PlatformFailed, TimeoutError) as error:
        log.warning("store_unreachable", error=type(error).__name__)
        return "store unreachable"

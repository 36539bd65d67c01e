"""Discord's limits, looked at right before anything is sent: while one lasts, nothing is.

discord.py waits for them too, but not for that of all calls together before it tries a call
again or behind the queue of its route, and not once a call was given up that had to wait.
"""

import asyncio
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import aiohttp

from bot.engine.patience import Pause

TOO_MANY = 429
IS_GLOBAL, RETRY_AFTER = "X-RateLimit-Global", "Retry-After"
ALL = "all"
REMEMBERED = 1_000

# What a limit is counted by: the method and the path, of its ids only the first.
_MAJOR = re.compile(r".*?/(?:channels/\d+|guilds/\d+|webhooks/\d+(?:/[^/]{20,})?)")
_ID = re.compile(r"/\d{15,22}(?=/|$)")
# Answers to interactions do not count as calls like all others.
_EXEMPT = re.compile(r"/(?:interactions|webhooks)/\d+/[^/]{20,}(?:/|$)")


@dataclass
class Limits:
    """Holds calls back until Discord takes them again."""

    elapsed: Callable[[], float] = time.monotonic
    pause: Pause = asyncio.sleep
    _until: dict[str, float] = field(default_factory=dict)

    def trace(self) -> aiohttp.TraceConfig:
        """What a client of discord.py is given, so that each of its calls passes here."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._starting)
        config.on_request_end.append(self._ended)
        return config

    async def _starting(
        self, _session: object, _context: object, call: aiohttp.TraceRequestStartParams
    ) -> None:
        route, path = route_of(call.method, call.url.path), call.url.path
        names = (route,) if _EXEMPT.search(path) else (route, ALL)
        while (left := max(self._until.get(name, 0.0) for name in names) - self.elapsed()) > 0:
            await self.pause(left)

    async def _ended(
        self, _session: object, _context: object, call: aiohttp.TraceRequestEndParams
    ) -> None:
        headers = call.response.headers
        if call.response.status == TOO_MANY and RETRY_AFTER in headers:
            name = ALL if headers.get(IS_GLOBAL) else route_of(call.method, call.url.path)
            until = self.elapsed() + float(headers[RETRY_AFTER])
            self._until[name] = max(self._until.get(name, 0.0), until)
            self._forget()

    def _forget(self) -> None:
        if len(self._until) > REMEMBERED:
            now = self.elapsed()
            self._until = {name: until for name, until in self._until.items() if until > now}


def route_of(method: str, path: str) -> str:
    """What the limits of a call are counted by."""
    found = _MAJOR.match(path)
    major = found[0] if found else ""
    return f"{method} {major}{_ID.sub('/*', path[len(major) :])}"

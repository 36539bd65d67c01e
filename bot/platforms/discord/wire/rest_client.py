"""Calls to Discord's REST API: its rate limits are kept, fates are told honestly."""

import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.domain.errors import PlatformFailed
from bot.engine.retries import Pause
from bot.platforms.chat.directory import CheckResult
from bot.platforms.chat.wire import PlatformAway, PlatformRefused

RATE_LIMITED = 429
IS_GLOBAL, RETRY_AFTER = "X-RateLimit-Global", "Retry-After"
ALL = "all"
REMEMBERED = 1_000

# What a limit is counted by: the method and the path, of its ids only the first.
_MAJOR = re.compile(r".*?/(?:channels/\d+|guilds/\d+|webhooks/\d+(?:/[^/]{20,})?)")
_ID = re.compile(r"/\d{15,22}(?=/|$)")
# Answers to interactions do not count as calls like all others.
_EXEMPT = re.compile(r"/(?:interactions|webhooks)/\d+/[^/]{20,}(?:/|$)")


@dataclass
class DiscordRateLimit:
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
        if call.response.status == RATE_LIMITED and RETRY_AFTER in headers:
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


TIMEOUT_SECONDS = 60.0  # the waits Discord asks for included
UNAUTHORISED, FORBIDDEN, NOT_FOUND, TOO_MANY, SERVER_FAULT = 401, 403, 404, 429, 500
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
CHANNEL = "/channels/{channel_id}"
MESSAGES = f"{CHANNEL}/messages"
MESSAGE = f"{MESSAGES}/{{message_id}}"
GUILD = "/guilds/{guild_id}"
MEMBERS = f"{GUILD}/members"
MEMBER = f"{MEMBERS}/{{user_id}}"

# What it logs at DEBUG quotes whole messages.
_quiet = logging.getLogger("discord")
_quiet.setLevel(logging.ERROR)


class DiscordAway(PlatformAway):
    """Discord did not answer, or failed; whether the call was carried out is not known."""


class DiscordRefused(PlatformRefused):
    """Discord answered that it will not do it; `code` is its number for why."""

    def __init__(self, call: str, status: int, code: int) -> None:
        message = f"{call}: status {status}, code {code}"
        super().__init__(message, why=str(code or status), is_dead=status == UNAUTHORISED)
        self.status = status
        self.code = code


class DiscordDead(DiscordRefused):
    """The token is worth nothing; only the operator can mend it."""

    def __init__(self) -> None:
        super().__init__("log in", UNAUTHORISED, 0)
        self.args = ("Discord does not know this token; set DISCORD_TOKEN to the bot's own.",)


def point_at(api: str, gateway: str) -> None:
    """Let discord.py talk to these addresses; both are of the process, not of a client."""
    Route.BASE = api.rstrip("/")
    if gateway:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


@dataclass
class DiscordClient:
    """The REST API as our bot; it logs in when it is asked first, and again after a failure."""

    token: str
    limits: DiscordRateLimit = field(default_factory=DiscordRateLimit)
    _client: discord.Client | None = None
    _logging_in: asyncio.Lock = field(default_factory=asyncio.Lock)
    _is_dead: bool = False

    async def me(self) -> str:
        """The id of the bot as a user.

        Raises:
            DiscordAway, DiscordRefused: it cannot be learnt.
        """
        user = (await self._logged_in()).user
        assert user is not None, "logged in"
        return str(user.id)

    async def application(self) -> str:
        """The id of the application, which interactions and webhooks name."""
        found = (await self._logged_in()).application_id
        assert found is not None, "logged in"
        return str(found)

    async def call(self, method: str, path: str, /, **details: Any) -> Any:
        """Call a route such as `POST`, `/channels/{channel_id}/messages`.

        What the path names is taken from the details; the others (`json`, `params`, `form`,
        `files`, `reason`) are as discord.py takes them.

        Raises:
            DiscordAway: nobody knows whether it was done.
            DiscordRefused: it was not done.
        """
        named = {name: details.pop(name) for name in tuple(details) if f"{{{name}}}" in path}
        client = await self._logged_in()
        route = Route(method, path, **named)
        try:
            return await _honest(client.http.request(route, **details), f"{method} {path}")
        except DiscordRefused as refused:
            # Of a webhook's or an interaction's own token Discord says another code.
            self._is_dead = refused.is_dead and refused.code == 0
            raise
        finally:
            # discord.py shuts this gate for all calls while one waits for the end of a limit of
            # all; where that one is given up it stays shut for ever. Our limits do without it.
            client.http._global_over.set()  # noqa: SLF001 - discord.py gives no other way
            _free(client.http, route)

    async def close(self) -> None:
        """Let go of the connections."""
        if self._client is not None:
            await self._client.close()

    async def _logged_in(self) -> discord.Client:
        if self._is_dead:  # ten thousand such calls in ten minutes bar our address
            raise DiscordDead
        async with self._logging_in:
            if self._client is None:
                trace = self.limits.trace()
                client = discord.Client(intents=discord.Intents.none(), http_trace=trace)
                try:
                    await _honest(client.login(self.token), "log in")
                except PlatformFailed as error:
                    self._is_dead = isinstance(error, DiscordDead)
                    await client.close()
                    raise
                self._client = client
            return self._client


def _free(http: Any, route: Route) -> None:
    """Let others have the place of a call in its route, if it was given up while it left.

    discord.py frees a place in a step of its own. A call that ends before that step leaves the
    route taken by nobody; whoever waits there gives up sooner than discord.py looks again.
    """
    hashed = http._bucket_hashes.get(route.key, route.key)  # noqa: SLF001 - no other way here, too
    bucket = http._buckets.get(f"{hashed}:{route.major_parameters}")  # noqa: SLF001
    if bucket is None or bucket.outgoing or bucket.remaining > 0 or bucket.expires is not None:
        return
    if not bucket._sleeping.locked():  # noqa: SLF001 - else somebody frees it when that ends
        bucket.reset()
        bucket._wake(bucket.remaining)  # noqa: SLF001


async def _honest(work: Any, call: str) -> Any:
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            return await work
    except discord.LoginFailure:
        raise DiscordDead from None
    except discord.HTTPException as error:
        if error.status >= SERVER_FAULT or error.status == TOO_MANY:
            raise DiscordAway(f"{call}: status {error.status}") from None
        raise DiscordRefused(call, error.status, error.code) from None
    except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
        raise DiscordAway(f"{call}: {type(error).__name__}") from None


AUTHORIZE = "https://discord.com/oauth2/authorize"
SCOPES = "bot applications.commands"
VIEW_CHANNEL, SEND_MESSAGES, ATTACH_FILES, READ_HISTORY = 1 << 10, 1 << 11, 1 << 15, 1 << 16
MANAGE_WEBHOOKS, CREATE_THREADS, SEND_IN_THREADS = 1 << 29, 1 << 35, 1 << 38
NEEDED = (
    VIEW_CHANNEL
    | SEND_MESSAGES
    | ATTACH_FILES
    | READ_HISTORY
    | MANAGE_WEBHOOKS
    | CREATE_THREADS
    | SEND_IN_THREADS
)
_MAY_READ = 1 << 18 | 1 << 19  # of all servers, or of fewer than a hundred


def invitation(application: str) -> str:
    """The address under which somebody lets the bot into their server."""
    asked = {"client_id": application, "scope": SCOPES, "permissions": str(NEEDED)}
    return f"{AUTHORIZE}?{urlencode(asked)}"


@dataclass(frozen=True, slots=True)
class DiscordCheckup:
    """Asks Discord; nothing is changed there."""

    line: DiscordClient
    guild: str = ""
    reads_messages: bool = True

    async def findings(self) -> AsyncIterator[CheckResult]:
        """Look at everything that is configured."""
        try:
            application = await self.line.call("GET", "/oauth2/applications/@me")
            guilds = await self.line.call("GET", "/users/@me/guilds")
        except PlatformFailed as error:
            yield CheckResult(is_good=False, text=str(error))
            return
        named = ", ".join(str(guild.get("name")) for guild in guilds[:5]) or "no server yet"
        yield CheckResult(is_good=True, text=f"{application.get('name')} in {named}")
        if self.guild and self.guild not in {str(guild["id"]) for guild in guilds}:
            text = f"it is not in the server {self.guild} of FRONTDESK_DISCORD_GUILD; invite it"
            yield CheckResult(is_good=False, text=text)
        if self.reads_messages and not int(application.get("flags") or 0) & _MAY_READ:
            text = (
                "it may not read messages that do not mention it; switch on “Message Content "
                "Intent” of the bot, or set FRONTDESK_DISCORD_READS_MESSAGES=false"
            )
            yield CheckResult(is_good=False, text=text)

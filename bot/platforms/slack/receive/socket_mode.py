"""Socket Mode: two connections, so that one always hears; alive is what was heard from lately.

Slack sends each envelope to one of them. An envelope is acknowledged once it is kept; one
that could not be is left alone, so that Slack sends it again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import structlog
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse
from typing_extensions import override

from bot.domain.errors import StoreAway
from bot.engine.retries import Pause, cancel_tasks
from bot.platforms.slack.wire.rate_limit import SlackRateLimit
from bot.platforms.slack.wire.web_client import TIMEOUT_SECONDS, handlers_of

OPEN = "apps.connections.open"
CONNECTIONS = 2
PING_SECONDS = 2.0
SILENT_SECONDS = 8.0  # several pings went unanswered: nobody is at the other end
LONGEST_SILENCE_SECONDS = 64.0
WATCH_SECONDS = 0.5
CLOSING_SECONDS = 2.0

# What it logs at DEBUG quotes whole envelopes.
_quiet = logging.getLogger("slack_sdk.socket_mode")
_quiet.setLevel(logging.WARNING)

log = structlog.get_logger(__name__)

Take = Callable[[str, Mapping[str, Any], int], Awaitable[Mapping[str, Any] | None]]
"""Takes an envelope's type, payload and number of tries; gives what to answer with.

Raises StoreAway when it could not be kept.
"""


class Opener(AsyncWebClient):
    """Asks for one address at a time, and not before Slack's last wait is over."""

    def __init__(self, pace: SlackRateLimit, **details: Any) -> None:
        super().__init__(retry_handlers=handlers_of(pace), logger=_quiet, **details)
        self._pace = pace

    @override
    async def apps_connections_open(self, *, app_token: str, **more: Any) -> AsyncSlackResponse:
        async with self._pace.turn(OPEN):
            return await super().apps_connections_open(app_token=app_token, **more)


@dataclass
class Socket:
    """One connection, replaced as a whole when nothing is heard on it.

    The library reconnects by itself in most cases; it keeps trying an address that has
    become invalid in others, and only silence tells.
    """

    app_token: str
    web: AsyncWebClient
    take: Take
    elapsed: Callable[[], float]
    pause: Pause = asyncio.sleep
    _heard_at: float = 0.0
    _pong: float | None = None
    _client: SocketModeClient | None = None

    async def run(self) -> None:
        """Stay connected until cancelled."""
        patience = SILENT_SECONDS
        try:
            while True:
                heard = await self._connected(patience)
                patience = SILENT_SECONDS if heard else min(2 * patience, LONGEST_SILENCE_SECONDS)
                log.warning("slack_socket_replaced", heard_before=heard)
        finally:
            await self._close()

    async def _connected(self, patience: float) -> bool:
        """Connect and listen until nothing is heard; say whether anything ever was."""
        began = self._heard_at = self.elapsed()
        client = self._client = self._new_client()
        connecting = asyncio.create_task(client.connect())  # type: ignore[no-untyped-call] # the SDK's gap
        try:
            while self.elapsed() - self._heard_at <= patience:
                await self.pause(WATCH_SECONDS)
                self._notice_pong(client)
        finally:
            await cancel_tasks(connecting)
            await self._close()
        return self._heard_at > began

    def _new_client(self) -> SocketModeClient:
        client = SocketModeClient(
            app_token=self.app_token,
            web_client=self.web,
            logger=_quiet,
            ping_interval=PING_SECONDS,
            on_message_listeners=[self._hear],
        )
        client.socket_mode_request_listeners.append(self._request)
        return client

    def _notice_pong(self, client: SocketModeClient) -> None:
        if client.last_ping_pong_time != self._pong:
            self._pong = client.last_ping_pong_time
            self._heard_at = self.elapsed()

    async def _hear(self, _message: object) -> None:
        self._heard_at = self.elapsed()

    async def _request(
        self, client: AsyncBaseSocketModeClient, request: SocketModeRequest
    ) -> None:
        try:
            answer = await self.take(request.type, request.payload, request.retry_attempt or 0)
        except StoreAway as error:
            log.warning("slack_envelope_not_kept", error=str(error))
            return
        payload = dict(answer) if answer else None
        response = SocketModeResponse(envelope_id=request.envelope_id, payload=payload)
        try:
            await client.send_socket_mode_response(response)
        except (aiohttp.ClientError, OSError) as error:
            # It is kept, so the copy that will come is known as one.
            log.info("slack_ack_not_sent", error=type(error).__name__)

    async def _close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            with suppress(aiohttp.ClientError, OSError, TimeoutError):
                async with asyncio.timeout(CLOSING_SECONDS):
                    await client.close()  # type: ignore[no-untyped-call] # the SDK's gap
            await client.aiohttp_client_session.close()


@dataclass
class Sockets:
    """All connections of the app."""

    app_token: str
    address: str
    take: Take
    elapsed: Callable[[], float]
    pause: Pause = asyncio.sleep
    connections: int = CONNECTIONS
    _running: list[asyncio.Task[None]] = field(default_factory=list)
    _session: aiohttp.ClientSession | None = None

    async def start(self) -> None:
        """Begin to listen."""
        pace = SlackRateLimit(self.elapsed, self.pause)
        self._session = aiohttp.ClientSession()
        web = Opener(pace, base_url=self.address, session=self._session, timeout=TIMEOUT_SECONDS)
        for _one in range(self.connections):
            socket = Socket(self.app_token, web, self.take, self.elapsed, self.pause)
            self._running.append(asyncio.create_task(socket.run()))

    async def stop(self) -> None:
        """Listen no more; what was not acknowledged comes again."""
        await cancel_tasks(*self._running)
        self._running.clear()
        if self._session is not None:
            await self._session.close()

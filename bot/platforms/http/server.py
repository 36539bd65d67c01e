"""Serves the web application inside our own event loop, and stops it in order."""

import asyncio
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from typing_extensions import override

from bot.domain.errors import PlatformFailed
from bot.platforms.http.validation import Problem

MOST_AT_ONCE = 500  # more are told 503 at once; platforms send again
MOST_KEPT_OPEN = 400  # connections, each a file; beyond, each is closed once it is answered

TOO_MANY = "Too many calls at once; try again in a second."
CLOSE = (b"connection", b"close")


class ConnectionLimit:
    """Lets so many calls in at once; `connections` counts the open ones."""

    def __init__(self, app: ASGIApp, connections: Callable[[], int]) -> None:
        self._app = app
        self._connections = connections
        self._inside = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a call, or say that there are too many."""

        async def closing(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), CLOSE]}
            await send(message)

        chosen = closing if self._connections() > MOST_KEPT_OPEN else send
        if self._inside >= MOST_AT_ONCE:
            problem = Problem(503, TOO_MANY, headers={"Retry-After": "1"})
            await problem.response(scope, receive, chosen)
            return
        self._inside += 1
        try:
            await self._app(scope, receive, chosen)
        finally:
            self._inside -= 1


STOP_SECONDS = 5
KEPT_OPEN_SECONDS = 75  # longer than most proxies, or they send into one we just closed


class AddressTaken(PlatformFailed):
    """The web server cannot listen where it should."""

    def __init__(self, host: str, port: int, reason: str, setting: str) -> None:
        super().__init__(
            f"Cannot listen on {host}:{port} ({reason}); set {setting} or FRONTDESK_HOST to "
            "another."
        )


class WebServer:
    """Listens on one address; an error names the setting that its port is from."""

    def __init__(self, app: ASGIApp, host: str, port: int, setting: str = "PORT") -> None:
        self._setting = setting
        self._host = host
        self._port = port
        config = uvicorn.Config(
            ConnectionLimit(app, lambda: len(self._server.server_state.connections)),
            log_config=None,
            access_log=False,
            lifespan="off",
            ws="none",
            server_header=False,
            proxy_headers=False,  # nothing here depends on who asks
            timeout_keep_alive=KEPT_OPEN_SECONDS,
            timeout_graceful_shutdown=STOP_SECONDS,
        )
        self._server = _Server(config)
        self._serving: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen; from here on nothing that is sent is refused.

        Raises:
            AddressTaken: somebody else listens there, or nobody may.
        """
        listening = self._listen()
        self._port = listening.getsockname()[1]
        self._serving = asyncio.create_task(self._server.serve([listening]))

    @property
    def port(self) -> int:
        """The port it listens on; the real one, also when any was asked for."""
        return self._port

    async def wait(self) -> None:
        """Wait until it serves no more."""
        if self._serving is not None:
            await asyncio.shield(self._serving)

    async def stop(self) -> None:
        """Take nothing new, and let what is being answered end within some seconds."""
        self._server.should_exit = True
        if self._serving is not None:
            await self._serving

    def _listen(self) -> socket.socket:
        family = socket.AF_INET6 if ":" in self._host else socket.AF_INET
        try:
            listening = socket.create_server((self._host, self._port), family=family)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or type(error).__name__
            raise AddressTaken(self._host, self._port, reason, self._setting) from error
        # asyncio does it only for sockets that name their protocol; without, an answer on a
        # kept connection waits 40 ms for the other side's acknowledgement. Connections inherit it.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listening


class _Server(uvicorn.Server):
    @override
    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave signals to the program we are part of."""
        yield

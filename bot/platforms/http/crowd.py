"""Keeps a crowd of callers from taking the process with it.

Only what is being answered counts as busy: a connection that its caller keeps open for later
costs little, and whoever comes in the meantime is not turned away for it.
"""

from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.platforms.http.problems import Problem

MOST_AT_ONCE = 500  # more are told 503 at once; platforms send again
MOST_KEPT_OPEN = 400  # connections, each a file; beyond, each is closed once it is answered

TOO_MANY = "Too many calls at once; try again in a second."
CLOSE = (b"connection", b"close")


class Crowd:
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

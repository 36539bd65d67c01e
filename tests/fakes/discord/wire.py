"""One WebSocket of a bot: what is sent leaves in order, what comes is counted."""

import asyncio
import contextlib
import json
from collections import deque
from dataclasses import dataclass, field

from aiohttp import web

from tests.fakes.connections import reset
from tests.fakes.discord.limits import GATEWAY_SENDS, GATEWAY_SENDS_SECONDS
from tests.fakes.discord.rows import Json
from tests.fakes.discord.sessions import Session


@dataclass(slots=True, eq=False)
class Connection:
    """One connection, from HELLO to its end."""

    number: int
    request: web.Request
    socket: web.WebSocketResponse
    session: Session | None = None
    is_deaf: bool = False
    """A zombie: it stays open, and nothing comes out of it any more."""
    withholds_acks: bool = False
    """Heartbeats are not acknowledged; everything else goes on."""
    heartbeats: int = 0
    closed_with: int | None = None
    """The code the fake closed it with."""
    is_closed_by_order: bool = False
    """Closed because a test wanted it so."""
    received: list[Json] = field(default_factory=list)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    _outbox: "asyncio.Queue[Json | int]" = field(default_factory=asyncio.Queue)
    _arrivals: deque[float] = field(default_factory=deque)
    _watch: asyncio.TimerHandle | None = None

    @property
    def is_open(self) -> bool:
        """Whether anything may still be said."""
        return not (self.ended.is_set() or self.socket.closed or self.closed_with is not None)

    def send(self, frame: Json) -> None:
        """Say something after everything said before."""
        if not self.is_deaf:
            self._outbox.put_nowait(frame)

    def close(self, code: int) -> None:
        """Close after everything said before."""
        if self.closed_with is None:
            self.closed_with = code
            self._outbox.put_nowait(code)

    def let_go(self) -> None:
        """Drop it without a word: its client has come back over another one."""
        self.ended.set()
        reset(self.request)

    async def pump(self) -> None:
        """Write what is to be said until the connection ends."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                frame = await self._outbox.get()
                if isinstance(frame, int):
                    await self.socket.close(code=frame)
                    return
                await self.socket.send_str(json.dumps(frame))

    def counts_too_many(self) -> bool:
        """Count one frame that came; real time, since the client keeps to that."""
        now = asyncio.get_running_loop().time()
        self._arrivals.append(now)
        while self._arrivals[0] <= now - GATEWAY_SENDS_SECONDS:
            self._arrivals.popleft()
        return len(self._arrivals) > GATEWAY_SENDS

    def expect_heartbeat(self, seconds: float) -> None:
        """Close unless `expect_heartbeat` is called again in time, or `rest`."""
        self.rest()
        loop = asyncio.get_running_loop()
        self._watch = loop.call_later(seconds, self.close, 4009)

    def rest(self) -> None:
        """Expect nothing any more."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

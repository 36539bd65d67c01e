"""Socket Mode: admits connections, hands envelopes out, reads acknowledgements, breaks."""

import asyncio
import contextlib
import json
from collections.abc import Coroutine
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web
from typing_extensions import override

from tests.fakes.connections import cut_mid_frame, reset
from tests.fakes.slack.delivery import Attempt, Delivery, Done, Door
from tests.fakes.slack.record import Call, Json
from tests.fakes.slack.world import World

MAX_CONNECTIONS = 10
DEAF_SECONDS = 30
FAREWELL_SECONDS = 10
HOST = "applink-fake"


@dataclass(slots=True)
class Connection:
    """One WebSocket a bot has opened."""

    number: int
    request: web.Request
    socket: web.WebSocketResponse
    is_deaf: bool = False
    """Half-open: takes bytes and answers nothing, not even a ping."""
    is_retiring: bool = False
    """Told to go; gets no new envelopes while another connection is open."""
    received: list[str] = field(default_factory=list)
    pongs: list[bytes] = field(default_factory=list)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    waiting: dict[str, tuple[Attempt, Done]] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        """Whether Slack believes that it takes envelopes."""
        if self.ended.is_set():
            return False
        return self.is_deaf or not (self.socket.closed or self.request.transport is None)


@dataclass(slots=True)
class SocketDoor(Door):
    """All connections of the app; each envelope goes to one of them, in turn."""

    world: World
    connections: list[Connection] = field(default_factory=list)
    stray_acks: list[Json] = field(default_factory=list)
    """Acknowledgements of nothing that was sent, or of something a second time."""
    refusals: int = 0
    """How many of the next handshakes are answered 503."""
    _numbers: "count[int]" = field(default_factory=count)
    _turn: int = 0
    _sending: set[asyncio.Task[object]] = field(default_factory=set)

    @property
    def open_connections(self) -> list[Connection]:
        """The connections that are up, oldest first."""
        return [row for row in self.connections if row.is_open]

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Hold one connection until it ends."""
        if self.refusals > 0:
            self.refusals -= 1
            return web.Response(status=503)
        ticket = request.query.get("ticket", "")
        if ticket not in self.world.tickets:
            return web.Response(status=403)
        self.world.tickets.discard(ticket)
        socket = web.WebSocketResponse(autoping=False, autoclose=False)
        await socket.prepare(request)
        connection = Connection(next(self._numbers), request, socket)
        if len(self.open_connections) >= MAX_CONNECTIONS:
            await self._say(connection, _farewell("too_many_websockets"))
            await socket.close()
            return socket
        self.connections.append(connection)
        await self._say(connection, self._hello())
        self.world.changed()
        try:
            await self._listen(connection)
        finally:
            self._lost(connection)
        return socket

    def _hello(self) -> Json:
        debug = {"host": HOST, "build_number": 1, "approximate_connection_time": 18060}
        return {
            "type": "hello",
            "num_connections": len(self.open_connections),
            "debug_info": debug,
            "connection_info": {"app_id": self.world.app.id},
        }

    async def _listen(self, connection: Connection) -> None:
        async for message in connection.socket:
            if connection.is_deaf:
                await connection.ended.wait()
                return
            if message.type is WSMsgType.PING:
                await connection.socket.pong(message.data)
            elif message.type is WSMsgType.PONG:
                connection.pongs.append(bytes(message.data))
                self.world.changed()
            elif message.type is WSMsgType.TEXT:
                connection.received.append(message.data)
                self._acked(connection, message.data)
        if not connection.is_deaf:
            await connection.socket.close()

    def _acked(self, connection: Connection, text: str) -> None:
        try:
            said = json.loads(text)
        except ValueError:
            self._stray({"unreadable": text})
            return
        found = connection.waiting.pop(str(said.get("envelope_id")), None)
        if found is None:
            self._stray(said)
            return
        attempt, done = found
        attempt.acked_at, attempt.payload = self.world.clock.now(), said.get("payload")
        if attempt.payload:
            self.world.record.calls.append(
                Call("ack", attempt.payload, None, attempt.acked_at, {"ok": True}, 200)
            )
        if attempt.failure is None:
            done()

    def _stray(self, said: Json) -> None:
        self.stray_acks.append(said)
        self.world.changed()

    def _lost(self, connection: Connection) -> None:
        connection.ended.set()
        for attempt, done in connection.waiting.values():
            if attempt.is_pending:
                attempt.failure = "connection_lost"
                done()
        connection.waiting.clear()
        self.world.changed()

    @override
    def send(self, delivery: Delivery, attempt: Attempt, done: Done) -> None:
        connection = self._choose()
        if connection is None:
            attempt.failure = "no_connection"
            asyncio.get_running_loop().call_soon(done)
            return
        attempt.via = f"socket-{connection.number}"
        envelope_id = self.world.new_id("envelope-")
        connection.waiting[envelope_id] = (attempt, done)
        envelope: Json = {
            "envelope_id": envelope_id,
            "type": delivery.kind,
            "payload": delivery.payload,
            "accepts_response_payload": delivery.wants_payload,
        }
        if delivery.kind == "events_api":
            reason = (delivery.first_reason or "timeout") if attempt.number else ""
            envelope |= {"retry_attempt": attempt.number, "retry_reason": reason}
        self._in_background(self._say(connection, envelope))

    def _in_background(self, doing: Coroutine[Any, Any, object]) -> None:
        task = asyncio.ensure_future(doing)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    def _choose(self) -> Connection | None:
        up = self.open_connections
        staying = [row for row in up if not row.is_retiring] or up
        if not staying:
            return None
        self._turn += 1
        return staying[self._turn % len(staying)]

    async def _say(self, connection: Connection, message: Json) -> None:
        if connection.is_deaf:
            return
        with contextlib.suppress(ConnectionError, RuntimeError):
            await connection.socket.send_str(json.dumps(message))

    async def disconnect(self, reason: str = "refresh_requested", index: int = -1) -> Connection:
        """Tell a connection to go, as Slack does; after ten seconds it is closed.

        A `warning` leaves it in use until then.
        """
        connection = self.open_connections[index]
        connection.is_retiring = reason != "warning"
        await self._say(connection, _farewell(reason))
        if reason == "too_many_websockets":
            await connection.socket.close()
        else:
            when = self.world.clock.now() + FAREWELL_SECONDS
            self.world.clock.call_at(when, lambda: self._in_background(connection.socket.close()))
        return connection

    async def ping(self, data: bytes = b"ping", index: int = -1) -> Connection:
        """Ping a connection; an answer appears in its `pongs`."""
        connection = self.open_connections[index]
        await connection.socket.ping(data)
        return connection

    def reset(self, index: int = -1) -> Connection:
        """Break a connection with RST."""
        connection = self.open_connections[index]
        reset(connection.request)
        return connection

    def deafen(self, index: int = -1) -> Connection:
        """Make a connection half-open: nothing comes out of it any more.

        Slack goes on sending into it until it notices, thirty seconds later.
        """
        connection = self.open_connections[index]
        connection.is_deaf = True
        when = self.world.clock.now() + DEAF_SECONDS
        self.world.clock.call_at(when, lambda: self._lost(connection))
        return connection

    def cut_mid_frame(self, index: int = -1) -> Connection:
        """Close a connection in the middle of a frame."""
        connection = self.open_connections[index]
        cut_mid_frame(connection.request)
        return connection

    async def hang_up(self, index: int = -1, code: int = WSCloseCode.GOING_AWAY) -> Connection:
        """Close a connection properly, without a word before."""
        connection = self.open_connections[index]
        await connection.socket.close(code=code)
        return connection

    @override
    async def close(self) -> None:
        for task in tuple(self._sending):
            task.cancel()
        for connection in self.open_connections:
            connection.ended.set()
            reset(connection.request)


def _farewell(reason: str) -> Json:
    return {"type": "disconnect", "reason": reason, "debug_info": {"host": HOST}}

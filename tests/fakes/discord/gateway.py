"""The gateway: admits connections, begins and resumes sessions, tells what happens."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

from aiohttp import WSMsgType, web

from tests.fakes.discord.limits import GATEWAY_PAYLOAD
from tests.fakes.discord.routes.app import application_flags
from tests.fakes.discord.rows import Guild, Json
from tests.fakes.discord.sessions import KNOWN_INTENTS, Intent, Session
from tests.fakes.discord.shapes import full_guild, full_member, user_json
from tests.fakes.discord.wire import Connection
from tests.fakes.discord.wires import Wires
from tests.fakes.discord.world import Happening

UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, WRONG_TOKEN = 4001, 4002, 4003, 4004
ALREADY_AUTHENTICATED, INVALID_SEQUENCE, TOO_FAST, TIMED_OUT = 4005, 4007, 4008, 4009
INVALID_SHARD, INVALID_VERSION, INVALID_INTENTS, DISALLOWED_INTENTS = 4010, 4012, 4013, 4014
FINAL_CLOSES = (1000, 1001)
ENDING_CLOSES = (INVALID_SEQUENCE, TIMED_OUT, WRONG_TOKEN)


@dataclass(slots=True)
class Gateway(Wires):
    """All connections and sessions of the bot; every session is told everything it wants.

    Heartbeats and the pace of IDENTIFY are kept in real time, as the client keeps them.
    """

    heartbeat_seconds: float = 41.25
    heartbeat_grace_seconds: float = 30.0
    """How late a heartbeat may be before its connection is closed."""
    identify_seconds: float = 5.0
    """How long after an IDENTIFY the next one of its group of shards is refused."""
    resume_seconds: float = 180.0
    """How long a session waits for its client, by the clock of the fake."""
    refusals: int = 0
    """How many of the next handshakes are answered 503."""
    drops: int = 0
    """How many of the next events are told to nobody, as Discord says may happen."""
    identifies: list[float] = field(default_factory=list)
    """When each IDENTIFY came, in seconds of the loop."""
    early_identifies: int = 0
    told: list[Happening] = field(default_factory=list)
    """Everything that was to be told, oldest first."""
    resumes: int = 0
    _numbers: "count[int]" = field(default_factory=count)
    _identified_at: dict[int, float] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """Where a client connects to."""
        return self.world.base_url.replace("http://", "ws://") + "/gateway"

    def tell(self, happening: Happening) -> None:
        """Tell every session that wants to know."""
        self.told.append(happening)
        if self.drops > 0:
            self.drops -= 1
            return
        self.repeat(happening)

    def repeat(self, happening: Happening) -> None:
        """Tell something (again) to every session that wants to know."""
        for session in self.sessions.values():
            if not session.is_over and session.wants(self.world, happening):
                session.dispatch(self.world, happening)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Hold one connection until it ends."""
        if self.refusals > 0:
            self.refusals -= 1
            return web.Response(status=503)
        socket = web.WebSocketResponse(autoping=True, autoclose=False)
        await socket.prepare(request)
        connection = Connection(next(self._numbers), request, socket)
        self.connections.append(connection)
        pump = asyncio.create_task(connection.pump())
        if request.query.get("v") != "10":
            connection.close(INVALID_VERSION)
        interval = round(self.heartbeat_seconds * 1000)
        connection.send({"op": 10, "d": {"heartbeat_interval": interval}})
        connection.expect_heartbeat(self.heartbeat_seconds + self.heartbeat_grace_seconds)
        try:
            await self._listen(connection)
        finally:
            self._lost(connection)
            pump.cancel()
        return socket

    async def _listen(self, connection: Connection) -> None:
        async for message in connection.socket:
            if connection.is_deaf:
                await connection.ended.wait()
                return
            if message.type is WSMsgType.TEXT and connection.is_open:
                self._received(connection, message.data)
        if connection.socket.close_code is not None and connection.closed_with is None:
            with contextlib.suppress(ConnectionError, RuntimeError):
                await connection.socket.close()

    def _received(self, connection: Connection, text: str) -> None:
        try:
            frame = json.loads(text)
            opcode = int(frame["op"])
        except (ValueError, KeyError, TypeError):
            connection.close(DECODE_ERROR)
            return
        connection.received.append(frame)
        if len(text.encode()) > GATEWAY_PAYLOAD:
            connection.close(DECODE_ERROR)
        elif connection.counts_too_many():
            connection.close(TOO_FAST)
        else:
            self._obey(connection, opcode, frame.get("d"))
        self.world.changed()

    def _obey(self, connection: Connection, opcode: int, body: Json) -> None:
        obeyed: dict[int, Callable[[Connection, Json], None]] = {
            1: self._heartbeat,
            2: self._identify,
            3: self._nothing,
            6: self._resume,
            8: self._members,
        }
        if opcode not in obeyed:
            connection.close(UNKNOWN_OPCODE)
        elif connection.session is None and opcode not in (1, 2, 6):
            connection.close(NOT_AUTHENTICATED)
        else:
            obeyed[opcode](connection, body)

    def _nothing(self, connection: Connection, _body: Json) -> None:
        """A presence is shown to nobody here."""

    def _heartbeat(self, connection: Connection, _body: Json) -> None:
        connection.heartbeats += 1
        connection.expect_heartbeat(self.heartbeat_seconds + self.heartbeat_grace_seconds)
        if not connection.withholds_acks:
            connection.send({"op": 11})

    def _identify(self, connection: Connection, body: Json) -> None:
        code = self._refusal(connection, body)
        if code is not None:
            connection.close(code)
            return
        shard = tuple(body.get("shard") or (0, 1))
        group = shard[0] % self.world.max_concurrency
        now = asyncio.get_running_loop().time()
        self.identifies.append(now)
        if now - self._identified_at.get(group, -1e9) < self.identify_seconds:
            self.early_identifies += 1
            connection.send({"op": 9, "d": False})
            return
        self._identified_at[group] = now
        session_id = f"session-{self.world.new_id():x}"
        session = Session(session_id, Intent(int(body["intents"])), (shard[0], shard[1]))
        self.sessions[session_id] = session
        self._attach(connection, session)
        self._ready(session)

    def _refusal(self, connection: Connection, body: Json) -> int | None:
        if connection.session is not None:
            return ALREADY_AUTHENTICATED
        if body.get("token") != self.world.app.token:
            return WRONG_TOKEN
        intents = int(body.get("intents", -1))
        if intents < 0 or intents & ~int(KNOWN_INTENTS):
            return INVALID_INTENTS
        if Intent(intents) & self._forbidden():
            return DISALLOWED_INTENTS
        shard, shards = body.get("shard") or (0, 1)
        return None if 0 <= shard < shards else INVALID_SHARD

    def _forbidden(self) -> Intent:
        app = self.world.app
        intents = Intent(0) if app.allows_members else Intent.GUILD_MEMBERS
        intents |= Intent(0) if app.allows_presences else Intent.GUILD_PRESENCES
        return intents | (Intent(0) if app.allows_content else Intent.MESSAGE_CONTENT)

    def _attach(self, connection: Connection, session: Session) -> None:
        if session.connection is not None:
            session.connection.session = None
            session.connection.let_go()
        session.connection, connection.session = connection, session
        session.lost_at = None

    def _guilds(self, session: Session) -> list[Guild]:
        shard, shards = session.shard
        rows = (row for row in self.world.guilds.values() if self.world.app.bot.id in row.members)
        return [row for row in rows if (row.id >> 22) % shards == shard]

    def _ready(self, session: Session) -> None:
        app, guilds = self.world.app, self._guilds(session)
        body: Json = {
            "v": 10,
            "user": user_json(app.bot),
            "guilds": [{"id": str(row.id), "unavailable": True} for row in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": list(session.shard),
            "application": {"id": str(app.id), "flags": application_flags(self.world)},
        }
        session.dispatch(self.world, Happening("READY", body))
        for guild in guilds:
            if Intent.GUILDS in session.intents and not guild.is_unavailable:
                shape = full_guild(self.world, guild)
                session.dispatch(self.world, Happening("GUILD_CREATE", shape, guild.id))

    def _resume(self, connection: Connection, body: Json) -> None:
        if body.get("token") != self.world.app.token:
            connection.close(WRONG_TOKEN)
            return
        session = self.sessions.get(str(body.get("session_id")))
        if session is None or session.is_over or self._is_stale(session):
            connection.send({"op": 9, "d": False})
            return
        seen = int(body.get("seq") or 0)
        if seen > len(session.log):
            connection.close(INVALID_SEQUENCE)
            return
        self.resumes += 1
        self._attach(connection, session)
        for frame in session.log[seen:]:
            connection.send(frame)
        session.dispatch(self.world, Happening("RESUMED", {}))

    def _is_stale(self, session: Session) -> bool:
        if session.lost_at is None:
            return False
        return self.world.clock.now() - session.lost_at > self.resume_seconds

    def _members(self, connection: Connection, body: Json) -> None:
        session = connection.session
        assert session is not None, "checked before"
        guild = self.world.guilds[int(body["guild_id"])]
        wanted = {int(one) for one in body.get("user_ids") or []}
        rows = [row for row in guild.members.values() if not wanted or row.user.id in wanted]
        shape: Json = {
            "guild_id": str(guild.id),
            "members": [full_member(row) for row in rows],
            "chunk_index": 0,
            "chunk_count": 1,
            "nonce": body.get("nonce"),
        }
        session.dispatch(self.world, Happening("GUILD_MEMBERS_CHUNK", shape, guild.id))

    def _lost(self, connection: Connection) -> None:
        connection.ended.set()
        connection.rest()
        session = connection.session
        if session is not None and session.connection is connection:
            session.connection, session.lost_at = None, self.world.clock.now()
            session.is_over |= _is_final(connection)
        self.world.changed()


def _is_final(connection: Connection) -> bool:
    """Whether a connection ended in a way after which nothing can be resumed."""
    if connection.closed_with is not None:
        return connection.closed_with in ENDING_CLOSES
    return connection.socket.close_code in FINAL_CLOSES

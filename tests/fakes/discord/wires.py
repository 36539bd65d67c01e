"""The connections of the bot, and every way in which Discord breaks them."""

from dataclasses import dataclass, field

from aiohttp import WSCloseCode

from tests.fakes.connections import cut_mid_frame, reset
from tests.fakes.discord.sessions import Session
from tests.fakes.discord.wire import Connection
from tests.fakes.discord.world import World


@dataclass(slots=True)
class Wires:
    """Breaks connections on order; the newest one unless another index is given."""

    world: World
    connections: list[Connection] = field(default_factory=list)
    sessions: dict[str, Session] = field(default_factory=dict)

    @property
    def open_connections(self) -> list[Connection]:
        """The connections that are up and have a session, oldest first."""
        return [row for row in self.connections if row.is_open and row.session is not None]

    def reset(self, index: int = -1) -> Connection:
        """Break a connection with RST."""
        connection = self.open_connections[index]
        reset(connection.request)
        return connection

    def deafen(self, index: int = -1) -> Connection:
        """Make a connection a zombie: it stays open and says nothing any more."""
        connection = self.open_connections[index]
        connection.is_deaf = True
        return connection

    def withhold_acks(self, index: int = -1) -> Connection:
        """Acknowledge no heartbeat any more, and go on with the rest."""
        connection = self.open_connections[index]
        connection.withholds_acks = True
        return connection

    def cut_mid_frame(self, index: int = -1) -> Connection:
        """Close a connection in the middle of a frame."""
        connection = self.open_connections[index]
        cut_mid_frame(connection.request)
        return connection

    def hang_up(self, code: int = WSCloseCode.GOING_AWAY, index: int = -1) -> Connection:
        """Close a connection with a code, without a word before."""
        connection = self.open_connections[index]
        connection.is_closed_by_order = True
        connection.close(code)
        return connection

    def ask_to_reconnect(self, index: int = -1) -> Connection:
        """Tell a client to come back and resume (op 7)."""
        connection = self.open_connections[index]
        connection.send({"op": 7, "d": None})
        return connection

    def ask_for_heartbeat(self, index: int = -1) -> Connection:
        """Ask for a heartbeat at once (op 1)."""
        connection = self.open_connections[index]
        connection.send({"op": 1, "d": None})
        return connection

    def invalidate(self, *, resumable: bool = False, index: int = -1) -> Connection:
        """Declare a session invalid (op 9); one that is not resumable is forgotten."""
        connection = self.open_connections[index]
        session = connection.session
        assert session is not None, "an open connection has a session"
        session.is_over = not resumable
        connection.send({"op": 9, "d": resumable})
        return connection

    def forget_sessions(self) -> None:
        """Let no session be resumed any more; what happens until the next READY is lost."""
        for session in self.sessions.values():
            session.is_over = True

    def close(self) -> None:
        """End every connection at once."""
        for connection in self.connections:
            if not connection.ended.is_set():
                connection.let_go()

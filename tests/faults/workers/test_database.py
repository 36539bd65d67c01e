"""What a Postgres may do to doors and workers: nothing taken in is lost, and none is restarted.

The bot is a role of its own, so that its connections can be cut, limited and made harder to use
while the server goes on for the test.
"""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from tests.faults.cluster import Cluster, a_database, a_server
from tests.faults.conftest import Count, asked_kills
from tests.faults.people import People
from tests.faults.tallying import ALL_WELL, judged, taken_for_dead

pytestmark = [
    pytest.mark.faults,
    pytest.mark.postgres,
    pytest.mark.timeout(3600),
    pytest.mark.proves("R4", "R14"),
]

MOST_CRASHES = 50 if asked_kills() else 1
CUT_SECONDS, ALTERED_SECONDS = 60.0, 20.0
AWAY_SECONDS = 75.0  # longer than what waits that double by then may last
READY_WITHIN_SECONDS = 10.0
BETWEEN_CUTS_SECONDS = 0.25
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s"


@dataclass(frozen=True)
class Server:
    """A server, a database on it as its administrator reaches it, and the bot's own role."""

    address: str
    role: str

    @property
    def address_of_the_bot(self) -> str:
        return self.address.replace("//postgres:", f"//{self.role}:")

    def do(self, *statements: str) -> None:
        with psycopg.connect(self.address, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.format(role=self.role))

    def cut(self) -> None:
        """End all connections of the bot."""
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(CUT, (self.role,))

    def crash(self) -> None:
        """Kill a process of the server: it ends all others at once, and recovers from its log."""
        with psycopg.connect(self.address) as connection:
            os.kill(connection.info.backend_pid, signal.SIGKILL)


Fault = Callable[[Server], Awaitable[None]]
"""Comes and goes; the server is as before when it returns."""


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with a_server() as address:
        yield address


@contextmanager
def a_role(address: str) -> Iterator[Server]:
    """Let the bot have the database, but not the server."""
    server = Server(address, f"bot_{os.urandom(6).hex()}")
    database = address.rpartition("?")[0].rpartition("/")[2]
    server.do("CREATE ROLE {role} LOGIN", f"ALTER DATABASE {database} OWNER TO {{role}}")
    yield server
    server.cut()
    server.do("REASSIGN OWNED BY {role} TO postgres", "DROP OWNED BY {role}", "DROP ROLE {role}")


@pytest.fixture
def server(postgres: str) -> Iterator[Server]:
    with a_database(postgres) as address, a_role(address) as server:
        yield server


async def crash(server: Server) -> None:
    """Let it fall once; it is there again when it takes connections."""
    await asyncio.to_thread(server.crash)
    while True:
        with suppress(psycopg.OperationalError):
            return await asyncio.to_thread(server.do, "SELECT 1")


async def cut(server: Server) -> None:
    """Cut all connections of the bot every 250 ms."""

    async def _keep_cutting() -> None:
        while True:
            await asyncio.to_thread(server.cut)
            await asyncio.sleep(BETWEEN_CUTS_SECONDS)

    cutting = asyncio.create_task(_keep_cutting())
    await asyncio.sleep(CUT_SECONDS)
    cutting.cancel()
    await asyncio.gather(cutting, return_exceptions=True)


def altered(change: str, back: str, seconds: float = ALTERED_SECONDS) -> Fault:
    """Change what the bot may do on new connections for a while, and cut those it has."""

    async def _altered(server: Server) -> None:
        await asyncio.to_thread(server.do, f"ALTER ROLE {{role}} {change}")
        await asyncio.to_thread(server.cut)
        await asyncio.sleep(seconds)
        await asyncio.to_thread(server.do, f"ALTER ROLE {{role}} {back}")

    return _altered


CRASHES = "crashes_of_the_database"
FAULTS: dict[str, Fault] = {
    CRASHES: crash,
    "times_that_connections_were_cut": cut,
    "times_that_the_database_was_away": altered("NOLOGIN", "LOGIN", AWAY_SECONDS),
    "times_with_too_few_connections": altered("CONNECTION LIMIT 4", "CONNECTION LIMIT -1"),
    "times_with_everything_serializable": altered(
        "SET default_transaction_isolation = 'serializable'", "RESET default_transaction_isolation"
    ),
    "times_on_a_server_that_only_read": altered(
        "SET default_transaction_read_only = on", "RESET default_transaction_read_only"
    ),
}


@pytest.mark.parametrize("name", FAULTS if asked_kills() else (CRASHES,))
async def test_nothing_is_lost_and_nobody_restarted(
    name: str, tmp_path: Path, server: Server, count: Count
):
    times = MOST_CRASHES if name == CRASHES else 1
    slowest = 0.0
    async with Cluster(tmp_path, server.address_of_the_bot, 0.1) as cluster:
        await cluster.open_doors(1)
        await cluster.start_workers(2)
        people = People(cluster)
        for _ in range(times):
            async with people.talking():
                await FAULTS[name](server)
                slowest = max(slowest, await people.served())
        await cluster.until_done()

        assert all(member.is_running for member in cluster.members)
        result, taken_over = judged(cluster, people.said), taken_for_dead(cluster)
    assert result.as_promised == ALL_WELL
    assert slowest <= READY_WITHIN_SECONDS or not asked_kills()
    count(
        **{
            name: times,
            f"messages_during_{name}": people.said,
            f"messages_during_{name}_lost": result.lost + result.unanswered,
            f"turns_done_again_after_{name}": result.doubled,
            f"jobs_taken_over_after_{name}": taken_over,
            f"slowest_milliseconds_to_an_answer_after_{name}": round(1000 * slowest),
        }
    )

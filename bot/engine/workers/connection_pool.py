"""How workers reach Postgres: few connections, found broken soon, opened anew."""

import select
from typing import Any

from procrastinate import PsycopgConnector
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool
from sqlalchemy import URL

from bot.storage.databases.postgres import FIND_JOBS, REACH

# The statements of Procrastinate rely on seeing what was committed meanwhile.
ISOLATION = "SET default_transaction_isolation = 'read committed'"
# A worker frozen while it takes a job must not keep others from taking it: each of its
# transactions is one statement, so that standing still within one means to be frozen.
LIMITS = "SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '3s'"
WAIT_SECONDS = 5.0
MOST_CONNECTIONS = 6

# The pool doubles its waits between tries until it gives up; whoever wants a connection after that
# lets it try again at once. So the sooner it gives up, the sooner an outage is over for us.
GIVE_UP_SECONDS = 1.0


def connector(url: URL) -> PsycopgConnector:
    """Prepare a pool; nothing is connected before it is opened."""
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return PsycopgConnector(
        conninfo=address,
        pool_factory=_pool,
        kwargs=dict(REACH),
        configure=prepare,
        min_size=1,
        max_size=MOST_CONNECTIONS,
        timeout=WAIT_SECONDS,
        reconnect_timeout=GIVE_UP_SECONDS,
    )


async def prepare(connection: AsyncConnection[Any]) -> None:
    """Let a new connection find the tables of jobs; each statement is committed by itself."""
    await connection.execute(f"{ISOLATION}; {LIMITS}; {FIND_JOBS}")
    await connection.commit()
    await connection.set_autocommit(True)


async def check(connection: AsyncConnection[Any]) -> None:
    """See whether a connection is still open, without asking the server about every one.

    A server that leaves says so, or its machine does: an idle connection that has something to
    read is asked. One that just fell silent is found by `REACH`.

    Raises:
        psycopg.OperationalError: it is broken.
    """
    found = select.poll()
    found.register(connection.fileno(), select.POLLIN)
    if found.poll(0):
        await AsyncConnectionPool.check_connection(connection)


def _pool(**arguments: Any) -> "AsyncConnectionPool[AsyncConnection[Any]]":
    return AsyncConnectionPool(**{**arguments, "check": check})

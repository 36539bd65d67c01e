"""How workers reach Postgres: few connections, found broken soon, opened anew."""

from typing import Any

from procrastinate import PsycopgConnector
from psycopg import AsyncConnection
from sqlalchemy import URL

from bot.storage.postgres import CONNECT_SECONDS, FIND_JOBS

# The statements of Procrastinate rely on seeing what was committed meanwhile.
ISOLATION = "SET default_transaction_isolation = 'read committed'"
# A worker frozen while it takes a job must not keep others from taking it: each of its
# transactions is one statement, so that standing still within one means to be frozen.
LIMITS = "SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '3s'"
WAIT_SECONDS = 5.0
MOST_CONNECTIONS = 6
QUIET_SECONDS = 5

REACH = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives_idle": QUIET_SECONDS,
    "keepalives_interval": QUIET_SECONDS,
    "tcp_user_timeout": 2 * QUIET_SECONDS * 1000,
}


def connector(url: URL) -> PsycopgConnector:
    """Prepare a pool; nothing is connected before it is opened."""
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return PsycopgConnector(
        conninfo=address,
        kwargs=dict(REACH),
        configure=prepare,
        min_size=1,
        max_size=MOST_CONNECTIONS,
        timeout=WAIT_SECONDS,
    )


async def prepare(connection: AsyncConnection[Any]) -> None:
    """Let a new connection find the tables of jobs."""
    await connection.execute(f"{ISOLATION}; {LIMITS}; {FIND_JOBS}")
    await connection.commit()

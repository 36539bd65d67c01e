"""Ports over a real database, with fakes for whatever keeps nothing."""

from typing import TYPE_CHECKING

from bot.bootstrap.ports import kept_ports, open_database
from bot.core.ports.environment import Cipher, Clock, Ids
from bot.engine.ports import Ports
from bot.storage.databases.transactions import database_url
from tests.fakes.in_memory.ports import beside

if TYPE_CHECKING:
    from bot.storage.turns.job_queue import JobQueue


Store = Ports
"""The ports of one database."""


def open_store(
    address: str, cipher: Cipher, clock: Clock, ids: Ids, jobs: "JobQueue | None" = None
) -> Store:
    """Prepare the ports of a database; nothing is connected before it is used."""
    fakes = beside(clock)
    others = {name: fakes[name] for name in ("catalogue", "model", "reader", "http")}
    database = open_database(database_url(address))
    return kept_ports(database, cipher, clock, ids, jobs, **others)

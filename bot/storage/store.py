"""All ports of storage together, over one database."""

from dataclasses import dataclass

from sqlalchemy import URL

from agents.kit.records import Records
from bot.core.ports import Cipher, Clock, Ids, Requests, Sessions, Turns
from bot.core.ports.oversight import Oversight
from bot.core.ports.places import Posts
from bot.core.ports.plans import Plans
from bot.core.requests.overview import Overviews
from bot.storage.announcing import Announcing
from bot.storage.database import Database
from bot.storage.departures import SqlDepartures
from bot.storage.fresh import Fresh
from bot.storage.inbox import SqlInbox
from bot.storage.installs import SqlInstalls, SqlTickets
from bot.storage.links import SqlLinks
from bot.storage.meanings import SqlMeanings
from bot.storage.outbox import SqlOutbox
from bot.storage.oversight import oversight
from bot.storage.overviews import SqlOverviews
from bot.storage.plans import SqlPlans
from bot.storage.posts import SqlPosts
from bot.storage.records import SqlRecords
from bot.storage.remembering import SqlMemory
from bot.storage.requests import SqlRequests
from bot.storage.retention import SqlRetention
from bot.storage.sessions import SqlSessions
from bot.storage.sqlite import SqliteDatabase
from bot.storage.turns import SqlTurns
from bot.storage.upkeep import SqlUpkeep
from bot.storage.urls import database_url


@dataclass(frozen=True, slots=True)
class Store:
    """The adapters that share a database."""

    database: Database
    inbox: SqlInbox
    turns: Turns
    sessions: Sessions
    requests: Requests
    outbox: SqlOutbox
    upkeep: SqlUpkeep
    records: Records
    posts: Posts
    overviews: Overviews
    oversight: Oversight
    installs: SqlInstalls
    tickets: SqlTickets
    departures: SqlDepartures
    plans: Plans
    links: SqlLinks
    memory: SqlMemory
    retention: SqlRetention
    meanings: SqlMeanings


def open_store(
    address: str, cipher: Cipher, clock: Clock, ids: Ids, announcing: Announcing | None = None
) -> Store:
    """Prepare a store; nothing is connected before it is used. Work is announced to workers.

    Raises:
        UnknownDatabase: the address names no database we can use.
    """
    database, events = open_database(database_url(address)), Fresh(cipher)
    return Store(
        database,
        SqlInbox(database, events, clock, ids, announcing=announcing),
        SqlTurns(database, events, clock, announcing),
        SqlSessions(database),
        SqlRequests(database),
        SqlOutbox(database, clock),
        SqlUpkeep(database),
        SqlRecords(database),
        SqlPosts(database, clock),
        SqlOverviews(database),
        oversight(database, cipher),
        SqlInstalls(database, cipher),
        SqlTickets(database),
        SqlDepartures(database),
        SqlPlans(database),
        SqlLinks(database, ids),
        SqlMemory(database, clock),
        SqlRetention(database, clock),
        SqlMeanings(database, cipher, clock),
    )


def open_database(url: URL) -> Database:
    """Choose the adapter of a database."""
    if url.get_backend_name() == "sqlite":
        return SqliteDatabase(url)
    from bot.storage.postgres import PostgresDatabase  # noqa: PLC0415 - its driver is an extra

    return PostgresDatabase(url)

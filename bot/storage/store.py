"""All ports of storage together, over one database."""

from dataclasses import dataclass

from sqlalchemy import URL

from agents.kit.records import Records
from bot.core.ports.boxes import Inbox
from bot.core.ports.oversight import Oversight
from bot.core.ports.places import Posts
from bot.core.ports.plans import Plans
from bot.core.ports.requests import Requests
from bot.core.ports.sessions import Sessions
from bot.core.ports.turns import Turns
from bot.core.ports.world import Cipher, Clock, Ids
from bot.core.requests.overview import Overviews
from bot.storage.databases.database import Database
from bot.storage.databases.sqlite import SqliteDatabase
from bot.storage.databases.urls import database_url
from bot.storage.fresh import Fresh
from bot.storage.people.links import SqlLinks
from bot.storage.plans import SqlPlans
from bot.storage.posts import SqlPosts
from bot.storage.records.records import SqlRecords
from bot.storage.remembering.meanings import SqlMeanings
from bot.storage.remembering.remembering import SqlMemory
from bot.storage.requests import SqlRequests
from bot.storage.turns.announcing import Announcing
from bot.storage.turns.inbox import SqlInbox
from bot.storage.turns.outbox import SqlOutbox
from bot.storage.turns.sessions import SqlSessions
from bot.storage.turns.turns import SqlTurns
from bot.storage.upkeep.retention import SqlRetention
from bot.storage.upkeep.upkeep import SqlUpkeep
from bot.storage.views.oversight import oversight
from bot.storage.views.overviews import SqlOverviews
from bot.storage.workspaces.departures import SqlDepartures
from bot.storage.workspaces.installs import SqlInstalls, SqlTickets


@dataclass(frozen=True, slots=True)
class Store:
    """The adapters that share a database.

    What the `unannounced` inbox keeps is for whoever put it there: no worker is told of it.
    """

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
    unannounced: Inbox


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
        SqlInbox(database, events, clock, ids),
    )


def open_database(url: URL) -> Database:
    """Choose the adapter of a database."""
    if url.get_backend_name() == "sqlite":
        return SqliteDatabase(url)
    from bot.storage.databases.postgres import PostgresDatabase  # noqa: PLC0415 - its driver is an extra

    return PostgresDatabase(url)

"""Chooses the real thing for every port, or what stands in for it."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agents.kit import Agent, Records
from agents.kit.model import Model
from agents.kit.ports import Http
from agents.kit.sql import Sql
from bot.bootstrap.models import choose_embeddings, choose_model, choose_reader
from bot.bootstrap.reach import guarded_http, questions
from bot.bootstrap.tracing import traced
from bot.core.ports.boxes import Inbox
from bot.core.ports.directory import Directory
from bot.core.ports.installs import Departures, Tickets
from bot.core.ports.links import Links, Offers
from bot.core.ports.meanings import ByMeaning
from bot.core.ports.memories import Recall, Retention, Summaries
from bot.core.ports.oversight import Oversight
from bot.core.ports.places import Posts
from bot.core.ports.plans import Plans
from bot.core.ports.reader import Reader
from bot.core.ports.requests import Requests
from bot.core.ports.sessions import Sessions
from bot.core.ports.turns import Turns
from bot.core.ports.watching import NoWatch, Watch
from bot.core.ports.world import Cipher, Clock, Ids
from bot.core.requests.overview import Overviews
from bot.engine.patience import Pause
from bot.engine.ports import Deliveries, Events, Parked, Upkeep
from bot.engine.world import RandomIds, SystemClock
from bot.platforms.console.directory import ConsoleDirectory
from bot.platforms.console.inbound import PLATFORM as CONSOLE
from bot.platforms.http.directory import HttpDirectory
from bot.settings import Settings
from bot.storage.cipher import FernetCipher
from bot.storage.databases.database import Database
from bot.storage.people.keys import SqlKeys
from bot.storage.store import Store, open_store

if TYPE_CHECKING:
    from bot.storage.turns.jobs import Jobs

SLACK, DISCORD, HTTP = "slack", "discord", "http"


@dataclass(frozen=True, slots=True)
class Ports:
    """The real thing for every port, or what stands in for it."""

    clock: Clock
    ids: Ids
    cipher: Cipher
    database: Database
    inbox: Inbox
    turns: Turns
    sessions: Sessions
    requests: Requests
    plans: Plans
    outbox: Deliveries
    upkeep: Upkeep
    parked: Parked
    records: Records
    http: Http
    sql: Sql
    model: Model
    reader: Reader
    posts: Posts
    overviews: Overviews
    tickets: Tickets
    departures: Departures
    oversight: Oversight
    links: Links
    offers: Offers
    recall: Recall
    summaries: Summaries
    retention: Retention
    unannounced: Inbox
    by_meaning: ByMeaning | None = None
    directories: Mapping[str, Directory] = field(default_factory=dict)
    pause: Pause = asyncio.sleep
    watch: Watch = field(default_factory=NoWatch)
    events: Events | None = None
    jobs: "Jobs | None" = None  # where turns may be carried out elsewhere


def real_ports(settings: Settings, agents: tuple[Agent, ...]) -> Ports:
    """Choose the real thing for every port; nothing is connected before it is used."""
    clock, ids, cipher = SystemClock(), RandomIds(), _cipher(settings)
    watch, model = traced(settings, choose_model(settings, clock))
    jobs = _jobs(settings, ids)
    store = open_store(settings.database_address, cipher, clock, ids, jobs)
    return Ports(
        clock=clock,
        ids=ids,
        cipher=cipher,
        database=store.database,
        inbox=store.inbox,
        turns=store.turns,
        sessions=store.sessions,
        requests=store.requests,
        plans=store.plans,
        outbox=store.outbox,
        upkeep=store.upkeep,
        parked=store.upkeep,
        records=store.records,
        http=guarded_http(settings),
        sql=questions(settings, agents),
        model=model,
        reader=choose_reader(settings, agents),
        watch=watch,
        posts=store.posts,
        overviews=store.overviews,
        tickets=store.tickets,
        departures=store.departures,
        oversight=store.oversight,
        links=store.links,
        offers=store.links,
        recall=store.memory,
        summaries=store.memory,
        retention=store.retention,
        unannounced=store.unannounced,
        by_meaning=_by_meaning(settings, store, clock),
        directories=_directories(settings, store, clock),
        events=store.inbox,
        jobs=jobs,
    )


def _directories(settings: Settings, store: Store, clock: Clock) -> dict[str, Directory]:
    proxied = settings.http_workspace if settings.has_trusted_proxy else ""
    by_keys = HttpDirectory(SqlKeys(store.database), clock, proxied)
    directories: dict[str, Directory] = {CONSOLE: ConsoleDirectory(), HTTP: by_keys}
    if settings.has_slack:
        from bot.bootstrap.slack_people import slack_directory  # noqa: PLC0415 - its SDK is heavy

        directories[SLACK] = slack_directory(settings, store, clock)
    if settings.has_discord:
        from bot.bootstrap.discord_people import discord_directory  # noqa: PLC0415 - an extra

        directories[DISCORD] = discord_directory(settings, clock)
    return directories


def _by_meaning(settings: Settings, store: Store, clock: Clock) -> ByMeaning | None:
    embeddings = choose_embeddings(settings, clock)
    return ByMeaning(embeddings, store.meanings) if embeddings else None


def _jobs(settings: Settings, ids: Ids) -> "Jobs | None":
    if settings.database != "postgresql":
        return None
    from bot.storage.turns.jobs import Jobs  # noqa: PLC0415 - comes with the driver, which is an extra

    return Jobs((SLACK, DISCORD, HTTP), origin=ids.new())


def _cipher(settings: Settings) -> Cipher:
    if settings.secret_key is not None:
        return FernetCipher(settings.secret_key.get_secret_value())
    return FernetCipher.of_file(settings.key_file)

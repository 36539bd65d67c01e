"""Puts the application together: the real thing, or what stands in for it, on every port."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import structlog

from agents.kit import Agent, Records
from agents.kit.model import Model
from agents.kit.ports import Http
from agents.kit.sql import Sql
from bot.bootstrap.agents import load_agents, refuse_or_warn
from bot.bootstrap.database import fill_in_demos, upgrade_database
from bot.bootstrap.models import choose_embeddings, choose_model
from bot.bootstrap.reach import guarded_http, questions
from bot.bootstrap.tracing import traced
from bot.core.answer import answer
from bot.core.ports import Cipher, Clock, Directory, Ids, Inbox, Requests, Sessions, Turns
from bot.core.ports.installs import Departures, Tickets
from bot.core.ports.links import Links, Offers
from bot.core.ports.meanings import ByMeaning
from bot.core.ports.memories import Recall, Retention, Summaries
from bot.core.ports.oversight import Oversight
from bot.core.ports.places import Posts
from bot.core.ports.plans import Plans
from bot.core.ports.watching import NoWatch, Watch
from bot.core.requests.overview import Overviews
from bot.core.turn.directory import Directories
from bot.core.turn.services import Catalogue, Services
from bot.engine.dispatcher import STOP_SECONDS, Dispatcher, InProcessDispatcher, Run
from bot.engine.engine import Engine
from bot.engine.outbox import Sender
from bot.engine.patience import Pause
from bot.engine.platform import Platform
from bot.engine.ports import Deliveries, Desk, Events, Memory, Parked, Upkeep
from bot.engine.world import RandomIds, SystemClock
from bot.platforms.console.directory import ConsoleDirectory
from bot.platforms.console.inbound import PLATFORM as CONSOLE
from bot.platforms.http.directory import HttpDirectory
from bot.settings import Settings
from bot.storage.cipher import FernetCipher
from bot.storage.databases.database import Database
from bot.storage.migrate import Schema, schema_of
from bot.storage.people.keys import SqlKeys
from bot.storage.store import Store, open_store
from bot.storage.views.export import Reader

if TYPE_CHECKING:
    from bot.storage.turns.jobs import Jobs

SLACK, DISCORD, HTTP = "slack", "discord", "http"

log = structlog.get_logger(__name__)


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
    by_meaning: ByMeaning | None = None
    directories: Mapping[str, Directory] = field(default_factory=dict)
    pause: Pause = asyncio.sleep
    watch: Watch = field(default_factory=NoWatch)
    events: Events | None = None
    jobs: "Jobs | None" = None  # where turns may be carried out elsewhere


@dataclass(frozen=True, slots=True)
class App:
    """The application, put together; nothing runs in it by itself."""

    settings: Settings
    agents: tuple[Agent, ...]
    ports: Ports
    services: Services
    reader: Reader

    async def prepare(self, *, any_key: bool = False) -> None:
        """Bring the database up to date, create agents' tables, and fill in the demo's rows.

        Raises:
            OtherKey: its texts are sealed with a key we do not have, unless any will do.
            StoreAway: it cannot be reached.
        """
        await asyncio.to_thread(upgrade_database, self.settings, self.agents)
        if not any_key:
            await self.ports.oversight.trail.begin()
        if self.settings.demo:
            await fill_in_demos(self.agents, self.ports.records)

    async def schema(self) -> Schema:
        """Say which tables the database has, beside those that this version needs.

        Raises:
            StoreAway: it cannot be reached.
        """
        return await asyncio.to_thread(schema_of, self.settings.database_address)

    async def is_database_current(self) -> bool:
        """Say whether every migration has run that this version needs.

        Raises:
            StoreAway: it cannot be reached.
        """
        return await self.schema() is not Schema.FORMER

    def engine(
        self,
        platforms: Mapping[str, Platform],
        *,
        stop_seconds: float = STOP_SECONDS,
        dispatch: Callable[[Run], Dispatcher] | None = None,
    ) -> Engine:
        """Make an engine that serves these platforms, by name; by itself, unless told how."""
        ports = self.ports
        memory = Memory(ports.summaries, ports.retention, self.settings.retention_days)
        kept = (ports.inbox, ports.outbox, ports.upkeep)
        switches = self.services.oversight.switches
        return Engine(
            Desk(*kept, platforms, ports.departures, memory, ports.events, switches),
            self.services,
            answer,
            dispatch=dispatch or (lambda run: InProcessDispatcher(run, stop_seconds=stop_seconds)),
            pause=ports.pause,
        )

    async def send_owed(self, name: str, platform: Platform) -> None:
        """Send what an earlier process could not, before anything new is said."""
        ports = self.ports
        sender = Sender(ports.outbox, {name: platform}, ports.pause, ports.clock.elapsed)
        for session in await ports.outbox.owing(name):
            await sender.send_owed(session)

    async def close(self) -> None:
        """Let go of everything."""
        ports = self.ports
        embeddings = ports.by_meaning.embeddings if ports.by_meaning else None
        outside = (ports.model, embeddings, ports.http, *ports.directories.values())
        for port in (*outside, ports.watch, ports.database):
            close = getattr(port, "close", None)
            if close is not None:
                await close()


def build(settings: Settings, **replacements: Any) -> App:
    """Put the application together, with other things for some of its ports.

    Directories that are given stand in for those of their platforms, and no others.

    Raises:
        CatalogueWrong: with everything that is wrong with the agents.
        PlatformFailed: a key or an address cannot be used.
    """
    agents = load_agents(settings)
    ports = real_ports(settings, agents)
    directories = {**ports.directories, **replacements.pop("directories", {})}
    return assemble(settings, agents, replace(ports, directories=directories, **replacements))


def assemble(settings: Settings, agents: tuple[Agent, ...], ports: Ports) -> App:
    """Put the application together out of these ports."""
    refuse_or_warn(agents)
    services = Services(
        catalogue=Catalogue.of(agents),
        model=ports.model,
        turns=ports.turns,
        sessions=ports.sessions,
        requests=ports.requests,
        plans=ports.plans,
        records=ports.records,
        http=ports.http,
        cipher=ports.cipher,
        clock=ports.clock,
        oversight=ports.oversight,
        links=ports.links,
        offers=ports.offers,
        recall=ports.recall,
        by_meaning=ports.by_meaning,
        watch=ports.watch,
        classify_first=settings.classify == "first",
        join_seconds=settings.join_seconds,
        window_tokens=settings.window_tokens,
        turns_at_once=settings.turns_at_once,
        sees=settings.has_model and settings.vision,
        by_rules=not settings.has_model,
        sql=ports.sql,
        page_hosts=settings.page_hosts,
        admins=settings.admins,
        allowance=settings.allowance,
        shared_allowance=settings.shared_allowance,
        directory=Directories(ports.directories, links=ports.links),
    )
    return App(settings, agents, ports, services, Reader(ports.database))


def real_ports(settings: Settings, agents: tuple[Agent, ...]) -> Ports:
    """Choose the real thing for every port; nothing is connected before it is used."""
    clock, ids, cipher = SystemClock(), RandomIds(), _cipher(settings)
    watch, model = traced(settings, choose_model(settings, agents, clock))
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

"""Chooses the real thing for every port; the only file that knows them all."""

import asyncio
import importlib
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy.exc import DBAPIError

from agents.kit import Agent, Records
from agents.kit.errors import KitError
from agents.kit.lint import findings, warnings
from agents.kit.model import Model
from agents.kit.ports import Http
from bot.core.answer import answer
from bot.core.ports import Cipher, Clock, Ids, Inbox, Requests, Sessions, Turns
from bot.core.services import CONCIERGE, Catalogue, Services
from bot.domain.errors import PlatformFailed, StoreAway
from bot.engine.dispatcher import STOP_SECONDS, InProcessDispatcher
from bot.engine.engine import Engine
from bot.engine.outbox import Sender
from bot.engine.platform import Platform
from bot.engine.ports import Deliveries, Desk, Parked, Upkeep
from bot.engine.world import RandomIds, SystemClock
from bot.settings import Settings, SettingsWrong, read_settings, unknown_names
from bot.storage.cipher import FernetCipher
from bot.storage.database import Database
from bot.storage.export import Reader
from bot.storage.migrate import create_tables, newest_revision, revision_of, upgrade
from bot.storage.store import open_store
from bot.storage.urls import database_url
from bot.tools.http import GuardedHttp

__all__ = [
    "App",
    "CatalogueWrong",
    "Ports",
    "Settings",
    "SettingsWrong",
    "assemble",
    "build",
    "catalogue_findings",
    "load_agents",
    "read_settings",
    "real_ports",
    "unknown_names",
    "upgrade_database",
]

CATALOGUE = "agents.catalogue"
ENTRY_POINTS = "frontdesk.agents"

log = structlog.get_logger()


class CatalogueWrong(PlatformFailed):
    """The agents cannot work like this; `problems` are all of them."""

    def __init__(self, problems: list[str]) -> None:
        lines = "\n".join(f"  - {problem}" for problem in problems)
        super().__init__(f"The catalogue of agents cannot be used:\n{lines}")
        self.problems = problems


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
    outbox: Deliveries
    upkeep: Upkeep
    parked: Parked
    records: Records
    http: Http
    model: Model


@dataclass(frozen=True, slots=True)
class App:
    """The application, put together; nothing runs in it by itself."""

    settings: Settings
    agents: tuple[Agent, ...]
    ports: Ports
    services: Services
    reader: Reader

    async def prepare(self) -> None:
        """Bring the database up to date, create agents' tables, and fill in the demo's rows."""
        await asyncio.to_thread(upgrade_database, self.settings, self.agents)
        if self.settings.demo:
            await self._seed()

    async def is_database_current(self) -> bool:
        """Say whether every migration has run.

        Raises:
            StoreAway: it cannot be reached.
        """
        url = database_url(self.settings.database_address)
        try:
            return await asyncio.to_thread(revision_of, url) == newest_revision()
        except DBAPIError as error:
            raise StoreAway(type(error).__name__) from error

    def engine(
        self, platforms: Mapping[str, Platform], *, stop_seconds: float = STOP_SECONDS
    ) -> Engine:
        """Make an engine that serves these platforms, by name."""
        return Engine(
            Desk(self.ports.inbox, self.ports.outbox, self.ports.upkeep, platforms),
            self.services,
            answer,
            dispatch=lambda run: InProcessDispatcher(run, stop_seconds=stop_seconds),
        )

    async def send_owed(self, name: str, platform: Platform) -> None:
        """Send what an earlier process could not, before anything new is said."""
        sender = Sender(self.ports.outbox, {name: platform}, asyncio.sleep)
        for session in await self.ports.outbox.owing(name):
            await sender.send_owed(session)

    async def close(self) -> None:
        """Let go of everything."""
        for port in (self.ports.model, self.ports.http, self.ports.database):
            close = getattr(port, "close", None)
            if close is not None:
                await close()

    async def _seed(self) -> None:
        for agent in self.agents:
            if agent.demo is not None:
                await self.ports.records.transact(agent.demo)


def build(settings: Settings, **replacements: Any) -> App:
    """Put the application together, with other things for some of its ports.

    Raises:
        CatalogueWrong: with everything that is wrong with the agents.
        PlatformFailed: a key or an address cannot be used.
    """
    agents = load_agents(settings)
    return assemble(settings, agents, replace(real_ports(settings, agents), **replacements))


def assemble(settings: Settings, agents: tuple[Agent, ...], ports: Ports) -> App:
    """Put the application together out of these ports."""
    _refuse_or_warn(agents)
    services = Services(
        catalogue=Catalogue.of(agents),
        model=ports.model,
        turns=ports.turns,
        sessions=ports.sessions,
        requests=ports.requests,
        records=ports.records,
        http=ports.http,
        cipher=ports.cipher,
        clock=ports.clock,
        classify_first=settings.classify == "first",
    )
    return App(settings, agents, ports, services, Reader(ports.database))


def real_ports(settings: Settings, agents: tuple[Agent, ...]) -> Ports:
    """Choose the real thing for every port; nothing is connected before it is used."""
    clock, ids = SystemClock(), RandomIds()
    cipher = _cipher(settings)
    store = open_store(settings.database_address, cipher, clock, ids)
    return Ports(
        clock=clock,
        ids=ids,
        cipher=cipher,
        database=store.database,
        inbox=store.inbox,
        turns=store.turns,
        sessions=store.sessions,
        requests=store.requests,
        outbox=store.outbox,
        upkeep=store.upkeep,
        parked=store.upkeep,
        records=store.records,
        http=GuardedHttp(settings.tool_servers),
        model=_model(settings, agents, clock),
    )


def upgrade_database(settings: Settings, agents: tuple[Agent, ...] | None = None) -> None:
    """Bring the database to the newest schema, with the tables of all agents."""
    known = load_agents(settings) if agents is None else agents
    upgrade(settings.database_address)
    tables = [table for agent in known for table in agent.tables]
    create_tables(settings.database_address, tables)


def load_agents(settings: Settings) -> tuple[Agent, ...]:
    """Load the catalogue, the modules of FRONTDESK_AGENTS, and entry points.

    Raises:
        CatalogueWrong: some cannot be loaded.
    """
    loaded: dict[int, Agent] = {}
    problems: list[str] = []
    for source in (CATALOGUE, *settings.agents, *_entry_points()):
        try:
            loaded |= {id(agent): agent for agent in _agents_of(source)}
        except Exception as error:  # noqa: BLE001 - whatever a module does when it is imported
            problems.append(f"{source} cannot be loaded ({type(error).__name__}: {error}).")
    if problems:
        raise CatalogueWrong(problems)
    return tuple(loaded.values())


def catalogue_findings(agents: tuple[Agent, ...]) -> list[str]:
    """List what is wrong with the agents, and whether the one the core needs is there."""
    missing = all(agent.name != CONCIERGE for agent in agents)
    extra = [f"there is no agent {CONCIERGE}; it takes what fits no other."] if missing else []
    return [*findings(agents), *extra]


def _refuse_or_warn(agents: tuple[Agent, ...]) -> None:
    if found := catalogue_findings(agents):
        raise CatalogueWrong(found)
    for warning in warnings(agents):
        log.info("catalogue_warning", warning=warning)


def _entry_points() -> Iterator[str]:
    for point in entry_points(group=ENTRY_POINTS):
        yield point.value


def _agents_of(source: str) -> tuple[Agent, ...]:
    """Find the agents in `module` or `module:name`."""
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))  # a folder of one's own beside the bot
    module_name, _, name = source.partition(":")
    module = importlib.import_module(module_name)
    holds: Mapping[str, Any] = vars(module)
    found = holds[name] if name else holds.get("AGENTS", tuple(holds.values()))
    several = (found,) if isinstance(found, Agent) else tuple(found)
    agents = tuple(agent for agent in several if isinstance(agent, Agent))
    if not agents:
        message = "it holds no Agent"
        raise KitError(message)
    return agents


def _cipher(settings: Settings) -> Cipher:
    if settings.secret_key is not None:
        return FernetCipher(settings.secret_key.get_secret_value())
    return FernetCipher.of_file(settings.key_file)


def _model(settings: Settings, agents: tuple[Agent, ...], clock: Clock) -> Model:
    if not settings.has_model:
        from bot.llm.offline import Offline  # noqa: PLC0415 - needed only without a model

        return Offline(tuple(agent.card for agent in agents))
    return _openai(settings, clock)


def _openai(settings: Settings, clock: Clock) -> Model:
    from bot.llm.openai import (  # noqa: PLC0415 - half a second, paid only by those who need it
        Azure,
        OpenAIConfig,
        OpenAIModel,
        Price,
        Timing,
    )

    is_azure = bool(settings.azure_endpoint)
    key = settings.azure_api_key if is_azure else settings.openai_api_key
    config = OpenAIConfig(
        models=settings.models,
        api_key=key.get_secret_value() if key else "",
        aiohttp=True,
        streaming=settings.streaming,
        azure=Azure(settings.azure_endpoint, settings.azure_api_version) if is_azure else None,
        prices={name: Price(*both) for name, both in settings.prices.items()},
    )
    if settings.openai_base_url:
        config = replace(config, base_url=settings.openai_base_url)
    return OpenAIModel(config, Timing(clock.now))

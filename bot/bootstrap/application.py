"""Puts the application together out of its ports, its agents and its settings; its database."""

import asyncio
import gc
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from agents.kit import Agent, Records, Rows, Table, everyone
from agents.kit.ports.records import AlreadyThere
from bot.bootstrap.agents import load_agents, refuse_or_warn
from bot.bootstrap.ports import real_ports
from bot.core.state.catalogue import CONCIERGE
from bot.core.state.directory import Directories
from bot.core.turn.answer import answer
from bot.domain.errors import StoreAway
from bot.domain.messages import Thread
from bot.engine.dispatcher import STOP_SECONDS, Dispatcher, InProcessDispatcher, Run
from bot.engine.engine import Engine
from bot.engine.outbox import Sender
from bot.engine.ports import Platform, Ports
from bot.llm.model_reader import ModelReader
from bot.llm.rules_reader import RulesReader
from bot.settings import Settings
from bot.storage.accounts.api_keys import SqlApiKeys
from bot.storage.export import ExportReader
from bot.storage.migrations import Schema, create_tables, schema_of, upgrade


def upgrade_database(settings: Settings, agents: tuple[Agent, ...] | None = None) -> None:
    """Bring the database to the newest schema, with the tables of all agents."""
    known = load_agents(settings) if agents is None else agents
    upgrade(settings.database_address)
    create_tables(settings.database_address, tables_of(known))


def folder_of(path: Path) -> Path:
    """The folder of a file, or the one in which that will be made."""
    return next(one for one in path.absolute().parents if one.exists())


def unwritable_of(path: Path | None) -> Path | None:
    """The file, or the folder it needs for others beside it, where that may not be written."""
    if path is None:
        return None
    folder = folder_of(path)
    needed = (folder, path) if path.exists() else (folder,)
    return next((one for one in needed if not os.access(one, os.W_OK)), None)


def tables_of(agents: Iterable[Agent]) -> list[Table]:
    """The tables of all agents, and of those their scripts play."""
    return [table for agent in everyone(agents) for table in agent.tables]


async def fill_in_demos(agents: Iterable[Agent], records: Records) -> None:
    """Add the rows that agents bring along to be tried with."""
    for agent in everyone(agents):
        if agent.demo is not None:
            await _fill_in(agent.demo, records)


async def _fill_in(demo: Callable[[Rows], None], records: Records) -> None:
    try:
        await records.transact(demo)
    except AlreadyThere:
        # Another process starts at the same moment; by now its rows are there to be found.
        await records.transact(demo)


@dataclass(frozen=True, slots=True)
class App:
    """The application, put together; nothing runs in it by itself."""

    settings: Settings
    agents: tuple[Agent, ...]
    ports: Ports

    async def prepare(self, *, any_key: bool = False) -> None:
        """Bring the database up to date, create agents' tables, and fill in the demo's rows.

        Raises:
            OtherKey: its texts are sealed with a key we do not have, unless any will do.
            StoreAway: it cannot be reached.
        """
        await asyncio.to_thread(upgrade_database, self.settings, self.agents)
        if not any_key:
            await self.ports.audit_log.begin()
        if self.settings.demo:
            await fill_in_demos(self.agents, self.ports.records)

    async def prepare_to_serve(self) -> None:
        """Prepare, and see that what people say can be kept.

        Raises:
            StoreAway: it cannot be reached, or may only be read.
        """
        await self.prepare()
        if unwritable := unwritable_of(self.settings.sqlite_path):
            message = f"{unwritable} may not be written; let this user do so"
            raise StoreAway(message)

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
        in_process = partial(InProcessDispatcher, stop_seconds=stop_seconds)
        return Engine(self.ports, platforms, answer, dispatch=dispatch or in_process)

    async def send_owed(self, name: str, platform: Platform) -> None:
        """Send what an earlier process could not, before anything new is said."""
        ports = self.ports
        sender = Sender(ports.outbox, {name: platform}, ports.pause, ports.clock.elapsed)
        for session in await ports.outbox.owing(name):
            if platform.serves(Thread.of(session)):
                await sender.send_owed(session)

    @property
    def keys(self) -> SqlApiKeys:
        """The keys of callers over HTTP, for those who issue them."""
        return SqlApiKeys(self.ports.database)

    @property
    def reader(self) -> ExportReader:
        """What reads everything that is kept, for people and programs outside."""
        return ExportReader(self.ports.database)

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

    Directories that are given stand in for those of their platforms, and no others. A model that
    is given reads as well, unless a reader is.

    Raises:
        CatalogueWrong: with everything that is wrong with the agents.
        PlatformFailed: a key or an address cannot be used.
    """
    agents = load_agents(settings)
    refuse_or_warn(agents)
    ports = real_ports(settings, agents)
    directories = {**ports.directories, **replacements.pop("directories", {})}
    if "model" in replacements:
        replacements = {"reader": ModelReader(), **replacements}
    reader = replacements.get("reader", ports.reader)
    replacements["by_rules"] = isinstance(reader, RulesReader)
    directory = Directories(directories, links=ports.links)
    others = {"directories": directories, "directory": directory, **replacements}
    _collect_garbage_again()
    return App(settings, agents, replace(ports, **others))


def _collect_garbage_again() -> None:
    """Look for garbage from now on, but never in what the start has brought."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


OF_THE_BOT = {
    "router": "Finding out who can help",
    "clarify": "Asking what is meant",
    "out_of_scope": "Saying what I cannot do",
    "continuation": "Looking whether anything is left to do",
    "orchestrator": "Going on",
    "no_further_task": "Nothing is left to do",
    "planner": "Making a plan",
    "no_plan": "No plan is needed",
    "stop": "Stopping",
}


def titles_of(app: App) -> dict[str, str]:
    """A title for each agent, and for what the bot does between them.

    The concierge is for no task in particular; what an introduction adds in brackets is for
    those who read all of it.
    """
    return {**OF_THE_BOT, **_of_agents(app)}


def _of_agents(app: App) -> dict[str, str]:
    named = (agent for agent in app.agents if agent.name != CONCIERGE)
    told = {agent.name: agent.introduction or agent.description for agent in named}
    return {name: words.partition(" (")[0] for name, words in told.items()}

"""Puts the application together out of its ports, its agents and its settings."""

import asyncio
import gc
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from agents.kit import Agent
from bot.bootstrap.agents import load_agents, refuse_or_warn
from bot.bootstrap.database import fill_in_demos, unwritable_of, upgrade_database
from bot.bootstrap.ports import real_ports
from bot.core.state.directory import Directories
from bot.core.turn.answer import answer
from bot.domain.errors import StoreAway
from bot.domain.messages import Thread
from bot.engine.dispatcher import STOP_SECONDS, Dispatcher, InProcessDispatcher, Run
from bot.engine.engine import Engine
from bot.engine.outbox import Sender
from bot.engine.platform import Platform
from bot.engine.ports import Ports
from bot.llm.model_reader import ModelReader
from bot.llm.rules_reader import RulesReader
from bot.settings import Settings
from bot.storage.accounts.api_keys import SqlApiKeys
from bot.storage.export import ExportReader
from bot.storage.migrations import Schema, schema_of


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

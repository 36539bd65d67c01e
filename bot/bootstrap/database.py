"""Brings the database to what this version needs: its tables, and rows to be tried with."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from agents.kit import Agent, Records, Rows, Table, everyone
from agents.kit.ports.records import AlreadyThere
from bot.bootstrap.agents import load_agents
from bot.settings import Settings
from bot.storage.migrations import create_tables, upgrade


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

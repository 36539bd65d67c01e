"""Chooses the real thing for every port; the only package that knows them all."""

from bot.bootstrap.agents import CatalogueWrong, catalogue_findings, find_agents, load_agents
from bot.bootstrap.application import (
    App,
    build,
    folder_of,
    tables_of,
    unwritable_of,
    upgrade_database,
)
from bot.bootstrap.platforms import configured
from bot.bootstrap.ports import real_ports
from bot.bootstrap.serve import Server, serve, serve_as_worker
from bot.bootstrap.workers import POSTGRES, standing_of
from bot.settings import Settings, SettingsWrong, read_settings, unknown_names

__all__ = [
    "POSTGRES",
    "App",
    "CatalogueWrong",
    "Server",
    "Settings",
    "SettingsWrong",
    "build",
    "catalogue_findings",
    "configured",
    "find_agents",
    "folder_of",
    "load_agents",
    "read_settings",
    "real_ports",
    "serve",
    "serve_as_worker",
    "standing_of",
    "tables_of",
    "unknown_names",
    "unwritable_of",
    "upgrade_database",
]

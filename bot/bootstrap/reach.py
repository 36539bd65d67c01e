"""Chooses what agents' tools reach: guarded HTTP, and questions to databases."""

from agents.kit import Agent, everyone
from agents.kit.ports.sql import Sql
from agents.kit.ports.web import Http
from bot.bootstrap.agents import CatalogueWrong
from bot.settings import Settings
from bot.storage.databases.transactions import database_url
from bot.tools.addresses import Guard, resolve
from bot.tools.http import GuardedHttp
from bot.tools.pages import Pages
from bot.tools.questions import Questions


def guarded_http(settings: Settings) -> Http:
    """Posts to the tool servers the operator named, and reads of the public web."""
    return GuardedHttp(settings.tool_servers, pages=Pages(Guard(settings.private_hosts, resolve)))


def questions(settings: Settings, agents: tuple[Agent, ...]) -> Sql:
    """Questions to our own database, and to those the operator named.

    Raises:
        UnknownDatabase: an address names no database we can use.
        CatalogueWrong: no agent asks a database of that name.
    """
    known = sorted(one.name for agent in everyone(agents) for one in agent.databases)
    if strangers := settings.databases.keys() - known:
        there_are = ", ".join(known) or "none"
        problem = f"no agent asks a database called {min(strangers)}; there are: {there_are}."
        raise CatalogueWrong([f"FRONTDESK_DATABASES: {problem}"])
    elsewhere = {
        name: database_url(address.get_secret_value())
        for name, address in settings.databases.items()
    }
    return Questions(database_url(settings.database_address), elsewhere)

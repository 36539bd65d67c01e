"""Chooses what agents' tools reach: guarded HTTP, and questions to databases."""

from agents.kit.ports import Http
from agents.kit.sql import Sql
from bot.settings import Settings
from bot.storage.urls import database_url
from bot.tools.addresses import Guard, resolve
from bot.tools.http import GuardedHttp
from bot.tools.pages import Pages
from bot.tools.questions import Questions


def guarded_http(settings: Settings) -> Http:
    """Posts to the tool servers the operator named, and reads of the public web."""
    return GuardedHttp(settings.tool_servers, pages=Pages(Guard(settings.private_hosts, resolve)))


def questions(settings: Settings) -> Sql:
    """Questions to our own database, and to those the operator named.

    Raises:
        UnknownDatabase: an address names no database we can use.
    """
    elsewhere = {
        name: database_url(address.get_secret_value())
        for name, address in settings.databases.items()
    }
    return Questions(database_url(settings.database_address), elsewhere)

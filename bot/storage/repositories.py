"""All repositories together, over one database."""

from sqlalchemy import URL

from bot.storage.databases.sqlite import SqliteDatabase
from bot.storage.databases.transactions import SqlDatabase


def open_database(url: URL) -> SqlDatabase:
    """Choose the adapter of a database; nothing is connected before it is used."""
    if url.get_backend_name() == "sqlite":
        return SqliteDatabase(url)
    from bot.storage.databases.postgres import PostgresDatabase  # noqa: PLC0415 - its driver is an extra

    return PostgresDatabase(url)

"""Chooses the adapter of a database by its address."""

from sqlalchemy import URL

from bot.storage.databases.database import Database
from bot.storage.databases.sqlite import SqliteDatabase


def open_database(url: URL) -> Database:
    """Choose the adapter of a database; nothing is connected before it is used."""
    if url.get_backend_name() == "sqlite":
        return SqliteDatabase(url)
    from bot.storage.databases.postgres import PostgresDatabase  # noqa: PLC0415 - its driver is an extra

    return PostgresDatabase(url)

"""Which database an address means."""

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.domain.errors import PlatformFailed

DEFAULT_URL = "sqlite:///frontdesk.db"

POSTGRES = {"postgres", "postgresql", "postgresql+psycopg"}
SQLITE = {"sqlite", "sqlite+pysqlite"}


class UnknownDatabase(PlatformFailed):
    """The address of the database means nothing to us."""

    def __init__(self) -> None:  # the address may hold a password, so it is not repeated
        super().__init__(
            "DATABASE_URL must look like sqlite:///frontdesk.db or "
            "postgres://user:password@host/name."
        )


def database_url(address: str) -> URL:
    """Read an address as people and hosting services write it.

    Raises:
        UnknownDatabase: it names no database we can use.
    """
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise UnknownDatabase from error
    if url.drivername in POSTGRES:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername in SQLITE and url.database not in (None, "", ":memory:"):
        return url.set(drivername="sqlite")
    raise UnknownDatabase

"""The tables of what stands on platforms: where a reply was posted, which threads are one."""

from sqlalchemy import Column, Table, Text

from bot.storage.tables.sessions import metadata

posts = Table(
    "posts",
    metadata,
    Column("key", Text, primary_key=True),  # a reply's id, or what else is posted only once
    Column("session", Text, nullable=False, index=True),
    Column("channel", Text, nullable=False),
    Column("message", Text, nullable=False, index=True),
    Column("request", Text, nullable=False, index=True),
    Column("at", Text, nullable=False),
)

joined_threads = Table(
    "joined_threads",
    metadata,
    Column("place", Text, primary_key=True),
    Column("session", Text, nullable=False, index=True),
    Column("at", Text, nullable=False),
)

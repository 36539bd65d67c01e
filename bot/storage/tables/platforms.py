"""The tables of platforms: posts, joined threads, installations, tickets, departures."""

from sqlalchemy import Column, Integer, Table, Text

from bot.storage.tables.columns import keys, texts
from bot.storage.tables.sessions import metadata

posts = Table(
    "posts",
    metadata,
    *keys("key"),  # a reply's id, or what else is posted only once
    *texts("session", index=True),
    *texts("channel"),
    *texts("message", "request", index=True),
    *texts("at"),
)

joined_threads = Table(
    "joined_threads",
    metadata,
    *keys("place"),
    *texts("session", index=True),
    *texts("at"),
)


slack_installations = Table(
    "slack_installations",
    metadata,
    *keys("workspace"),
    *texts("body"),  # sealed
    Column("version", Integer, nullable=False),
    *texts("installed_at"),
    Column("expires_at", Text, nullable=True, index=True),
    *texts("claimed_until"),  # empty, or until when somebody refreshes
)

tickets = Table(
    "tickets",
    metadata,
    *keys("digest"),
    *texts("until"),
    sqlite_with_rowid=False,
)

departures = Table(
    "departures",
    metadata,
    *keys("platform", "workspace"),
    *texts("left_at"),
    sqlite_with_rowid=False,
)

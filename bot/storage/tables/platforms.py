"""The tables of platforms: posts, joined threads, installations, tickets, departures."""

from sqlalchemy import Column, Integer, Table, Text

from bot.storage.tables.columns import holds, keys, texts
from bot.storage.tables.sessions import metadata

posts = Table(
    "posts",
    metadata,
    *keys("key"),  # a reply's id, or what else is posted only once
    *texts("session", index=True),
    *texts("channel"),
    *texts("message", "request", index=True),
    *texts("at"),
    # A card that waits for somebody stays known, however long; so does what shows an open plan.
    info=holds(
        done="""at < :before AND NOT EXISTS (
            SELECT 1 FROM requests WHERE id = posts.request AND status = 'pending')
        AND NOT EXISTS (
            SELECT 1 FROM plans WHERE posts.key = 'plan/' || plans.id AND status = 'open')"""
    ),
)

joined_threads = Table(
    "joined_threads",
    metadata,
    *keys("place"),
    *texts("session", index=True),
    *texts("at"),
    info=holds(places=("place",)),
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
    # Deleted when it is forgotten.
    info=holds(places=(), hidden=("body", "claimed_until")),
)

tickets = Table(
    "tickets",
    metadata,
    *keys("digest"),
    *texts("until"),
    info=holds(places=(), title=None),  # of nobody
    sqlite_with_rowid=False,
)

departures = Table(
    "departures",
    metadata,
    *keys("platform", "workspace"),
    *texts("left_at"),
    info=holds(places=()),
    sqlite_with_rowid=False,
)

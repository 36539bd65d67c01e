"""The tables of what stands on platforms: where a reply was posted, which threads are one."""

from sqlalchemy import Table

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

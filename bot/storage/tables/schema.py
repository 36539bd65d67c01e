"""All tables of the bot on one metadata: each of these modules puts its own there."""

from bot.storage.tables import (
    commands,
    diaries,
    feedback,
    http,
    links,
    memory,
    plans,
    posts,
    sessions,
    slack,
)

DECLARING = (
    sessions,
    commands,
    diaries,
    feedback,
    http,
    links,
    memory,
    plans,
    posts,
    slack,
)
metadata = sessions.metadata

# Migrations put agents' tables beside them, so these are taken before.
TABLES = tuple(metadata.sorted_tables)

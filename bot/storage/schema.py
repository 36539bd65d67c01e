"""All tables of the bot on one metadata: each of these modules puts its own there."""

from bot.storage import (
    tables,
    tables_commands,
    tables_diaries,
    tables_feedback,
    tables_http,
    tables_links,
    tables_memory,
    tables_plans,
    tables_posts,
    tables_slack,
)

DECLARING = (
    tables,
    tables_commands,
    tables_diaries,
    tables_feedback,
    tables_http,
    tables_links,
    tables_memory,
    tables_plans,
    tables_posts,
    tables_slack,
)
metadata = tables.metadata

# Migrations put agents' tables beside them, so these are taken before.
TABLES = tuple(metadata.sorted_tables)

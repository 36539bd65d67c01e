"""All tables of the bot on one metadata, and the names that no agent's table may have."""

from bot.storage.tables import people, platforms, sessions
from bot.storage.tables import platforms as http
from bot.storage.tables import sessions as commands
from bot.storage.tables import sessions as plans

DECLARING = (sessions, commands, http, people, people, plans, platforms)
metadata = sessions.metadata

# Migrations put agents' tables beside them, so these are taken before.
TABLES = tuple(metadata.sorted_tables)


# Made by migrations in plain SQL: what finds messages by their words, and Alembic's own.
_PLAIN = {
    "alembic_version",
    "recall",
    "recall_config",
    "recall_content",
    "recall_data",
    "recall_docsize",
    "recall_idx",
    "recall_stale",
}
_OURS = {table.name for table in TABLES} | _PLAIN
_BEGINNINGS = ("procrastinate_", "sqlite_", "pg_")  # of what keeps jobs, and of databases


def is_ours(name: str) -> bool:
    """Say whether a table of this name is not an agent's; databases take no note of capitals."""
    return name.lower() in _OURS or name.lower().startswith(_BEGINNINGS)

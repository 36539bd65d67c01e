"""The names of tables that are the bot's, or the database's own; no agent's table may have one."""

from bot.storage.tables.schema import TABLES

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

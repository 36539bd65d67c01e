"""The tables of installations: tokens, sealed, what was used up, and which workspaces left."""

from sqlalchemy import Column, Integer, Table, Text

from bot.storage.tables.sessions import metadata

slack_installations = Table(
    "slack_installations",
    metadata,
    Column("workspace", Text, primary_key=True),
    Column("body", Text, nullable=False),  # sealed
    Column("version", Integer, nullable=False),
    Column("installed_at", Text, nullable=False),
    Column("expires_at", Text, nullable=True, index=True),
    Column("claimed_until", Text, nullable=False),  # empty, or until when somebody refreshes
)

tickets = Table(
    "tickets",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("until", Text, nullable=False),
    sqlite_with_rowid=False,
)

departures = Table(
    "departures",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("workspace", Text, primary_key=True),
    Column("left_at", Text, nullable=False),
    sqlite_with_rowid=False,
)

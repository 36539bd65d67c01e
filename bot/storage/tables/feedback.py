"""The table of what people think of the bot's replies."""

from sqlalchemy import Column, Table, Text

from bot.storage.tables.sessions import metadata

feedback = Table(
    "feedback",
    metadata,
    Column("reply", Text, primary_key=True),
    Column("person", Text, primary_key=True),  # one verdict each; the last one counts
    Column("session", Text, nullable=False, index=True),
    Column("turn", Text, nullable=False),  # that said the reply
    Column("verdict", Text, nullable=False),
    Column("comment", Text, nullable=False),
    Column("at", Text, nullable=False),
    sqlite_with_rowid=False,
)

"""The table of summaries; the index of words stands beside `messages`, made by its migration."""

from sqlalchemy import BigInteger, Column, Integer, Table, Text

from bot.storage.tables import metadata

summaries = Table(
    "summaries",
    metadata,
    Column("session", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("until", BigInteger, nullable=False),  # the newest line it covers
    Column("version", Integer, nullable=False),
    Column("claim", Text, nullable=False),  # until when somebody is at it; empty for nobody
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

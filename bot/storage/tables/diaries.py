"""The table of diaries: what scripts keep of their tasks, a row for each line."""

from sqlalchemy import BigInteger, Column, Index, Table, Text

from bot.storage.tables.sessions import metadata

diaries = Table(
    "diaries",
    metadata,
    Column("task", Text, primary_key=True),
    Column("book", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("session", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("body", Text, nullable=False),
    Index("ix_diaries_person", "session", "person"),
    sqlite_with_rowid=False,
)

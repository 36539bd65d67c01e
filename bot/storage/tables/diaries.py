"""The table of diaries: what scripts keep of their tasks, a row for each line."""

from sqlalchemy import BigInteger, Column, Index, Table

from bot.storage.tables.columns import keys, texts
from bot.storage.tables.sessions import metadata

diaries = Table(
    "diaries",
    metadata,
    *keys("task", "book"),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    *texts("session", "person", "body"),
    Index("ix_diaries_person", "session", "person"),
    sqlite_with_rowid=False,
)

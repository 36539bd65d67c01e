"""The tables of summaries and embeddings; the index of words is made by its migration."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table

from bot.storage.tables.columns import ROW_ID, THEIRS, holds, keys, texts
from bot.storage.tables.sessions import metadata

summaries = Table(
    "summaries",
    metadata,
    *keys("session", "person"),
    Column("until", BigInteger, nullable=False),  # the newest line it covers
    Column("version", Integer, nullable=False),
    *texts("claim"),  # until when somebody is at it; empty for nobody
    *texts("body"),
    info=holds(erased=THEIRS),
    sqlite_with_rowid=False,
)

# A row goes with its line, and is emptied when the line changes: triggers see to it on SQLite.
vectors = Table(
    "vectors",
    metadata,
    Column(
        "line",
        ROW_ID,
        ForeignKey("messages.seq", ondelete="CASCADE", name="fk_vectors_line"),
        primary_key=True,
        autoincrement=False,
    ),
    *texts("whose"),  # a digest of the channel and the person
    *texts("model"),  # that has read it; empty for none
    Column("dimension", Integer, nullable=False),  # 0: the model does not take this text
    *texts("claim"),  # until when somebody is at it; empty for nobody
    *texts("body"),  # sealed: from an embedding words can be guessed
    Index("ix_vectors_compared", "whose", "model", "dimension", "line"),
    Index("ix_vectors_model", "model", "dimension"),
    info=holds(places=(), title=None),
)

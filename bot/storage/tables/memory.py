"""The tables of summaries and embeddings; the index of words is made by its migration."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text

from bot.storage.tables.sessions import metadata

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

# A row goes with its line, and is emptied when the line changes: triggers see to it on SQLite.
vectors = Table(
    "vectors",
    metadata,
    Column(
        "line",
        BigInteger().with_variant(Integer(), "sqlite"),
        ForeignKey("messages.seq", ondelete="CASCADE", name="fk_vectors_line"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("whose", Text, nullable=False),  # a digest of the channel and the person
    Column("model", Text, nullable=False),  # that has read it; empty for none
    Column("dimension", Integer, nullable=False),  # 0: the model does not take this text
    Column("claim", Text, nullable=False),  # until when somebody is at it; empty for nobody
    Column("body", Text, nullable=False),  # sealed: from an embedding words can be guessed
    Index("ix_vectors_compared", "whose", "model", "dimension", "line"),
    Index("ix_vectors_model", "model", "dimension"),
)

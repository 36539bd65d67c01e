"""The tables of people: who is linked with whom, what is remembered of them."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text

from bot.storage.tables.columns import ROW_ID, THEIRS, holds, keys, only, sequence, texts
from bot.storage.tables.sessions import metadata

link_offers = Table(
    "link_offers",
    metadata,
    *keys("id"),
    Column("digest", Text, nullable=False, unique=True),  # of the code, which is kept nowhere
    *texts("person", index=True),  # who made it
    *texts("redeemer", index=True),  # empty until there is one
    *texts("expires_at", index=True),
    *texts("body"),
    info=holds(
        places=("person", "redeemer"),
        done="expires_at < :before",
        hidden=("digest", "body"),
    ),
    sqlite_with_rowid=False,
)

# Who left stays: those who were linked once are one person where two are needed.
link_members = Table(
    "link_members",
    metadata,
    *keys("link_group", "person"),
    *texts("name", "joined_at"),
    Column("left_at", Text, nullable=True),
    info=holds(places=("person",), erased="person = :person"),
    sqlite_with_rowid=False,
)
Index("ix_link_members_person", link_members.c.person)
Index(
    "uq_link_members_active",
    link_members.c.person,
    unique=True,
    **only("left_at IS NULL"),
)

link_attempts = Table(
    "link_attempts",
    metadata,
    sequence(),
    *texts("person", "at"),
    Index("ix_link_attempts_person_at", "person", "at"),
    info=holds(places=("person",), erased="person = :person", done="at < :before"),
)


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

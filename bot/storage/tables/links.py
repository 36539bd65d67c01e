"""The tables of links: codes on their way to a link, who is linked, and tries in vain."""

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text, text

from bot.storage.tables.sessions import metadata

link_offers = Table(
    "link_offers",
    metadata,
    Column("id", Text, primary_key=True),
    Column("digest", Text, nullable=False, unique=True),  # of the code, which is kept nowhere
    Column("person", Text, nullable=False, index=True),  # who made it
    Column("redeemer", Text, nullable=False, index=True),  # empty until there is one
    Column("expires_at", Text, nullable=False, index=True),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

# Who left stays: those who were linked once are one person where two are needed.
link_members = Table(
    "link_members",
    metadata,
    Column("link_group", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("joined_at", Text, nullable=False),
    Column("left_at", Text, nullable=True),
    sqlite_with_rowid=False,
)
Index("ix_link_members_person", link_members.c.person)
Index(
    "uq_link_members_active",
    link_members.c.person,
    unique=True,
    sqlite_where=text("left_at IS NULL"),
    postgresql_where=text("left_at IS NULL"),
)

link_attempts = Table(
    "link_attempts",
    metadata,
    Column(
        "seq",
        BigInteger().with_variant(Integer(), "sqlite"),
        primary_key=True,
        autoincrement=True,
    ),
    Column("person", Text, nullable=False),
    Column("at", Text, nullable=False),
    Index("ix_link_attempts_person_at", "person", "at"),
)

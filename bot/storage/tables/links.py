"""The tables of links: codes on their way to a link, who is linked, and tries in vain."""

from sqlalchemy import Column, Index, Table, Text

from bot.storage.tables.columns import holds, keys, only, sequence, texts
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

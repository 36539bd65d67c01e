"""The tables of those who look after the bot: the audit, switches, attention, usage."""

from sqlalchemy import BigInteger, Column, Index, Integer, Table

from bot.storage.tables.columns import holds, keys, texts
from bot.storage.tables.sessions import metadata, outbox, requests

audit = Table(
    "audit",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    *texts("at", "workspace"),  # no workspace: it concerns all of them
    *texts("session", "turn", "person", "entries", "before", "hash"),
    Index("ix_audit_person", "person"),
    # Ids and digests only, and a chain that would not hold without its links.
    info=holds(places=()),
)

# One row; whoever writes the audit locks it, so that links hang on one another.
audit_head = Table(
    "audit_head",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("count", BigInteger, nullable=False),
    *texts("hash", "seal"),
    info=holds(places=(), title=None),
)

pauses = Table(
    "pauses",
    metadata,
    *keys("workspace"),  # empty: everywhere
    *texts("who", "shown", "at", "reason"),
    info=holds(places=("workspace",)),
)

attention = Table(
    "attention",
    metadata,
    *keys("place"),  # a thread's session, or a channel
    Column("quiet", Integer, nullable=False),
    *texts("mode", "who"),
    info=holds(places=("place",)),
)

usage = Table(
    "usage",
    metadata,
    *keys("person", "workspace", "day"),
    Column("turns", Integer, nullable=False),
    Column("model_calls", Integer, nullable=False),
    Column("input_tokens", BigInteger, nullable=False),
    Column("output_tokens", BigInteger, nullable=False),
    Column("cost_micros", BigInteger, nullable=False),
    Index("ix_usage_workspace", "workspace", "day"),
    info=holds(places=("workspace",)),
    sqlite_with_rowid=False,
)

# What a person was told and asked is found again when they want it forgotten.
Index("ix_outbox_session", outbox.c.session)
Index("ix_requests_session", requests.c.session)

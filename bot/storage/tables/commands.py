"""The tables of those who look after the bot: the audit, switches, attention, usage."""

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text

from bot.storage.tables.sessions import metadata, outbox, requests

audit = Table(
    "audit",
    metadata,
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Text, nullable=False),
    Column("workspace", Text, nullable=False),  # empty: it concerns all of them
    Column("session", Text, nullable=False),
    Column("turn", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("entries", Text, nullable=False),
    Column("before", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Index("ix_audit_person", "person"),
)

# One row; whoever writes the audit locks it, so that links hang on one another.
audit_head = Table(
    "audit_head",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("count", BigInteger, nullable=False),
    Column("hash", Text, nullable=False),
    Column("seal", Text, nullable=False),
)

pauses = Table(
    "pauses",
    metadata,
    Column("workspace", Text, primary_key=True),  # empty: everywhere
    Column("who", Text, nullable=False),
    Column("shown", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("reason", Text, nullable=False),
)

attention = Table(
    "attention",
    metadata,
    Column("place", Text, primary_key=True),  # a thread's session, or a channel
    Column("quiet", Integer, nullable=False),
    Column("mode", Text, nullable=False),
    Column("who", Text, nullable=False),
)

usage = Table(
    "usage",
    metadata,
    Column("person", Text, primary_key=True),
    Column("workspace", Text, primary_key=True),
    Column("day", Text, primary_key=True),
    Column("turns", Integer, nullable=False),
    Column("model_calls", Integer, nullable=False),
    Column("input_tokens", BigInteger, nullable=False),
    Column("output_tokens", BigInteger, nullable=False),
    Column("cost_micros", BigInteger, nullable=False),
    Index("ix_usage_workspace", "workspace", "day"),
    sqlite_with_rowid=False,
)

# What a person was told and asked is found again when they want it forgotten.
Index("ix_outbox_session", outbox.c.session)
Index("ix_requests_session", requests.c.session)

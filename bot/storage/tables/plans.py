"""The tables of plans: each with its steps in one row, and what was said about them."""

from sqlalchemy import BigInteger, Column, Index, Table, Text

from bot.storage.tables.columns import THEIRS, holds, keys, sequence, texts
from bot.storage.tables.sessions import metadata

plans = Table(
    "plans",
    metadata,
    *keys("id"),
    *texts("session", index=True),
    *texts("owner", "status", "created_at"),
    Column("version", BigInteger, nullable=False),  # grows with every change
    *texts("body"),
    Index("ix_plans_owner_created_at_id", "owner", "created_at", "id"),
    info=holds(erased="session = :session AND owner = :person"),
)

agent_messages = Table(
    "agent_messages",
    metadata,
    sequence(),
    Column("id", Text, nullable=False, unique=True),
    *texts("session", "person", "body"),
    Index("ix_agent_messages_person_seq", "person", "seq"),
    Index("ix_agent_messages_session_person_seq", "session", "person", "seq"),
    info=holds(erased=THEIRS),
)

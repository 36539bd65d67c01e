"""The tables of plans: each with its steps in one row, and what was said about them."""

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text

from bot.storage.tables.sessions import metadata

plans = Table(
    "plans",
    metadata,
    Column("id", Text, primary_key=True),
    Column("session", Text, nullable=False, index=True),
    Column("owner", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("version", BigInteger, nullable=False),  # grows with every change
    Column("body", Text, nullable=False),
    Index("ix_plans_owner_created_at_id", "owner", "created_at", "id"),
)

agent_messages = Table(
    "agent_messages",
    metadata,
    Column(
        "seq",
        BigInteger().with_variant(Integer(), "sqlite"),
        primary_key=True,
        autoincrement=True,
    ),
    Column("id", Text, nullable=False, unique=True),
    Column("session", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("body", Text, nullable=False),
    Index("ix_agent_messages_person_seq", "person", "seq"),
    Index("ix_agent_messages_session_person_seq", "session", "person", "seq"),
)

"""The tables of what programs reach: keys, their sessions, what went out, answers to writes."""

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text

from bot.storage.tables.sessions import metadata

api_keys = Table(
    "api_keys",
    metadata,
    Column("id", Text, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("person", Text, nullable=False, index=True),
    Column("scopes", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("expires_at", Text, nullable=True),
    Column("revoked_at", Text, nullable=True),
)

http_sessions = Table(
    "http_sessions",
    metadata,
    Column("session", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("opened_at", Text, nullable=False),
    Index("ix_http_sessions_person_opened_at_session", "person", "opened_at", "session"),
    sqlite_with_rowid=False,
)

http_events = Table(
    "http_events",
    metadata,
    Column(
        "seq",
        BigInteger().with_variant(Integer(), "sqlite"),
        primary_key=True,
        autoincrement=True,
    ),
    Column("key", Text, nullable=False, unique=True),  # a reply's id, or the end of a turn
    Column("session", Text, nullable=False),
    Column("reader", Text, nullable=False),  # empty: whoever has the session
    Column("reply_to", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("at", Text, nullable=False),
    Index("ix_http_events_session_seq", "session", "seq"),
)

http_answers = Table(
    "http_answers",
    metadata,
    Column("person", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("digest", Text, nullable=False),  # of what was asked
    Column("status", Integer, nullable=False),  # 0 until it is answered
    Column("body", Text, nullable=False),
    Column("at", Text, nullable=False, index=True),
    sqlite_with_rowid=False,
)

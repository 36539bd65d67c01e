"""The tables of what programs reach: keys, their sessions, what went out, answers to writes."""

from sqlalchemy import Column, Index, Integer, Table, Text

from bot.storage.tables.columns import THEIRS, holds, keys, sequence, texts
from bot.storage.tables.sessions import metadata

api_keys = Table(
    "api_keys",
    metadata,
    *keys("id"),
    *texts("digest"),
    *texts("person", index=True),
    *texts("scopes", "label", "created_at"),
    Column("expires_at", Text, nullable=True),
    Column("revoked_at", Text, nullable=True),
    info=holds(places=("person",), hidden=("digest",)),
)

http_sessions = Table(
    "http_sessions",
    metadata,
    *keys("session", "person"),
    *texts("opened_at"),
    Index("ix_http_sessions_person_opened_at_session", "person", "opened_at", "session"),
    info=holds(erased=THEIRS),
    sqlite_with_rowid=False,
)

http_events = Table(
    "http_events",
    metadata,
    sequence(),
    Column("key", Text, nullable=False, unique=True),  # a reply's id, or the end of a turn
    *texts("session", "reader"),  # no reader: whoever has the session
    *texts("reply_to", "kind", "body", "at"),
    Index("ix_http_events_session_seq", "session", "seq"),
    info=holds(
        erased="""session = :session AND (reader = :person OR EXISTS (
            SELECT 1 FROM http_sessions s
            WHERE s.session = http_events.session AND s.person = :person))""",
        # SQLite would give the highest number out again: the newest one is only emptied.
        expired="at < :before AND seq < (SELECT MAX(seq) FROM http_events)",
    ),
)

http_answers = Table(
    "http_answers",
    metadata,
    *keys("person", "key"),
    *texts("digest"),  # of what was asked
    Column("status", Integer, nullable=False),  # 0 until it is answered
    *texts("body"),
    *texts("at", index=True),
    info=holds(
        places=("person",),
        erased="person = :person",
        done="at < :before",
        hidden=("digest", "body"),
    ),
    sqlite_with_rowid=False,
)

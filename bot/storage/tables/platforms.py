"""The tables of platforms: posts, installations, and all that programs reach over HTTP."""

from sqlalchemy import Column, Index, Integer, Table, Text

from bot.storage.tables.columns import THEIRS, holds, keys, sequence, texts
from bot.storage.tables.sessions import metadata

posts = Table(
    "posts",
    metadata,
    *keys("key"),  # a reply's id, or what else is posted only once
    *texts("session", index=True),
    *texts("channel"),
    *texts("message", "request", index=True),
    *texts("at"),
    # A card that waits for somebody stays known, however long; so does what shows an open plan.
    info=holds(
        done="""at < :before AND NOT EXISTS (
            SELECT 1 FROM requests WHERE id = posts.request AND status = 'pending')
        AND NOT EXISTS (
            SELECT 1 FROM plans WHERE posts.key = 'plan/' || plans.id AND status = 'open')"""
    ),
)

joined_threads = Table(
    "joined_threads",
    metadata,
    *keys("place"),
    *texts("session", index=True),
    *texts("at"),
    info=holds(places=("place",)),
)


slack_installations = Table(
    "slack_installations",
    metadata,
    *keys("workspace"),
    *texts("body"),  # sealed
    Column("version", Integer, nullable=False),
    *texts("installed_at"),
    Column("expires_at", Text, nullable=True, index=True),
    *texts("claimed_until"),  # empty, or until when somebody refreshes
    # Deleted when it is forgotten.
    info=holds(places=(), hidden=("body", "claimed_until")),
)

tickets = Table(
    "tickets",
    metadata,
    *keys("digest"),
    *texts("until"),
    info=holds(places=(), title=None),  # of nobody
    sqlite_with_rowid=False,
)

departures = Table(
    "departures",
    metadata,
    *keys("platform", "workspace"),
    *texts("left_at"),
    info=holds(places=()),
    sqlite_with_rowid=False,
)


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

"""The tables of sessions and their turns; agents' own tables join the same metadata.

    inbox ──▶ journal            what came in, and the finished steps of its turn
      │
      ▼ commit
    sessions ─ participants ─ messages ─ decisions ─ requests
      │
      ▼
    outbox                       what the platform has yet to take

Moments are ISO 8601 texts in UTC of one fixed form, so that they sort as they read.
"""

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, Table, Text, text

NAMES_OF_KEYS = {
    "pk": "pk_%(table_name)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
}

metadata = MetaData(naming_convention=NAMES_OF_KEYS)


def _sequence() -> Column[int]:
    """A number that grows with every row; on SQLite it is the row's own id and costs nothing."""
    growing = BigInteger().with_variant(Integer(), "sqlite")
    return Column("seq", growing, primary_key=True, autoincrement=True)


def _text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False)


inbox = Table(
    "inbox",
    metadata,
    _sequence(),
    Column("id", Text, nullable=False, unique=True),
    Column("dedupe", Text, nullable=False, unique=True),
    _text("session"),
    _text("person"),
    _text("body"),  # sealed; emptied when the turn is done
    _text("received_at"),
    Column("done_at", Text),
    _text("status"),  # waiting, done or parked
    Column("attempts", Integer, nullable=False),
    _text("reason"),
    Column("kind", Text, nullable=False, server_default="message"),  # halt: a wish to stop
    Column("message", Text, nullable=False, server_default=""),  # what it is, or is about
)
Index(
    "ix_inbox_waiting",
    inbox.c.session,
    inbox.c.seq,
    sqlite_where=text("status = 'waiting'"),
    postgresql_where=text("status = 'waiting'"),
)
Index(
    "ix_inbox_session_message",
    inbox.c.session,
    inbox.c.message,
    sqlite_where=text("message <> ''"),
    postgresql_where=text("message <> ''"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("epoch", BigInteger, nullable=False),
    _text("created_at"),
    _text("updated_at"),  # when its last turn began
    sqlite_with_rowid=False,
)

participants = Table(
    "participants",
    metadata,
    Column("session", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    _text("body"),
    Index("ix_participants_person", "person"),
    sqlite_with_rowid=False,
)

messages = Table(
    "messages",
    metadata,
    _sequence(),
    _text("session"),
    _text("turn"),
    _text("speaker"),
    Column("by_bot", Integer, nullable=False),
    _text("text"),
    _text("at"),
    Column("message", Text, nullable=False, server_default=""),
    Column("source", Text, nullable=False, server_default=""),
    Column("private", Integer, nullable=False, server_default="0"),
    Column("addressee", Text, nullable=False, server_default=""),  # whom the bot said it to
    Index("ix_messages_session", "session", "seq"),
)

journal = Table(
    "journal",
    metadata,
    Column("turn", Text, primary_key=True),
    Column("step", Text, primary_key=True),
    Column("epoch", BigInteger, nullable=False),
    _text("entry"),
    sqlite_with_rowid=False,
)

requests = Table(
    "requests",
    metadata,
    _sequence(),
    Column("id", Text, nullable=False, unique=True),
    _text("session"),
    _text("person"),
    _text("kind"),
    _text("status"),
    _text("expires_at"),
    _text("decided_in"),
    _text("body"),
    Column("remind_at", Text),
    Column("escalate_at", Text),
)
Index(
    "ix_requests_pending",
    requests.c.session,
    requests.c.seq,
    sqlite_where=text("status = 'pending'"),
    postgresql_where=text("status = 'pending'"),
)

Index(
    "ix_requests_decided_in",
    requests.c.decided_in,
    sqlite_where=text("decided_in <> ''"),
    postgresql_where=text("decided_in <> ''"),
)
for _due in (requests.c.expires_at, requests.c.remind_at, requests.c.escalate_at):
    Index(
        f"ix_requests_{_due.name}",
        _due,
        sqlite_where=text("status = 'pending'"),
        postgresql_where=text("status = 'pending'"),
    )

decisions = Table(
    "decisions",
    metadata,
    _sequence(),
    _text("session"),
    _text("person"),
    _text("turn"),
    _text("gate"),
    _text("chosen"),
    _text("reason"),
    _text("rejected"),
    Index("ix_decisions_person", "session", "person", "seq"),
)

outbox = Table(
    "outbox",
    metadata,
    _sequence(),
    Column("id", Text, nullable=False, unique=True),
    _text("session"),
    _text("platform"),
    _text("body"),
    Column("sent_at", Text),
)
Index(
    "ix_outbox_unsent",
    outbox.c.session,
    outbox.c.seq,
    sqlite_where=text("sent_at IS NULL"),
    postgresql_where=text("sent_at IS NULL"),
)

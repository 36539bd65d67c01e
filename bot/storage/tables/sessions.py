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

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, Table, Text

from bot.storage.tables.columns import THEIRS, holds, keys, only, sequence, texts

NAMES_OF_KEYS = {
    "pk": "pk_%(table_name)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
}

metadata = MetaData(naming_convention=NAMES_OF_KEYS)


inbox = Table(
    "inbox",
    metadata,
    sequence(),
    Column("id", Text, nullable=False, unique=True),
    Column("dedupe", Text, nullable=False, unique=True),
    *texts("session", "person", "body"),  # the body is sealed, and emptied when the turn is done
    *texts("received_at"),
    Column("done_at", Text),
    *texts("status"),  # waiting, done or parked
    Column("attempts", Integer, nullable=False),
    *texts("reason"),
    Column("kind", Text, nullable=False, server_default="message"),  # halt: a wish to stop
    Column("message", Text, nullable=False, server_default=""),  # what it is, or is about
    info=holds(
        expired="status = 'parked' AND received_at < :before",
        hidden=("dedupe", "body"),
    ),
)
Index(
    "ix_inbox_waiting",
    inbox.c.session,
    inbox.c.seq,
    **only("status = 'waiting'"),
)
Index(
    "ix_inbox_session_message",
    inbox.c.session,
    inbox.c.message,
    **only("message <> ''"),
)

sessions = Table(
    "sessions",
    metadata,
    *keys("id"),
    Column("epoch", BigInteger, nullable=False),
    *texts("created_at", "updated_at"),  # updated when its last turn began
    info=holds(places=("id",)),
    sqlite_with_rowid=False,
)

participants = Table(
    "participants",
    metadata,
    *keys("session", "person"),
    *texts("body"),
    Index("ix_participants_person", "person"),
    info=holds(erased=THEIRS, title="stacks"),
    sqlite_with_rowid=False,
)

messages = Table(
    "messages",
    metadata,
    sequence(),
    *texts("session", "turn", "speaker"),
    Column("by_bot", Integer, nullable=False),
    *texts("text", "at"),
    Column("message", Text, nullable=False, server_default=""),
    Column("source", Text, nullable=False, server_default=""),
    Column("private", Integer, nullable=False, server_default="0"),
    Column("addressee", Text, nullable=False, server_default=""),  # whom the bot said it to
    Column("withheld", Integer, nullable=False, server_default="0"),  # no model reads it
    Index("ix_messages_session", "session", "seq"),
    info=holds(
        erased="session = :session AND (speaker = :person OR addressee = :person)",
        hidden=("addressee",),
        title="transcript",
    ),
)

journal = Table(
    "journal",
    metadata,
    *keys("turn", "step"),
    Column("epoch", BigInteger, nullable=False),
    *texts("entry"),
    info=holds(places=()),  # each goes with the event of its turn
    sqlite_with_rowid=False,
)

requests = Table(
    "requests",
    metadata,
    sequence(),
    Column("id", Text, nullable=False, unique=True),
    *texts("session", "person", "kind", "status", "expires_at", "decided_in", "body"),
    Column("remind_at", Text),
    Column("escalate_at", Text),
    info=holds(expired="status <> 'pending' AND expires_at < :before"),
)
Index(
    "ix_requests_pending",
    requests.c.session,
    requests.c.seq,
    **only("status = 'pending'"),
)

Index(
    "ix_requests_decided_in",
    requests.c.decided_in,
    **only("decided_in <> ''"),
)
for _due in (requests.c.expires_at, requests.c.remind_at, requests.c.escalate_at):
    Index(
        f"ix_requests_{_due.name}",
        _due,
        **only("status = 'pending'"),
    )

decisions = Table(
    "decisions",
    metadata,
    sequence(),
    *texts("session", "person", "turn", "gate", "chosen", "reason", "rejected"),
    Index("ix_decisions_person", "session", "person", "seq"),
    info=holds(erased=THEIRS),
)

outbox = Table(
    "outbox",
    metadata,
    sequence(),
    Column("id", Text, nullable=False, unique=True),
    *texts("session", "platform", "body"),
    Column("sent_at", Text),
    info=holds(expired="sent_at < :before", done="sent_at < :before"),
)
Index(
    "ix_outbox_unsent",
    outbox.c.session,
    outbox.c.seq,
    **only("sent_at IS NULL"),
)


diaries = Table(
    "diaries",
    metadata,
    *keys("task", "book"),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    *texts("session", "person", "body"),
    Index("ix_diaries_person", "session", "person"),
    info=holds(erased=THEIRS),
    sqlite_with_rowid=False,
)


feedback = Table(
    "feedback",
    metadata,
    *keys("reply", "person"),  # one verdict each; the last one counts
    *texts("session", index=True),
    *texts("turn"),  # that said the reply
    *texts("verdict", "comment", "at"),
    info=holds(erased=THEIRS, expired="at < :before"),
    sqlite_with_rowid=False,
)


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

"""Tables of the bot."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "inbox",
        _sequence(),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("dedupe", sa.Text(), nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("received_at", sa.Text(), nullable=False),
        sa.Column("done_at", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_inbox"),
        sa.UniqueConstraint("dedupe", name="uq_inbox_dedupe"),
        sa.UniqueConstraint("id", name="uq_inbox_id"),
    )
    _partial_index("ix_inbox_waiting", "inbox", "status = 'waiting'")
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("epoch", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "participants",
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("session", "person", name="pk_participants"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "messages",
        _sequence(),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("turn", sa.Text(), nullable=False),
        sa.Column("speaker", sa.Text(), nullable=False),
        sa.Column("by_bot", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_messages"),
    )
    op.create_index("ix_messages_session", "messages", ["session", "seq"])
    op.create_table(
        "journal",
        sa.Column("turn", sa.Text(), nullable=False),
        sa.Column("step", sa.Text(), nullable=False),
        sa.Column("epoch", sa.BigInteger(), nullable=False),
        sa.Column("entry", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("turn", "step", name="pk_journal"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "requests",
        _sequence(),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.Text(), nullable=False),
        sa.Column("decided_in", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_requests"),
        sa.UniqueConstraint("id", name="uq_requests_id"),
    )
    _partial_index("ix_requests_pending", "requests", "status = 'pending'")
    op.create_table(
        "decisions",
        _sequence(),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("turn", sa.Text(), nullable=False),
        sa.Column("gate", sa.Text(), nullable=False),
        sa.Column("chosen", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("rejected", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_decisions"),
    )
    op.create_index("ix_decisions_person", "decisions", ["session", "person", "seq"])
    op.create_table(
        "outbox",
        _sequence(),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("sent_at", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("seq", name="pk_outbox"),
        sa.UniqueConstraint("id", name="uq_outbox_id"),
    )
    _partial_index("ix_outbox_unsent", "outbox", "sent_at IS NULL")


def downgrade() -> None:
    for table in (
        "outbox",
        "decisions",
        "requests",
        "journal",
        "messages",
        "participants",
        "sessions",
        "inbox",
    ):
        op.drop_table(table)


def _sequence() -> sa.Column[int]:
    growing = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    return sa.Column("seq", growing, autoincrement=True, nullable=False)


def _partial_index(name: str, table: str, where: str) -> None:
    condition = sa.text(where)
    op.create_index(
        name, table, ["session", "seq"], sqlite_where=condition, postgresql_where=condition
    )

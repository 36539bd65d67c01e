"""What programs reach: keys, their sessions, what went out there, answers to writes.

Revision ID: 0010
Revises: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "api_keys",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.Text(), nullable=True),
        sa.Column("revoked_at", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_api_keys"),
    )
    op.create_index("ix_api_keys_person", "api_keys", ["person"])
    op.create_table(
        "http_sessions",
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("session", "person", name="pk_http_sessions"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_http_sessions_person_opened_at_session",
        "http_sessions",
        ["person", "opened_at", "session"],
    )
    op.create_table(
        "http_events",
        sa.Column(
            "seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("reader", sa.Text(), nullable=False),
        sa.Column("reply_to", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_http_events"),
        sa.UniqueConstraint("key", name="uq_http_events_key"),
    )
    op.create_index("ix_http_events_session_seq", "http_events", ["session", "seq"])
    op.create_table(
        "http_answers",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("person", "key", name="pk_http_answers"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_http_answers_at", "http_answers", ["at"])


def downgrade() -> None:
    """Drop them."""
    for table in ("http_answers", "http_events", "http_sessions", "api_keys"):
        op.drop_table(table)

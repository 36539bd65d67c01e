"""messages and files.

Revision ID: 0005
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

# Workers of the release before go on writing rows without these columns.
BEFORE = {
    "inbox": {"kind": (sa.Text, "message"), "message": (sa.Text, "")},
    "messages": {
        "message": (sa.Text, ""),
        "source": (sa.Text, ""),
        "private": (sa.Integer, "0"),
    },
}


def upgrade() -> None:
    """Make the changes."""
    for table, columns in BEFORE.items():
        for name, (kind, value) in columns.items():
            op.add_column(table, sa.Column(name, kind(), nullable=False, server_default=value))
    named = sa.text("message <> ''")
    op.create_index(
        "ix_inbox_session_message",
        "inbox",
        ["session", "message"],
        sqlite_where=named,
        postgresql_where=named,
    )
    op.create_table(
        "feedback",
        sa.Column("reply", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("turn", sa.Text(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("reply", "person", name="pk_feedback"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_feedback_session", "feedback", ["session"])


def downgrade() -> None:
    """Take them back."""
    op.drop_table("feedback")
    op.drop_index("ix_inbox_session_message", "inbox")
    for table, columns in BEFORE.items():
        for name in columns:
            op.drop_column(table, name)

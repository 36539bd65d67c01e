"""Diaries: what scripts keep of their tasks, line by line.

Revision ID: 0015
Revises: 0014
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "diaries",
        sa.Column("task", sa.Text(), nullable=False),
        sa.Column("book", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("task", "book", "number", name="pk_diaries"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_diaries_person", "diaries", ["session", "person"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("diaries")

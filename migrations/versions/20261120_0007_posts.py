"""What stands on platforms.

Revision ID: 0007
Revises: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "posts",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_posts"),
    )
    op.create_index("ix_posts_session", "posts", ["session"])
    op.create_index("ix_posts_request", "posts", ["request"])
    op.create_table(
        "joined_threads",
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("place", name="pk_joined_threads"),
    )
    op.create_index("ix_joined_threads_session", "joined_threads", ["session"])
    op.create_index("ix_participants_person", "participants", ["person"])


def downgrade() -> None:
    """Drop them."""
    op.drop_index("ix_participants_person", table_name="participants")
    op.drop_table("joined_threads")
    op.drop_table("posts")

"""An index for what stands as a message of a platform, which tells when it is deleted.

Revision ID: 0018
Revises: 0017
"""

from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Make the index."""
    op.create_index("ix_posts_message", "posts", ["message"])


def downgrade() -> None:
    """Drop it."""
    op.drop_index("ix_posts_message", "posts")

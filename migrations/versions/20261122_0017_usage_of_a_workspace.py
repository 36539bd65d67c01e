"""An index for what everybody in a workspace used on a day.

Revision ID: 0017
Revises: 0016
"""

from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Make the index."""
    op.create_index("ix_usage_workspace", "usage", ["workspace", "day"])


def downgrade() -> None:
    """Drop it."""
    op.drop_index("ix_usage_workspace", "usage")

"""Lines that no model reads again, because its content filter stopped at them.

Revision ID: 0021
Revises: 0020
"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add the mark; workers of the release before go on writing lines without it."""
    column = sa.Column("withheld", sa.Integer(), nullable=False, server_default="0")
    op.add_column("messages", column)


def downgrade() -> None:
    """Take it back."""
    op.drop_column("messages", "withheld")

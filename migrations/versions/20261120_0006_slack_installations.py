"""slack installations.

Revision ID: 0006
Revises: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "slack_installations",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("installed_at", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.Text(), nullable=True),
        sa.Column("claimed_until", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", name="pk_slack_installations"),
    )
    op.create_index("ix_slack_installations_expires_at", "slack_installations", ["expires_at"])
    op.create_table(
        "tickets",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("until", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_tickets"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "departures",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("left_at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("platform", "workspace", name="pk_departures"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("departures")
    op.drop_table("tickets")
    op.drop_table("slack_installations")

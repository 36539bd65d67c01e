"""who decides requests: when they are reminded of one, and when the next ones may.

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

PENDING = sa.text("status = 'pending'")
DECIDED = sa.text("decided_in <> ''")
DUE = ("expires_at", "remind_at", "escalate_at")


def upgrade() -> None:
    """Add the moments; find what is due by them, and what a turn has decided."""
    op.add_column("requests", sa.Column("remind_at", sa.Text()))
    op.add_column("requests", sa.Column("escalate_at", sa.Text()))
    for name in DUE:
        op.create_index(
            f"ix_requests_{name}",
            "requests",
            [name],
            sqlite_where=PENDING,
            postgresql_where=PENDING,
        )
    op.create_index(
        "ix_requests_decided_in",
        "requests",
        ["decided_in"],
        sqlite_where=DECIDED,
        postgresql_where=DECIDED,
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_index("ix_requests_decided_in", "requests")
    for name in DUE:
        op.drop_index(f"ix_requests_{name}", "requests")
    op.drop_column("requests", "escalate_at")
    op.drop_column("requests", "remind_at")

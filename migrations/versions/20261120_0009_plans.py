"""Plans, and what was said about them.

Revision ID: 0009
Revises: 0008
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "plans",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_plans"),
    )
    op.create_index("ix_plans_session", "plans", ["session"])
    op.create_index("ix_plans_owner_created_at_id", "plans", ["owner", "created_at", "id"])
    op.create_table(
        "agent_messages",
        sa.Column(
            "seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_agent_messages"),
        sa.UniqueConstraint("id", name="uq_agent_messages_id"),
    )
    op.create_index("ix_agent_messages_person_seq", "agent_messages", ["person", "seq"])
    op.create_index(
        "ix_agent_messages_session_person_seq",
        "agent_messages",
        ["session", "person", "seq"],
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("agent_messages")
    op.drop_table("plans")

"""commands and audit.

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

TEXTS_OF_AUDIT = ("at", "workspace", "session", "turn", "person", "entries", "before", "hash")


def upgrade() -> None:
    """Make the tables, and what is needed to find again what a person was told."""
    op.create_table(
        "audit",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        *_texts(*TEXTS_OF_AUDIT),
        sa.PrimaryKeyConstraint("number", name="pk_audit"),
    )
    op.create_index("ix_audit_person", "audit", ["person"])
    op.create_table(
        "audit_head",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        *_texts("hash", "seal"),
        sa.PrimaryKeyConstraint("id", name="pk_audit_head"),
    )
    op.create_table(
        "pauses",
        *_texts("workspace", "who", "shown", "at", "reason"),
        sa.PrimaryKeyConstraint("workspace", name="pk_pauses"),
    )
    op.create_table(
        "attention",
        *_texts("place"),
        sa.Column("quiet", sa.Integer(), nullable=False),
        *_texts("mode", "who"),
        sa.PrimaryKeyConstraint("place", name="pk_attention"),
    )
    op.create_table(
        "usage",
        *_texts("person", "workspace", "day"),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("model_calls", sa.Integer(), nullable=False),
        sa.Column("input_tokens", sa.BigInteger(), nullable=False),
        sa.Column("output_tokens", sa.BigInteger(), nullable=False),
        sa.Column("cost_micros", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", "workspace", "day", name="pk_usage"),
        sqlite_with_rowid=False,
    )
    addressee = sa.Column("addressee", sa.Text(), nullable=False, server_default="")
    op.add_column("messages", addressee)
    op.create_index("ix_outbox_session", "outbox", ["session"])
    op.create_index("ix_requests_session", "requests", ["session"])


def downgrade() -> None:
    """Drop all of it."""
    op.drop_index("ix_requests_session", table_name="requests")
    op.drop_index("ix_outbox_session", table_name="outbox")
    op.drop_column("messages", "addressee")
    for table in ("usage", "attention", "pauses", "audit_head", "audit"):
        op.drop_table(table)


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]

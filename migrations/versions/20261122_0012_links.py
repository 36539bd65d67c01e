"""Who is one person on several platforms: codes, groups, tries in vain.

Revision ID: 0012
Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

ACTIVE = sa.text("left_at IS NULL")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "link_offers",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("redeemer", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_link_offers"),
        sa.UniqueConstraint("digest", name="uq_link_offers_digest"),
        sqlite_with_rowid=False,
    )
    for column in ("person", "redeemer", "expires_at"):
        op.create_index(f"ix_link_offers_{column}", "link_offers", [column])
    op.create_table(
        "link_members",
        sa.Column("link_group", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("joined_at", sa.Text(), nullable=False),
        sa.Column("left_at", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("link_group", "person", name="pk_link_members"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_link_members_person", "link_members", ["person"])
    op.create_index(
        "uq_link_members_active",
        "link_members",
        ["person"],
        unique=True,
        sqlite_where=ACTIVE,
        postgresql_where=ACTIVE,
    )
    op.create_table(
        "link_attempts",
        sa.Column(
            "seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_link_attempts"),
    )
    op.create_index("ix_link_attempts_person_at", "link_attempts", ["person", "at"])


def downgrade() -> None:
    """Drop them."""
    for table in ("link_attempts", "link_members", "link_offers"):
        op.drop_table(table)

"""The staff directory that agents ask in SQL.

Revision ID: 0011
Revises: 0010
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "staff_employees",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("department", sa.Text(), nullable=False),
        sa.Column("city", sa.Text(), nullable=False),
        sa.Column("manager", sa.Text(), nullable=False),
        sa.Column("started_on", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "number", name="pk_staff_employees"),
    )
    op.create_table(
        "staff_departments",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("head", sa.Text(), nullable=False),
        sa.Column("floor", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "name", name="pk_staff_departments"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("staff_departments")
    op.drop_table("staff_employees")

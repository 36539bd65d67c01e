"""Tables of the bank and the stocks."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bank_users",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("salt", sa.Text(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_bank_users"),
    )
    op.create_table(
        "bank_failed_logins",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("failures", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_bank_failed_logins"),
    )
    op.create_table(
        "bank_accounts",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("balance_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_bank_accounts"),
    )
    op.create_index("ix_bank_accounts_owner", "bank_accounts", ["owner"])
    op.create_table(
        "bank_transfers",
        sa.Column("effect_key", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("source_name", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("left_minor", sa.BigInteger(), nullable=False),
        _moment("at"),
        sa.PrimaryKeyConstraint("effect_key", name="pk_bank_transfers"),
    )
    op.create_table(
        "bank_entries",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("effect_key", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("counterpart", sa.Text(), nullable=False),
        sa.Column("minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        _moment("at"),
        sa.PrimaryKeyConstraint("id", name="pk_bank_entries"),
    )
    op.create_index("ix_bank_entries_effect_key", "bank_entries", ["effect_key"])
    op.create_index("ix_bank_entries_account", "bank_entries", ["account"])
    op.create_table(
        "stock_quotes",
        sa.Column("symbol", sa.Text(), nullable=False),
        sa.Column("company", sa.Text(), nullable=False),
        sa.Column("minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        _moment("as_of"),
        sa.PrimaryKeyConstraint("symbol", name="pk_stock_quotes"),
    )


def downgrade() -> None:
    for table in (
        "stock_quotes",
        "bank_entries",
        "bank_transfers",
        "bank_accounts",
        "bank_failed_logins",
        "bank_users",
    ):
        op.drop_table(table)


def _moment(name: str) -> sa.Column[object]:
    kind = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
    return sa.Column(name, kind, nullable=False)

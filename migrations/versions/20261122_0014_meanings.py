"""Embeddings of lines: each goes with its line, and is emptied when the line changes.

Revision ID: 0014
Revises: 0013
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

EMPTY = "UPDATE vectors SET model = '', dimension = 0, claim = '', body = ''"
ON_SQLITE = (
    """
    CREATE TRIGGER vectors_deleted AFTER DELETE ON messages BEGIN
        DELETE FROM vectors WHERE line = old.seq;
    END""",
    f"""
    CREATE TRIGGER vectors_changed AFTER UPDATE OF text ON messages BEGIN
        {EMPTY} WHERE line = new.seq;
    END""",
)
OFF_SQLITE = ("DROP TRIGGER vectors_changed", "DROP TRIGGER vectors_deleted")
ON_POSTGRES = (
    f"""
    CREATE FUNCTION empty_vector() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        {EMPTY} WHERE line = new.seq;
        RETURN NULL;
    END $$""",
    """
    CREATE TRIGGER vectors_changed AFTER UPDATE OF text ON messages
    FOR EACH ROW EXECUTE FUNCTION empty_vector()""",
)
OFF_POSTGRES = ("DROP TRIGGER vectors_changed ON messages", "DROP FUNCTION empty_vector()")


def upgrade() -> None:
    """Make the table and what keeps it true."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    op.create_table(
        "vectors",
        sa.Column(
            "line", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False
        ),
        sa.Column("whose", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("dimension", sa.Integer(), nullable=False),
        sa.Column("claim", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("line", name="pk_vectors"),
        sa.ForeignKeyConstraint(
            ["line"], ["messages.seq"], name="fk_vectors_line", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_vectors_compared", "vectors", ["whose", "model", "dimension", "line"])
    op.create_index("ix_vectors_model", "vectors", ["model", "dimension"])
    for statement in ON_SQLITE if is_sqlite else ON_POSTGRES:
        op.execute(statement)


def downgrade() -> None:
    """Drop them."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for statement in OFF_SQLITE if is_sqlite else OFF_POSTGRES:
        op.execute(statement)
    op.drop_table("vectors")

"""Memory: summaries, and an index of the words that were said.

Revision ID: 0013
Revises: 0012
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

# The index keeps the words of deleted lines until it is merged; the mark says that it must be.
ON_SQLITE = (
    """
    CREATE VIRTUAL TABLE recall
    USING fts5(whose, text, tokenize = 'porter unicode61 remove_diacritics 2')""",
    "CREATE TABLE recall_stale (mark INTEGER PRIMARY KEY)",
    """
    CREATE TRIGGER recall_deleted AFTER DELETE ON messages BEGIN
        DELETE FROM recall WHERE rowid = old.seq;
        INSERT OR IGNORE INTO recall_stale (mark) VALUES (1);
    END""",
    """
    CREATE TRIGGER recall_changed AFTER UPDATE OF text ON messages BEGIN
        UPDATE recall SET text = new.text WHERE rowid = new.seq;
        INSERT OR IGNORE INTO recall_stale (mark) VALUES (1);
    END""",
)
OFF_SQLITE = (
    "DROP TRIGGER recall_changed",
    "DROP TRIGGER recall_deleted",
    "DROP TABLE recall_stale",
    "DROP TABLE recall",
)
WORDS = "CREATE INDEX ix_messages_words ON messages USING gin (to_tsvector('english', text))"


def upgrade() -> None:
    """Make the table and the index."""
    op.create_table(
        "summaries",
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("claim", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("session", "person", name="pk_summaries"),
        sqlite_with_rowid=False,
    )
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for statement in ON_SQLITE if is_sqlite else (WORDS,):
        op.execute(statement)


def downgrade() -> None:
    """Drop them."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for statement in OFF_SQLITE if is_sqlite else ("DROP INDEX ix_messages_words",):
        op.execute(statement)
    op.drop_table("summaries")

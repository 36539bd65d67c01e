"""messages and files.

Revision ID: 0005
Revises: 0004
"""

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the changes."""


def downgrade() -> None:
    """Take them back."""

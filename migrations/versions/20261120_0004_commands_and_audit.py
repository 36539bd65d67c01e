"""commands and audit.

Revision ID: 0004
Revises: 0003
"""

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the changes."""


def downgrade() -> None:
    """Take them back."""

"""who decides requests.

Revision ID: 0003
Revises: 0002
"""

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the changes."""


def downgrade() -> None:
    """Take them back."""

"""slack installations.

Revision ID: 0006
Revises: 0005
"""

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the changes."""


def downgrade() -> None:
    """Take them back."""

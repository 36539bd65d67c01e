"""An index for the jobs that wait for somebody, so that nobody's many go before others' few.

Revision ID: 0019
Revises: 0018
"""

from alembic import op

revision = "0019"
down_revision = "0018"

NAME = "procrastinate.frontdesk_jobs_waiting_for_person"


def upgrade() -> None:
    """Make the index; SQLite has no jobs."""
    if op.get_bind().dialect.name != "sqlite":
        op.execute(
            f"CREATE INDEX {NAME.partition('.')[2]} ON procrastinate.procrastinate_jobs"
            " ((args->>'person'), priority) WHERE status = 'todo'"
        )


def downgrade() -> None:
    """Drop it."""
    if op.get_bind().dialect.name != "sqlite":
        op.execute(f"DROP INDEX {NAME}")

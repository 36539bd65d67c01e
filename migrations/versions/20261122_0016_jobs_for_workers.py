"""Jobs for workers on Postgres: the tables of Procrastinate, in a schema of their own.

Their text is `migrations/procrastinate_3.10.sql`, the same as in the package. A version of the
package that brings other tables needs a migration of ours that runs its `sql/migrations` in the
schema, what comes before the new code first; a test compares the two.

Revision ID: 0016
Revises: 0015
"""

from pathlib import Path

from alembic import op

revision = "0016"
down_revision = "0015"

TABLES = Path(__file__).parents[1] / "procrastinate_3.10.sql"

# A job whose lock is taken wakes nobody when it is deferred, so the end of the other one must.
LOCK_FREED = (
    """
    CREATE FUNCTION frontdesk_lock_freed() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        waiting record;
    BEGIN
        SELECT id, queue_name INTO waiting FROM procrastinate_jobs
        WHERE lock = OLD.lock AND status = 'todo' ORDER BY priority DESC, id LIMIT 1;
        IF FOUND THEN
            PERFORM pg_notify(
                'procrastinate_queue_v1#' || waiting.queue_name,
                json_build_object('type', 'job_inserted', 'job_id', waiting.id)::text);
        END IF;
        RETURN NULL;
    END;
    $$""",
    """
    CREATE TRIGGER frontdesk_lock_freed_by_change AFTER UPDATE OF status ON procrastinate_jobs
    FOR EACH ROW WHEN (OLD.status = 'doing' AND NEW.status <> 'doing' AND OLD.lock IS NOT NULL)
    EXECUTE FUNCTION frontdesk_lock_freed()""",
    """
    CREATE TRIGGER frontdesk_lock_freed_by_deletion AFTER DELETE ON procrastinate_jobs
    FOR EACH ROW WHEN (OLD.status = 'doing' AND OLD.lock IS NOT NULL)
    EXECUTE FUNCTION frontdesk_lock_freed()""",
    # The package has an index of the locks that are held, and none of those waited for.
    """
    CREATE INDEX frontdesk_jobs_waiting_for_lock ON procrastinate_jobs (lock)
    WHERE status = 'todo'""",
)


def upgrade() -> None:
    """Make the schema, its tables and the trigger; SQLite has no workers of their own."""
    if op.get_bind().dialect.name == "sqlite":
        return
    path = op.get_bind().exec_driver_sql("SHOW search_path").scalar()
    op.execute("CREATE SCHEMA procrastinate")
    op.execute("SET LOCAL search_path TO procrastinate")
    # Without values, the driver takes many statements, and a percent sign for what it is.
    op.get_bind().connection.driver_connection.execute(TABLES.read_text(encoding="utf-8"))
    for statement in LOCK_FREED:
        op.execute(statement)
    op.execute(f"SET LOCAL search_path TO {path}")


def downgrade() -> None:
    """Drop the schema with everything in it."""
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP SCHEMA procrastinate CASCADE")

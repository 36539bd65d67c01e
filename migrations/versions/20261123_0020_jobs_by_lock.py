"""Let jobs be deferred by one statement, and found at once, however many wait.

A plan made while the table was empty, as it mostly is, sorts the whole table for each job and
compares each row with each: seconds where thousands wait. So plans are held to the indexes there
are. One that begins with the lock takes the place of one that began with the id, of which all was
read to find a lock.

Revision ID: 0020
Revises: 0019
"""

from alembic import op

revision = "0020"
down_revision = "0019"

FETCH = "procrastinate.procrastinate_fetch_job_v2(character varying[], bigint)"
LET_WAIT = "procrastinate.frontdesk_let_wait(text, text, text, text)"
BY_INDEX = ("enable_seqscan = off", "enable_bitmapscan = off", "enable_sort = off")
ANEW = "plan_cache_mode = force_custom_plan"
SETTINGS = {FETCH: (*BY_INDEX, ANEW), LET_WAIT: BY_INDEX}

# Who finds that a job waits locks it: workers pass over it until the event can be seen, and are
# told to look again. Jobs whose session is being worked on are not next, however long they waited.
MAKE_LET_WAIT = """
    CREATE FUNCTION procrastinate.frontdesk_let_wait(
        of_session text, of_queue text, of_person text, of_task text
    ) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
        LOOP
            INSERT INTO procrastinate.procrastinate_jobs
                (queue_name, task_name, lock, queueing_lock, args, priority)
            SELECT of_queue, of_task, of_session, of_session,
                jsonb_strip_nulls(
                    jsonb_build_object('session', of_session, 'person', NULLIF(of_person, ''))),
                COALESCE(LEAST(
                    (SELECT priority FROM procrastinate.procrastinate_jobs AS next
                     WHERE status = 'todo' AND queue_name = of_queue AND NOT EXISTS (
                        SELECT 1 FROM procrastinate.procrastinate_jobs
                        WHERE lock = next.lock AND status = 'doing')
                     ORDER BY priority DESC, id LIMIT 1),
                    (SELECT MIN(priority) - 1 FROM procrastinate.procrastinate_jobs
                     WHERE args->>'person' = of_person AND status = 'todo'
                        AND queue_name = of_queue)), 0)
            ON CONFLICT (queueing_lock) WHERE status = 'todo' DO NOTHING;
            IF FOUND THEN
                RETURN;
            END IF;
            PERFORM FROM procrastinate.procrastinate_jobs
                WHERE queueing_lock = of_session AND status = 'todo' FOR UPDATE;
            IF FOUND THEN
                PERFORM pg_notify('procrastinate_queue_v1#' || of_queue,
                    '{"type": "job_inserted", "job_id": 0}');
                RETURN;
            END IF;
        END LOOP;
    END $$"""
FORMER_INDEX = """
    CREATE INDEX procrastinate_jobs_id_lock_idx_v1 ON procrastinate.procrastinate_jobs (id, lock)
    WHERE status IN ('todo', 'doing')"""
INDEX = """
    CREATE INDEX frontdesk_jobs_of_lock ON procrastinate.procrastinate_jobs (lock)
    WHERE status IN ('todo', 'doing')"""


def upgrade() -> None:
    """Say how to plan, and change the index; SQLite has no jobs."""
    if op.get_bind().dialect.name != "sqlite":
        # What locks most goes first: who holds a little, and then wants more, meets a worker who
        # does the same, and each waits for the other.
        op.execute("DROP INDEX procrastinate.procrastinate_jobs_id_lock_idx_v1")
        op.execute(INDEX)
        op.execute(MAKE_LET_WAIT)
        for function, settings in SETTINGS.items():
            for setting in settings:
                op.execute(f"ALTER FUNCTION {function} SET {setting}")


def downgrade() -> None:
    """Take it all back."""
    if op.get_bind().dialect.name != "sqlite":
        op.execute(f"DROP FUNCTION {LET_WAIT}")
        op.execute(f"ALTER FUNCTION {FETCH} RESET ALL")
        op.execute("DROP INDEX procrastinate.frontdesk_jobs_of_lock")
        op.execute(FORMER_INDEX)

"""What waits, counted in SQL; every count goes by an index of what is unfinished."""

from datetime import datetime

from bot.core.ports.figures import Figures
from bot.storage.codec import moment_of
from bot.storage.databases.database import Repository, Sql

WAITING = "SELECT COUNT(*), MIN(received_at) FROM inbox WHERE status = 'waiting'"
# What waits for the turn before it waits for no worker.
JOBS = """
    SELECT COUNT(*), MIN(deferred.at) FROM procrastinate_jobs AS job
    LEFT JOIN procrastinate_events AS deferred
        ON deferred.job_id = job.id AND deferred.type = 'deferred'
    WHERE job.status = 'todo' AND job.args->>'session' IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM procrastinate_jobs WHERE lock = job.lock AND status = 'doing')"""
PARKED = "SELECT COUNT(*) FROM inbox WHERE status = 'parked'"
# A reply is as old as the turn it comes from; that began when its session was used last.
UNSENT = """
    SELECT COUNT(*), MIN(s.updated_at) FROM outbox o LEFT JOIN sessions s ON s.id = o.session
    WHERE o.sent_at IS NULL"""
APPROVALS = """
    SELECT COUNT(*) FROM requests WHERE status = 'pending' AND kind IN ('approval', 'plan')"""


class SqlCounted(Repository):
    """Counts rows."""

    async def figures(self) -> Figures:
        """Count it now."""
        return await self.database.read(_figures)


def _figures(sql: Sql) -> Figures:
    waiting, since = sql.rows(WAITING)[0]
    unsent, unsent_since = sql.rows(UNSENT)[0]
    jobs, jobs_since = _jobs(sql)
    return Figures(
        waiting=waiting,
        waiting_since=moment_of(since),
        jobs=jobs,
        jobs_since=jobs_since,
        parked=sql.rows(PARKED)[0][0],
        unsent=unsent,
        unsent_since=moment_of(unsent_since),
        approvals=sql.rows(APPROVALS)[0][0],
    )


def _jobs(sql: Sql) -> tuple[int, datetime | None]:
    if sql.connection.dialect.name == "sqlite":
        return 0, None
    ((jobs, since),) = sql.rows(JOBS)
    return jobs, since

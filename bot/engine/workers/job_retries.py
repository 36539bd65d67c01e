"""Jobs whose reads and writes outlive an outage of the database.

A worker of Procrastinate ends when it cannot listen or defer, and waits for its jobs: nothing
is given out meanwhile. Here none of that fails; what cannot be done now is done later.

It also forgets a notification that comes while it looks for a job, and none comes for a job that
was deferred in the moment in which another of its lock ended: both would wait to be looked for.
"""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

import structlog
from procrastinate.connector import BaseConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job, JobInserted, Notification, Status
from procrastinate.manager import JobManager, NotificationCallback
from psycopg.errors import RaiseException
from typing_extensions import override

from bot.engine.retries import Pause, backoff_seconds

T = TypeVar("T")

# The package's own, but its commit waits for no disk: if the server falls and forgets it, the job
# waits again. What its turn writes first is waited for, and keeps this as well.
FETCH = """
    SELECT job.* FROM set_config('synchronous_commit', 'off', true),
        procrastinate_fetch_job_v2(%(queues)s::varchar[], %(worker_id)s) AS job"""

OTHERS_ALIVE = """
    SELECT EXISTS (
        SELECT 1 FROM procrastinate_workers
        WHERE last_heartbeat > now() - make_interval(secs => %(seconds)s) AND id <> ALL(%(ours)s)
    ) AS are_alive"""

LOOK: JobInserted = {"type": "job_inserted", "job_id": 0}
LOOK_AGAIN_SECONDS = 0.5
LONGEST_WAIT_SECONDS = 1.0

log = structlog.get_logger(__name__)


class RetryingJobs(JobManager):
    """The jobs of this process; once it is stopping, it no longer waits for the database.

    `workers` are the ids under which it takes jobs.
    """

    def __init__(self, connector: BaseConnector, pause: Pause) -> None:
        super().__init__(connector)
        self._pause = pause
        self._bells = defaultdict[str, _Bell](_Bell)
        self.workers = frozenset[int]()  # never changed: a thread reads it
        self.is_stopping = False

    @override
    async def register_worker(self) -> int:
        worker_id = await super().register_worker()
        self.workers |= {worker_id}
        return worker_id

    async def are_others_alive(self, *, within_seconds: float) -> bool:
        """Say whether a worker of another process gave a sign of life lately."""
        row = await self.connector.execute_query_one_async(
            query=OTHERS_ALIVE, seconds=within_seconds, ours=list(self.workers)
        )
        return bool(row["are_alive"])

    @override
    async def fetch_job(self, queues: Iterable[str] | None, worker_id: int) -> Job | None:
        these = list(queues or ())
        while True:
            rung = self._rung(these)
            job = await self._fetch(these, worker_id)
            if job is not None or self._rung(these) == rung:
                return job

    async def _fetch(self, queues: list[str], worker_id: int) -> Job | None:
        fetch = self.connector.execute_query_one_async
        try:
            row = await fetch(query=FETCH, queues=queues, worker_id=worker_id)
            return None if row["id"] is None else Job.from_row(row)
        except ConnectorException as error:
            if _is_of_a_stranger(error):
                raise
            _report(error)
            await self._pause(LOOK_AGAIN_SECONDS)
            return None

    @override
    async def finish_job(self, job: Job, status: Status, delete_job: bool) -> None:
        finish = super().finish_job
        try:
            await self._insist(lambda: finish(job, status, delete_job))
        except _TakenOver:
            log.info("job_taken_over", lock=job.lock)
        await self._bells[job.queue].ring(channel="", notification=LOOK)

    @override
    async def list_jobs_to_abort_async(self, queue: str | None = None) -> Iterable[int]:
        """Nobody asks for that; what a turn is to leave off, its journal and its halt tell."""
        del queue
        return []

    @override
    async def listen_for_jobs(
        self, *, on_notification: NotificationCallback, queues: Iterable[str] | None = None
    ) -> None:
        listen, (queue,) = super().listen_for_jobs, queues or ("",)
        bell = self._bells[queue]
        bell.answer = on_notification
        await self._insist(lambda: listen(on_notification=bell.ring, queues=[queue]))

    @override
    async def defer_periodic_job(
        self, job: Job, periodic_id: str, defer_timestamp: int
    ) -> int | None:
        defer = super().defer_periodic_job
        return await self._insist(lambda: defer(job, periodic_id, defer_timestamp))

    @override
    async def unregister_worker(self, worker_id: int) -> None:
        self.workers -= {worker_id}
        try:
            await super().unregister_worker(worker_id)
        except ConnectorException as error:
            _report(error)

    def _rung(self, queues: list[str]) -> int:
        return sum(self._bells[queue].count for queue in queues)

    async def _insist(self, call: Callable[[], Awaitable[T]]) -> T:
        for seconds in backoff_seconds(LONGEST_WAIT_SECONDS):
            try:
                return await call()
            except ConnectorException as error:
                if isinstance(error.__cause__, RaiseException):
                    raise _TakenOver from error
                if self.is_stopping:
                    raise
                _report(error)
            await self._pause(seconds)
        raise AssertionError


@dataclass(slots=True)
class _Bell:
    """Rings of a queue are counted, so that none is missed while somebody looks."""

    count: int = 0
    answer: NotificationCallback | None = None

    async def ring(self, *, channel: str, notification: Notification) -> None:
        self.count += 1
        if self.answer is not None:
            await self.answer(channel=channel, notification=notification)


class _TakenOver(Exception):
    """The job is no longer ours to finish."""


def _is_of_a_stranger(error: ConnectorException) -> bool:
    """Say whether the database no longer knows this worker; it must register anew."""
    return getattr(error.__cause__, "sqlstate", None) == "23503"


def _report(error: ConnectorException) -> None:
    log.warning("jobs_away", error=type(error.__cause__ or error).__name__)

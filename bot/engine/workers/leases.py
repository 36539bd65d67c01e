"""Takes over the jobs of workers that give no sign of life any more.

A turn outlives its worker by the fence of its session: whoever was thought dead and is not
writes nothing any more. So judging too early costs work, never a reply.
"""

from collections.abc import Callable

import structlog
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job, Status

from bot.domain.errors import StoreAway
from bot.domain.ids import SessionId
from bot.engine.retries import Pause
from bot.engine.workers.job_retries import RetryingJobs
from bot.storage.databases.transactions import SqlDatabase
from bot.storage.turns.job_queue import CARRY_OUT, JobQueue

LOOK_SECONDS = 0.5
DEAD_AFTER_SECONDS = 3.0

# After an outage everybody has to connect anew before they can give a sign of life.
SURE_AFTER_SECONDS = 2 * DEAD_AFTER_SECONDS

log = structlog.get_logger(__name__)


class Liveness:
    """Looks for jobs of dead workers; `move` notes that the loop we run in does not hang."""

    def __init__(
        self,
        manager: RetryingJobs,
        jobs: JobQueue,
        database: SqlDatabase,
        elapsed: Callable[[], float],
        move: Callable[[], None],
    ) -> None:
        self._manager = manager
        self._jobs = jobs
        self._database = database
        self._elapsed = elapsed
        self._move = move
        self._last_look: float | None = None
        self._sure_from = float("inf")

    async def keep_looking(self, pause: Pause) -> None:
        """Look for ever."""
        while True:
            self._move()
            try:
                await self.look()
            except Exception as error:  # noqa: BLE001 - the next look may fare better
                self._wait_for_signs()
                is_away = isinstance(error, ConnectorException | StoreAway)
                tell = log.warning if is_away else log.error
                tell("not_looked", error=type(error.__cause__ or error).__name__)
            await pause(LOOK_SECONDS)

    async def look(self) -> None:
        """Take over jobs of the dead, once others had the time to give a sign of life."""
        last, began = self._last_look, self._elapsed()
        stalled = await self._manager.get_stalled_jobs(seconds_since_heartbeat=DEAD_AFTER_SECONDS)
        now = self._last_look = self._elapsed()
        if last is None:
            await self._begin()
        elif now - last > DEAD_AFTER_SECONDS:
            # It was we who were frozen, or the look hung, and then nobody could beat.
            self._wait_for_signs()
        elif began > self._sure_from:
            for job in stalled:
                await self._give_out_again(job)

    async def _begin(self) -> None:
        """Wait for one sign of life where others give theirs, else as after an outage."""
        self._wait_for_signs()
        if await self._manager.are_others_alive(within_seconds=DEAD_AFTER_SECONDS):
            self._sure_from = self._elapsed() + DEAD_AFTER_SECONDS

    def _wait_for_signs(self) -> None:
        """Perhaps nobody could give a sign of life: all get the time to do so."""
        self._sure_from = self._elapsed() + SURE_AFTER_SECONDS

    async def _give_out_again(self, job: Job) -> None:
        """Let another job wait in its place; both orders of dying in between lose nothing."""
        if job.task_name == CARRY_OUT:
            await self._jobs.defer(self._database, SessionId(str(job.task_kwargs["session"])))
        await self._manager.finish_job(job, Status.FAILED, delete_job=True)
        log.warning("job_of_dead_worker", job=job.id, worker=job.worker_id, lock=job.lock)

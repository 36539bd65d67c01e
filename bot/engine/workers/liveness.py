"""Signs of life: every process gives its own, and takes over the jobs of those that stopped.

A turn outlives its worker by the fence of its session: whoever was thought dead and is not
writes nothing any more. So judging too early costs work, never a reply.
"""

from collections.abc import Callable

import structlog
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job, Status

from bot.domain.errors import StoreAway
from bot.domain.ids import SessionId
from bot.engine.patience import Pause
from bot.engine.workers.patient_jobs import PatientJobs
from bot.storage.database import Database
from bot.storage.jobs import CARRY_OUT, Jobs

BEAT_SECONDS = 0.75
DEAD_AFTER_SECONDS = 3.0

log = structlog.get_logger()


class Liveness:
    """Beats for the workers of this process, and looks for jobs of dead ones."""

    def __init__(
        self, manager: PatientJobs, jobs: Jobs, database: Database, elapsed: Callable[[], float]
    ) -> None:
        self._manager = manager
        self._jobs = jobs
        self._database = database
        self._elapsed = elapsed
        self._last_beat = elapsed()
        self._sure_since = elapsed()

    async def keep_beating(self, pause: Pause) -> None:
        """Beat and look for ever."""
        while True:
            try:
                await self.beat()
            except (ConnectorException, StoreAway) as error:
                # Perhaps nobody could give a sign of life: all get the time to do so.
                self._sure_since = self._elapsed()
                log.warning("heartbeat_failed", error=type(error.__cause__ or error).__name__)
            except Exception as error:  # noqa: BLE001 - without beats all our jobs would be lost
                log.error("heartbeat_failed", error=type(error).__name__)  # noqa: TRY400 - as it says
            await pause(BEAT_SECONDS)

    async def beat(self) -> None:
        """Give a sign of life; once others had the time to give theirs, look for dead ones."""
        for worker in tuple(self._manager.workers):
            await self._manager.update_heartbeat(worker)
        now = self._elapsed()
        if now - self._last_beat > DEAD_AFTER_SECONDS:
            self._sure_since = now  # it was we who were frozen, or nobody could beat
        self._last_beat = now
        if now - self._sure_since > DEAD_AFTER_SECONDS:
            await self._take_over()

    async def _take_over(self) -> None:
        stalled = await self._manager.get_stalled_jobs(seconds_since_heartbeat=DEAD_AFTER_SECONDS)
        for job in stalled:
            await self._give_out_again(job)

    async def _give_out_again(self, job: Job) -> None:
        """Let another job wait in its place; both orders of dying in between lose nothing."""
        if job.task_name == CARRY_OUT:
            await self._jobs.defer(self._database, SessionId(str(job.task_kwargs["session"])))
        await self._manager.finish_job(job, Status.FAILED, delete_job=True)
        log.warning("job_of_dead_worker", job=job.id, worker=job.worker_id, lock=job.lock)

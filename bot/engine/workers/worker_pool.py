"""The dispatcher for many processes: jobs on Postgres, given out by Procrastinate."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import structlog
from procrastinate import App
from procrastinate.jobs import DeleteJobCondition
from pydantic import JsonValue
from sqlalchemy import URL
from typing_extensions import override

from bot.domain.errors import StoreAway
from bot.domain.ids import SessionId
from bot.engine.concurrency_limit import MOST
from bot.engine.dispatcher import STOP_SECONDS, Chore, Dispatcher, Run
from bot.engine.retries import Pause, cancel_tasks
from bot.engine.workers.connection_pool import connector
from bot.engine.workers.heartbeat import Heart
from bot.engine.workers.job_retries import RetryingJobs
from bot.engine.workers.leases import Liveness
from bot.storage.databases.transactions import SqlDatabase
from bot.storage.turns.job_queue import (
    CARRY_OUT,
    JobQueue,
    sessions_without_job,
    sessions_without_waiting_job,
)

# More sessions than turns that run: what waits for a slow platform holds up no other session.
SESSIONS_PER_TURN = 2
FEWEST_SESSIONS = 64
CHORES_AT_ONCE = 4
CHORES = "chores"
FIND_SECONDS = 5
POLL_SECONDS = 1.0
AGAIN_SECONDS = 1.0

# Who stops while the database is away has nobody to hand on to: others find what is left.
HASTE_SECONDS = 1.0

# Long after it was judged dead; only its row is left by then.
FORGOTTEN_AFTER_SECONDS = 3600.0
NEVER_SECONDS = 86_400.0

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """Where jobs are kept, what is needed to work on them, and on how many at a time."""

    url: URL
    database: SqlDatabase
    jobs: JobQueue
    elapsed: Callable[[], float]
    pause: Pause = asyncio.sleep
    turns_at_once: int = MOST


class JobDispatcher(Dispatcher):
    """Leaves all work to workers elsewhere; for processes that only take events in."""

    def __init__(self, hall: WorkerSetup) -> None:
        self._hall = hall
        self._noted: dict[SessionId, None] = {}
        self._deferring: asyncio.Task[None] | None = None

    @override
    def wake(self, session: SessionId) -> None:
        self._noted[session] = None
        if self._deferring is None or self._deferring.done():
            self._deferring = asyncio.create_task(self._defer_noted())

    @override
    def accepted(self, session: SessionId) -> None:
        """Its job was committed with the event."""

    @override
    def take_over(self, chores: Sequence[Chore]) -> bool:
        del chores  # the workers do them
        return True

    @override
    async def start(self) -> None:
        """Nothing is given out here."""

    @override
    async def stop(self) -> None:
        if self._deferring is not None:
            await asyncio.gather(self._deferring, return_exceptions=True)

    async def _defer_noted(self) -> None:
        """Defer what is missing: where much waits, a sweep notes every session of it."""
        while self._noted:
            noted = list(self._noted)
            self._noted.clear()
            try:
                idle = await sessions_without_waiting_job(self._hall.database, noted)
            except StoreAway as error:
                log.warning("jobs_not_deferred", sessions=len(noted), error=str(error))
                return
            for session in idle:
                await self._defer(session)

    async def _defer(self, session: SessionId) -> None:
        """Let a job wait; a session that gets none is found by a chore."""
        try:
            await self._hall.jobs.defer(self._hall.database, session)
        except StoreAway as error:
            log.warning("job_not_deferred", session=session, error=str(error))


class WorkerPool(JobDispatcher):
    """Works on sessions, in this process and beside others; one worker per platform.

    A platform that is down fills its own worker with what waits for it, and no other.
    """

    def __init__(
        self,
        hall: WorkerSetup,
        run: Run,
        platforms: Sequence[str],
        *,
        stop_seconds: float = STOP_SECONDS,
    ) -> None:
        super().__init__(hall)
        self._run = run
        self._platforms = platforms
        self._stop_seconds = stop_seconds
        self._connector = connector(hall.url)
        self._manager = RetryingJobs(self._connector, hall.pause)
        self._heart = Heart(hall.url, lambda: self._manager.workers, hall.elapsed)
        kept = (self._manager, hall.jobs, hall.database)
        self._liveness = Liveness(*kept, hall.elapsed, self._heart.move)
        self._turns, self._chores = self._app(), self._app()
        self._turns.task(name=CARRY_OUT)(self._carry_out)
        self._working: list[asyncio.Task[None]] = []
        self._looking: asyncio.Task[None] | None = None

    @override
    def take_over(self, chores: Sequence[Chore]) -> bool:
        for chore in (*chores, Chore("find", FIND_SECONDS, self._find)):
            self._take_over(chore)
        return True

    @override
    async def start(self) -> None:
        await self._connector.open_async()
        self._heart.start()
        self._looking = asyncio.create_task(self._liveness.keep_looking(self._hall.pause))
        at_once = max(FEWEST_SESSIONS, SESSIONS_PER_TURN * self._hall.turns_at_once)
        for platform in self._platforms:
            self._begin(self._turns, platform, at_once)
        self._begin(self._chores, CHORES, CHORES_AT_ONCE)

    @override
    async def stop(self) -> None:
        self._manager.is_stopping = True
        self._connector.pool.timeout = HASTE_SECONDS
        for working in self._working:
            working.cancel()  # it takes no more jobs, and waits for those that run
        await asyncio.gather(*self._working, return_exceptions=True)
        if self._looking is not None:
            await cancel_tasks(self._looking)
            await self._heart.stop()
        await super().stop()
        await self._connector.close_async()

    def _app(self) -> App:
        app = App(connector=self._connector)
        app.job_manager = self._manager
        return app

    def _begin(self, app: App, queue: str, at_once: int) -> None:
        self._working.append(asyncio.create_task(self._keep_working(app, queue, at_once)))

    async def _keep_working(self, app: App, queue: str, at_once: int) -> None:
        """Work for ever; a worker that gave up begins anew."""
        while not self._manager.is_stopping:
            try:
                await app.run_worker_async(
                    queues=[queue],
                    name=queue,
                    concurrency=at_once,
                    fetch_job_polling_interval=POLL_SECONDS,
                    abort_job_polling_interval=NEVER_SECONDS,
                    shutdown_graceful_timeout=self._stop_seconds,
                    delete_jobs=DeleteJobCondition.ALWAYS,
                    install_signal_handlers=False,
                    update_heartbeat_interval=NEVER_SECONDS,  # the heart does, to the last
                    stalled_worker_timeout=FORGOTTEN_AFTER_SECONDS,
                )
            except Exception as error:  # noqa: BLE001 - whatever it is, there must be a worker
                log.warning("worker_gave_up", queue=queue, error=type(error).__name__)
            await self._hall.pause(AGAIN_SECONDS)

    async def _carry_out(self, session: str, **rest: JsonValue) -> None:
        """Do what a job is for; one that is cut off leaves another in its place.

        What else it says was for those who chose it, or is for a later version of us.
        """
        del rest
        try:
            await self._run(SessionId(session))
        except asyncio.CancelledError:
            await self._defer(SessionId(session))
            raise
        except Exception as error:  # noqa: BLE001 - a chore finds the session again
            log.error("session_failed", session=session, error=type(error).__name__)  # noqa: TRY400 - a trace may quote what was said

    async def _find(self) -> None:
        """Let jobs wait for sessions that have work and none."""
        try:
            found = await sessions_without_job(self._hall.database, self._platforms)
        except StoreAway as error:
            log.warning("find_postponed", error=str(error))
            return
        for session in found:
            log.warning("session_without_job", session=session)
            await self._defer(session)

    def _take_over(self, chore: Chore) -> None:
        async def _do(timestamp: int) -> None:
            del timestamp
            await chore.do()

        lock = f"{CHORES}/{chore.name}"
        task = self._chores.task(
            name=f"frontdesk.{chore.name}", queue=CHORES, lock=lock, queueing_lock=lock
        )(_do)
        self._chores.periodic(cron=f"* * * * * */{chore.every_seconds}")(task)

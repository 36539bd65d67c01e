"""Chooses who carries out turns: this process alone, or workers on any number of machines.

SQLite     run            doors and turns, all in this process
Postgres   run            doors and turns; others may do the same beside it
           run --only …   doors: what comes in is kept, and left to workers
           worker         turns, and everything that goes out
"""

from collections.abc import Callable, Collection
from enum import Enum
from typing import TYPE_CHECKING

from bot.bootstrap.application import App
from bot.domain.errors import PlatformFailed
from bot.domain.ids import SessionId
from bot.engine.dispatcher import Dispatcher, InProcessDispatcher, Run
from bot.engine.engine import Engine
from bot.platforms.http.pubsub import Hub, Told, read, written
from bot.settings import Settings
from bot.storage.databases.transactions import database_url

if TYPE_CHECKING:
    from bot.engine.workers.pubsub import EventListener, Hear, Publisher
    from bot.storage.turns.job_queue import JobStatus

POSTGRES = "postgresql"


class ProcessRole(Enum):
    """What of the bot a process is."""

    WHOLE = "whole"
    DOORS = "doors"
    WORKER = "worker"


class NoWorkersHere(PlatformFailed):
    """Workers of their own were asked for, and the database cannot tell them of work."""

    def __init__(self) -> None:
        super().__init__(
            "Workers of their own need Postgres: set DATABASE_URL to postgres://… With SQLite, "
            "“frontdesk run” does everything in one process."
        )


def part_of(settings: Settings, only: str) -> ProcessRole:
    """What `frontdesk run` is: with Postgres, doors alone leave the work to workers."""
    return ProcessRole.DOORS if only and settings.database == POSTGRES else ProcessRole.WHOLE


def dispatching(
    app: App, part: ProcessRole, platforms: Collection[str]
) -> Callable[[Run], Dispatcher]:
    """Make the dispatcher of a part, to be given the runner of turns.

    Raises:
        NoWorkersHere: the part needs Postgres.
    """
    jobs = app.ports.jobs
    if jobs is None:
        if part is not ProcessRole.WHOLE:
            raise NoWorkersHere
        return InProcessDispatcher
    from bot.engine.workers.worker_pool import (  # noqa: PLC0415 - comes with an extra
        JobDispatcher,
        WorkerPool,
        WorkerSetup,
    )

    ports, url = app.ports, database_url(app.settings.database_address)
    at_once = app.ports.turns_at_once
    hall = WorkerSetup(url, ports.database, jobs, ports.clock.elapsed, ports.pause, at_once)
    if part is ProcessRole.DOORS:
        return lambda _run: JobDispatcher(hall)
    return lambda run: WorkerPool(hall, run, tuple(platforms))


def ears_of(app: App, part: ProcessRole, engine: Engine, hub: Hub) -> "EventListener | None":
    """What hears from other processes; nothing, where there are none."""
    if app.ports.jobs is None:
        return None
    from bot.engine.workers.pubsub import EventListener  # noqa: PLC0415 - as above
    from bot.storage.turns.job_queue import EVENTS, TOLD  # noqa: PLC0415 - as above

    async def _told(session: SessionId, sealed: str) -> None:
        hub.hear(session, read(sealed, app.ports.cipher))

    every: dict[str, Hear] = {EVENTS: engine.hear, TOLD: _told}
    # Doors have no turns that might want to know, workers nobody who listens.
    not_for = {ProcessRole.DOORS: EVENTS, ProcessRole.WORKER: TOLD}.get(part)
    hear = {channel: take for channel, take in every.items() if channel != not_for}
    url = database_url(app.settings.database_address)
    return EventListener(url, app.ports.jobs.origin, hear, app.ports.pause)


def relaying(app: App, part: ProcessRole, hub: Hub) -> "Publisher | None":
    """What passes on what is said in passing during turns to the doors where people listen."""
    if app.ports.jobs is None or part is ProcessRole.DOORS:
        return None
    from bot.engine.workers.pubsub import Publisher  # noqa: PLC0415 - as above

    relay = Publisher(app.ports.database, app.ports.jobs)

    def _pass_on(session: SessionId, told: Told) -> None:
        relay.send(session, written(told, app.ports.cipher))

    hub.relay = _pass_on
    return relay


async def standing_of(app: App) -> "JobStatus | None":
    """How workers and their jobs stand; None where there are none, for one process does it all.

    Raises:
        StoreAway: the database does not answer.
    """
    if app.ports.jobs is None:
        return None
    from bot.storage.turns.job_queue import look_at_jobs  # noqa: PLC0415 - as above

    return await look_at_jobs(app.ports.database)

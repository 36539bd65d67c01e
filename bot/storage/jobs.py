"""Jobs on Postgres: a waiting one says that a session has work, and comes with what makes it.

    inbox row ─┐ one commit
    job: todo ─┘──▶ doing (a worker drains the session's inbox) ──▶ deleted
         ▲             │ its worker stopped, or died
         └─────────────┘ another job is deferred, then this one is deleted

At most one job of a session waits (its queueing lock) and at most one runs (its lock). What
comes while one runs is mostly done by it; the job that waits then finds nothing to do.

Everybody gets a turn before anybody gets a second one: somebody's first job stands beside the
one that is next (the highest priority), each further one a step behind their last.

    ann ▸ 0, -1, -2, -3 …    workers are at -2 when ben comes ▸ -2, -3 …
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import psycopg
from procrastinate import App, SyncPsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from typing_extensions import override

from bot.domain.ids import SessionId, TurnId
from bot.domain.messages import Incoming, Thread
from bot.storage.announcing import Announcing
from bot.storage.database import Database, Sql

CARRY_OUT = "frontdesk.carry_out"
"""The task of a job: carry out all unfinished events of a session."""

EVENTS = "frontdesk_events"
"""The channel on which workers hear of events that came in while a turn may be running."""

TOLD = "frontdesk_told"
"""The channel on which doors hear what workers say that is kept nowhere."""

MOST_AT_ONCE = 500

# Locks the job that waits, if one does: workers pass over it until our row can be seen.
PLACE = "procrastinate.frontdesk_place(:session, :queue, :person)"
WORK = f"SELECT waiting, place FROM {PLACE}"  # noqa: S608 - no value
EVENT = f"SELECT waiting, place, pg_notify(:channel, :told) FROM {PLACE}"  # noqa: S608 - no value
RING = "SELECT pg_notify('procrastinate_queue_v1#' || :queue, :told)"
TELL = "SELECT pg_notify(:channel, one) FROM unnest(CAST(:told AS TEXT[])) AS one"
# With an offset each session is looked up: joined to all jobs, on too small an estimate of how
# many these are, every session is compared with every job.
WITHOUT_JOB = f"""
    SELECT session FROM inbox WHERE status = 'waiting'
        AND split_part(session, '/', 1) = ANY(:platforms) AND NOT EXISTS (
        SELECT 1 FROM procrastinate_jobs
        WHERE lock = inbox.session AND status IN ('todo', 'doing') OFFSET 0)
    GROUP BY session ORDER BY MIN(seq) LIMIT {MOST_AT_ONCE}"""  # noqa: S608 - a number
WITHOUT_WAITING = """
    SELECT one FROM unnest(CAST(:sessions AS TEXT[])) AS one WHERE NOT EXISTS (
        SELECT 1 FROM procrastinate_jobs WHERE queueing_lock = one AND status = 'todo' OFFSET 0)"""
HAS_TABLES = "SELECT to_regclass('procrastinate_jobs') IS NOT NULL"
STANDING = """
    SELECT EXISTS (
        SELECT 1 FROM procrastinate_workers
        WHERE last_heartbeat > now() - make_interval(secs => :seconds)),
        (SELECT COUNT(*) FROM procrastinate_jobs WHERE status = 'todo')"""

# Several times what lets others take over: one that is slow is no reason to call somebody.
ALIVE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Standing:
    """How workers and their jobs stand; `waiting` counts the jobs nobody has begun."""

    has_tables: bool
    has_workers: bool = False
    waiting: int = 0


@dataclass(frozen=True)
class Jobs(Announcing):
    """Defers jobs in open transactions, for the platforms that workers serve.

    `origin` tells the processes apart that hear of events.
    """

    platforms: Collection[str]
    origin: str = ""

    @override
    def work(self, sql: Sql, session: SessionId, person: str = "") -> None:
        """Let a job wait for a session, unless one does already."""
        job = _Job(session, Thread.of(session).platform, person)
        if job.queue in self.platforms:
            _let_wait(sql, job, sql.rows(WORK, **asdict(job))[0])

    @override
    def event(self, sql: Sql, turn: TurnId, incoming: Incoming) -> None:
        thread = incoming.thread
        job = _Job(thread.session, thread.platform, incoming.person.key)
        if job.queue in self.platforms:
            told = json.dumps([self.origin, job.session, turn])
            _let_wait(sql, job, sql.rows(EVENT, **asdict(job), channel=EVENTS, told=told)[0])

    async def tell(self, database: Database, told: Sequence[str]) -> None:
        """Tell the doors of other processes something, each in at most 7,000 bytes.

        Raises:
            StoreAway: the database does not answer.
        """
        every = list(told)
        await database.note(lambda sql: sql.rows(TELL, channel=TOLD, told=every))

    async def defer(self, database: Database, session: SessionId) -> None:
        """Let a job wait for a session, in a transaction of its own.

        Raises:
            StoreAway: the database does not answer.
        """
        await database.write(lambda sql: self.work(sql, session))


@dataclass(frozen=True, slots=True)
class _Job:
    """A job to be; nobody's, if that does not matter any more: it then is the next one."""

    session: SessionId
    queue: str
    person: str


class _DeferredMeanwhile(psycopg.errors.SerializationFailure):
    """Somebody else let a job wait in the same moment; run again, we find theirs."""


async def sessions_without_job(database: Database, platforms: Collection[str]) -> list[SessionId]:
    """List sessions of some platforms with unfinished events that no job is for."""
    these = list(platforms)
    rows = await database.read(lambda sql: sql.rows(WITHOUT_JOB, platforms=these))
    return [SessionId(session) for (session,) in rows]


async def sessions_without_waiting_job(
    database: Database, sessions: Sequence[SessionId]
) -> list[SessionId]:
    """Choose those of some sessions for which no job waits; what is for them may be running.

    Raises:
        StoreAway: the database does not answer.
    """
    these = list(sessions)
    rows = await database.read(lambda sql: sql.rows(WITHOUT_WAITING, sessions=these))
    return [SessionId(session) for (session,) in rows]


async def standing(database: Database) -> Standing:
    """Look how workers and their jobs stand.

    Raises:
        StoreAway: the database does not answer.
    """
    return await database.read(_standing)


def _standing(sql: Sql) -> Standing:
    if sql.rows(HAS_TABLES) != [(True,)]:
        return Standing(has_tables=False)
    ((has_workers, waiting),) = sql.rows(STANDING, seconds=ALIVE_SECONDS)
    return Standing(has_tables=True, has_workers=has_workers, waiting=waiting)


def _let_wait(sql: Sql, job: _Job, found: tuple[Any, ...]) -> None:
    """Defer a job, of the priority that was found; or ring for the one that waits."""
    waiting, priority, *_told = found
    if waiting is not None:
        # Workers that passed over it while we held it have to look again.
        rung = json.dumps({"type": "job_inserted", "job_id": 0})
        sql.rows(RING, queue=job.queue, told=rung)
    else:
        _defer(sql, job, priority)


def _defer(sql: Sql, job: _Job, priority: int) -> None:
    task = _app().configure_task(
        CARRY_OUT,
        lock=job.session,
        queueing_lock=job.session,
        queue=job.queue,
        priority=priority,
        connection=sql.connection.connection.driver_connection,
    )
    whose = {"person": job.person} if job.person else {}
    try:
        task.defer(session=job.session, **whose)
    except AlreadyEnqueued as error:
        raise _DeferredMeanwhile from error
    except ConnectorException as error:
        raise (error.__cause__ or error) from error


@cache
def _app() -> App:
    """Only for deferring: every call brings its connection along, so that it opens none."""
    return App(connector=SyncPsycopgConnector())

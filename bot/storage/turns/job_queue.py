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
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass

from bot.domain.ids import SessionId, TurnId
from bot.domain.messages import Incoming, Thread
from bot.storage.databases.transactions import SqlDatabase, SqlTransaction

CARRY_OUT = "frontdesk.carry_out"
"""The task of a job: carry out all unfinished events of a session."""

EVENTS = "frontdesk_events"
"""The channel on which workers hear of events that came in while a turn may be running."""

TOLD = "frontdesk_told"
"""The channel on which doors hear what workers say that is kept nowhere."""

MOST_AT_ONCE = 500

# A job that waits already is locked until our row can be seen, and workers told to look again.
LET_WAIT = "procrastinate.frontdesk_let_wait(:session, :queue, :person, :task)"
WORK = f"SELECT {LET_WAIT}"
EVENT = f"{LET_WAIT}, pg_notify(:channel, :told)"
TELL = "SELECT pg_notify(:channel, one) FROM unnest(CAST(:told AS TEXT[])) AS one"
# Plans made while nothing waits, and kept, compare each session with each job once thousands do;
# so do those on too small an estimate, unless an offset forbids to join.
PLAN_ANEW = "SET LOCAL plan_cache_mode = force_custom_plan"
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
class JobStatus:
    """How workers and their jobs stand; `waiting` counts the jobs nobody has begun."""

    has_tables: bool
    has_workers: bool = False
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class JobNotification:
    """What tells workers of an event: a SELECT of these columns, with these values."""

    columns: str
    values: Mapping[str, str]


@dataclass(frozen=True)
class JobQueue:
    """Defers jobs in open transactions, for the platforms that workers serve: none at first.

    `origin` tells the processes apart that hear of events. What was told counts once the
    transaction is committed.
    """

    platforms: Collection[str] = ()
    origin: str = ""

    def work(self, sql: SqlTransaction, session: SessionId, person: str = "") -> None:
        """Let a job wait for a session, unless one does already."""
        job = _Job(session, Thread.of(session).platform, person)
        if job.queue in self.platforms:
            sql.rows(WORK, **asdict(job))

    def event(self, turn: TurnId, incoming: Incoming) -> JobNotification | None:
        """Let a job carry out an event, and the running turn of its session know of it.

        It is told by the statement that keeps the event; None where whoever keeps it does it.
        """
        thread = incoming.thread
        if thread.platform not in self.platforms:
            return None
        job = _Job(thread.session, thread.platform, incoming.person.key)
        told = json.dumps([self.origin, job.session, turn])
        return JobNotification(EVENT, {**asdict(job), "channel": EVENTS, "told": told})

    async def tell(self, database: SqlDatabase, told: Sequence[str]) -> None:
        """Tell the doors of other processes something, each in at most 7,000 bytes.

        Raises:
            StoreAway: the database does not answer.
        """
        every = list(told)
        await database.note(lambda sql: sql.rows(TELL, channel=TOLD, told=every))

    async def defer(self, database: SqlDatabase, session: SessionId) -> None:
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
    task: str = CARRY_OUT


async def sessions_without_job(
    database: SqlDatabase, platforms: Collection[str]
) -> list[SessionId]:
    """List sessions of some platforms with unfinished events that no job is for."""
    these = list(platforms)
    return await database.write(lambda sql: _sessions(sql, WITHOUT_JOB, platforms=these))


async def sessions_without_waiting_job(
    database: SqlDatabase, sessions: Sequence[SessionId]
) -> list[SessionId]:
    """Choose those of some sessions for which no job waits; what is for them may be running.

    Raises:
        StoreAway: the database does not answer.
    """
    these = list[str](sessions)
    return await database.write(lambda sql: _sessions(sql, WITHOUT_WAITING, sessions=these))


async def look_at_jobs(database: SqlDatabase) -> JobStatus:
    """Look how workers and their jobs stand.

    Raises:
        StoreAway: the database does not answer.
    """
    return await database.read(_job_status)


def _sessions(sql: SqlTransaction, statement: str, **values: list[str]) -> list[SessionId]:
    sql.change(PLAN_ANEW)
    return [SessionId(session) for (session,) in sql.rows(statement, **values)]


def _job_status(sql: SqlTransaction) -> JobStatus:
    if sql.rows(HAS_TABLES) != [(True,)]:
        return JobStatus(has_tables=False)
    ((has_workers, waiting),) = sql.rows(STANDING, seconds=ALIVE_SECONDS)
    return JobStatus(has_tables=True, has_workers=has_workers, waiting=waiting)

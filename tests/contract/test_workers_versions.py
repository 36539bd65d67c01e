"""Workers of one version get along with what another says."""

import asyncio

import psycopg
import pytest

from bot.engine.workers.pubsub import EventListener
from bot.engine.workers.worker_pool import WorkerSetup
from bot.storage.turns.job_queue import TOLD
from tests.contract.test_jobs import connected
from tests.contract.test_workers import Desk, hall, store, thread, until_listening, working
from tests.fakes.events import a_message
from tests.fakes.opened import Store

__all__ = ["hall", "store"]

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(120), pytest.mark.proves("R21")]

SAYS_MORE = """UPDATE procrastinate_jobs SET args = args || '{"later": 1}'"""


async def test_a_job_that_says_more_than_is_known_is_done(
    migrated_postgres: str, hall: WorkerSetup, store: Store
):
    await store.inbox.accept(a_message("1", thread=thread("s1")))
    with connected(migrated_postgres) as connection:
        connection.execute(SAYS_MORE)
    desk = Desk(store)

    async with working(hall, desk.named("one")):  # nobody looks for sessions without a job
        await desk.until(lambda: desk.by.total() == 1)


async def test_what_is_not_understood_makes_nobody_deaf(migrated_postgres: str, hall: WorkerSetup):
    heard = asyncio.Queue[str]()

    async def hear(word: str) -> None:
        heard.put_nowait(word)

    ears = EventListener(hall.url, "the doors", {TOLD: hear}, asyncio.sleep)
    ears.start()
    await until_listening(migrated_postgres, TOLD)

    with psycopg.connect(migrated_postgres, autocommit=True) as connection:
        for told in ("no list", '["another", "two", "words"]', '["another", "hello"]'):
            connection.execute("SELECT pg_notify(%s, %s)", (TOLD, told))

    assert await heard.get() == "hello"
    await ears.stop()

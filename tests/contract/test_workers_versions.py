"""Workers of one version get along with jobs of another."""

import pytest

from bot.engine.workers.dispatcher import Hall
from bot.storage.store import Store
from tests.contract.test_jobs import connected
from tests.contract.test_workers import Desk, hall, store, thread, working
from tests.fakes.events import a_message

__all__ = ["hall", "store"]

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(120), pytest.mark.proves("R21")]

SAYS_MORE = """UPDATE procrastinate_jobs SET args = args || '{"later": 1}'"""


async def test_a_job_that_says_more_than_is_known_is_done(
    migrated_postgres: str, hall: Hall, store: Store
):
    await store.inbox.accept(a_message("1", thread=thread("s1")))
    with connected(migrated_postgres) as connection:
        connection.execute(SAYS_MORE)
    desk = Desk(store)

    async with working(hall, desk.named("one")):  # nobody looks for sessions without a job
        await desk.until(lambda: desk.by.total() == 1)

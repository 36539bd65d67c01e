"""Processes that start at the same moment on one new database."""

import psycopg
import pytest

from agents.kit import Agent
from agents.kit.ports.records import Rows
from bot.bootstrap.application import fill_in_demos
from bot.core.ports.environment import Cipher
from tests.contract.ledger import LEDGER
from tests.fakes.opened import open_store
from tests.fakes.world import FakeClock, FakeIds

THEIRS, OURS = 1, 2


@pytest.mark.postgres
async def test_rows_that_another_process_filled_in_meanwhile_are_left_as_they_are(
    migrated_postgres: str, cipher: Cipher, clock: FakeClock
):
    store = open_store(migrated_postgres, cipher, clock, FakeIds())

    def demo(rows: Rows) -> None:
        if not rows.find(LEDGER, name="a"):
            with psycopg.connect(migrated_postgres) as another:
                statement = "INSERT INTO ledger (name, minor, open) VALUES ('a', %s, true)"
                another.execute(statement, [THEIRS])
            rows.add(LEDGER, name="a", minor=OURS, open=True)

    await fill_in_demos([Agent(name="teller", description="Tells.", demo=demo)], store.records)

    (row,) = await store.records.transact(lambda rows: rows.find(LEDGER))
    assert row["minor"] == THEIRS
    await store.database.close()

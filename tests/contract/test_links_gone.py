"""What stays of links when a workspace leaves, somebody is forgotten, or time goes by: nothing."""

from datetime import timedelta

import pytest

from agents.kit import Person
from bot.domain.ids import SessionId
from bot.domain.operations import Forgotten
from bot.storage.databases.transactions import SqlDatabase
from bot.storage.memory.erasure import SqlDepartures, erase_person
from tests.contract.linking import ANN, ANNS_KEY, EVE, Linking
from tests.fakes.opened import Store
from tests.fakes.world import NOON


async def rows_about(database: SqlDatabase, workspace: str) -> int:
    """How many rows of links speak of a workspace."""
    tables = ("link_offers", "link_members", "link_attempts")
    reads = [f"SELECT * FROM {table}" for table in tables]  # noqa: S608 - our own names
    found = await database.read(lambda sql: [row for read in reads for row in sql.rows(read)])
    return sum(workspace in str(row) for row in found)


@pytest.mark.proves("R27")
@pytest.mark.parametrize("maker", [ANN, ANNS_KEY], ids=["made there", "redeemed there"])
async def test_of_a_workspace_that_left_no_link_stays(store: Store, maker: Person):
    linking = Linking(store.links, store.operations)
    await linking.link(maker, ANNS_KEY if maker == ANN else ANN)
    await linking.fault("AAAAA-AAAAA-AAAAA-AAAAA", ANN)
    assert await rows_about(store.database, "slack/T1")

    await SqlDepartures(store.database).leave("slack", "T1", NOON)
    await store.purge(NOON + timedelta(days=1))

    assert await rows_about(store.database, "slack/T1") == 0
    assert await linking.linked(ANNS_KEY) == set()
    assert await rows_about(store.database, "http/main")


@pytest.mark.parametrize("maker", [ANN, ANNS_KEY], ids=["made it", "redeemed it"])
async def test_of_somebody_forgotten_no_link_stays(store: Store, maker: Person):
    linking = Linking(store.links, store.operations)
    await linking.link(maker, ANNS_KEY if maker == ANN else ANN)
    await linking.fault("AAAAA-AAAAA-AAAAA-AAAAA", ANN)

    forgotten = Forgotten(SessionId("slack/T1/C1/1"), ANN)
    await store.database.write(lambda sql: erase_person(sql, forgotten))

    assert await rows_about(store.database, "slack/T1") == 0
    assert await linking.linked(ANNS_KEY) == set()


@pytest.mark.proves("R8")
async def test_old_codes_and_tries_are_tidied_away(store: Store):
    linking = Linking(store.links, store.operations)
    await linking.code()
    await linking.fault("AAAAA-AAAAA-AAAAA-AAAAA", EVE)

    await store.upkeep.forget(NOON + timedelta(minutes=5))
    assert await rows_about(store.database, "slack/T1") == 1

    await store.upkeep.forget(NOON + timedelta(minutes=11))
    assert await rows_about(store.database, "slack/T1") == 0
    assert await rows_about(store.database, "http/main/eve") == 0

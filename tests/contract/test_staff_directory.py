"""The staff database's own questions, asked of every kind of database."""

import pytest

from agents.employees.agent import DEPARTMENTS, EMPLOYEES, READY, STAFF, seed_staff
from agents.kit.ports.sql import Sql
from bot.storage.databases.transactions import database_url
from bot.storage.migrations import create_tables
from bot.tools.sql_sqlite import Questions
from tests.contract.conftest import ON_POSTGRES
from tests.contract.staff import ANA
from tests.fakes.opened import open_store
from tests.fakes.sql import MemorySql
from tests.fakes.store.agent_tables import MemoryRecords
from tests.fakes.world import FakeClock, FakeIds, ReversingCipher


@pytest.fixture(params=["memory", "sqlite", ON_POSTGRES])
async def sql(request: pytest.FixtureRequest) -> Sql:
    if request.param == "memory":
        records = MemoryRecords()
        await records.transact(seed_staff)
        return MemorySql(records)
    address: str = request.getfixturevalue(f"{request.param}_address")
    create_tables(address, [STAFF, DEPARTMENTS])
    store = open_store(address, ReversingCipher(), FakeClock(), FakeIds())
    await store.records.transact(seed_staff)
    await store.database.close()
    return Questions(database_url(address))


async def test_every_ready_question_has_an_answer(sql: Sql):
    found = {about: await sql.ask(EMPLOYEES, ANA, query) for about, query in READY.items()}

    assert {about: len(answer.rows) for about, answer in found.items()} == {
        "headcount": 1,
        "headcount by department": 3,
        "headcount by city": 3,
        "heads of departments": 3,
        "newest employees": 3,
        "longest here": 3,
        "everybody": 10,
    }
    assert found["headcount"].rows == ((10,),)
    assert found["newest employees"].rows[0] == ("Kate Jones", "sales assistant", "2024-10-01")

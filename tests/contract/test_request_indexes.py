"""What is asked of all there are, on turns and by every sweep, is found by an index."""

import pytest

from bot.storage import maintenance
from bot.storage.turns import admin
from tests.fakes.opened import Store

STATEMENTS = {
    "overdue": (maintenance.OVERDUE, {"now": "2026"}),
    "to be reminded of": (maintenance.REMINDABLE, {"now": "2026"}),
    "to go on to others": (maintenance.ESCALATABLE, {"now": "2026"}),
    "used in a workspace": (admin.TOGETHER, {"workspace": "slack/T1", "day": "2026-11-20"}),
}


@pytest.mark.parametrize("what", STATEMENTS)
@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
async def test_no_table_is_read_as_a_whole(store: Store, what: str):
    statement, values = STATEMENTS[what]

    plan = await store.database.read(
        lambda sql: sql.rows(f"EXPLAIN QUERY PLAN {statement}", **values)
    )

    steps = [str(row[-1]) for row in plan]
    assert any("USING INDEX" in step for step in steps)
    assert [step for step in steps if step.startswith("SCAN")] == []

"""What plans cost a database: one statement each to write, one for a list, however long."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.core.ports.environment import Cipher
from bot.domain.ids import AgentMessageId, PlanId
from bot.domain.plans import transitions
from bot.domain.plans.plan import Plan
from bot.storage.turns.journal import SqlTurns
from bot.storage.turns.plans import ADD, TELL, SqlPlans, write_message, write_plan
from tests.contract.counting import CountingDatabase
from tests.fakes.events import ANA, SESSION, a_message, a_reply, the_ending
from tests.fakes.opened import Store
from tests.fakes.plans import LATER, a_message_of, a_plan_with
from tests.fakes.world import NOON, FakeClock

MANY = 1_000


@pytest.fixture
def counted(store: Store) -> CountingDatabase:
    return CountingDatabase(store.database)


def many_plans(count: int) -> list[Plan]:
    six = a_plan_with("completed", "running", "approved", "awaiting", "planned", "rejected")
    return [
        replace(six, id=PlanId(f"p{n:04}"), created_at=NOON + timedelta(seconds=n), kept_version=1)
        for n in range(count)
    ]


async def planted(store: Store, count: int) -> list[Plan]:
    """Plans of six steps, with a message each, newest first."""
    plans = many_plans(count)
    said = [write_message(replace(a_message_of(p), id=AgentMessageId(p.id))) for p in plans]
    await store.database.write(lambda sql: sql.change_each(ADD, map(write_plan, plans)))
    await store.database.write(lambda sql: sql.change_each(TELL, said))
    return plans[::-1]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("count", [1, MANY])
async def test_a_list_of_plans_with_their_steps_is_one_statement_however_long(
    store: Store, counted: CountingDatabase, count: int
):
    newest_first = await planted(store, count)
    plans = SqlPlans(counted)

    assert await plans.of_session(SESSION) == newest_first
    assert len(counted.take()) == 1
    assert await plans.of_person(ANA, MANY) == newest_first
    assert len(counted.take()) == 1
    assert len(await plans.open_plans(SESSION)) == count
    assert len(counted.take()) == 1
    assert await plans.of_person(ANA, 50, newest_first[-1].id) == []
    assert len(counted.take()) == 1
    assert len(await plans.messages(ANA, MANY, session=SESSION)) == count
    assert len(counted.take()) == 1


async def statements_of(
    store: Store, counted: CountingDatabase, world: tuple[Cipher, FakeClock], **changes: Any
) -> int:
    """How many statements the commit of a turn is, with these changes."""
    await store.inbox.accept(a_message(str(changes)))
    beginning = await store.turns.begin(SESSION)
    assert beginning is not None
    ending = the_ending(beginning, replies=(a_reply(beginning),), **changes)
    counted.take()
    await SqlTurns(counted, *world).commit(ending)
    return len(counted.take())


async def test_a_turn_pays_for_plans_only_if_it_changes_some(
    store: Store, counted: CountingDatabase, cipher: Cipher, clock: FakeClock
):
    world = (cipher, clock)
    without = await statements_of(store, counted, world)
    plan = a_plan_with("planned")

    assert await statements_of(store, counted, world, plans=(plan,)) == without + 1
    kept = await store.plans.find(plan.id)
    assert kept is not None
    assert await statements_of(store, counted, world, plans=(kept,)) == without
    said = {"plans": (transitions.cancel(kept, LATER),), "agent_messages": (a_message_of(plan),)}
    assert await statements_of(store, counted, world, **said) == without + 2
    left = {"next": (a_message("later"),)}
    assert await statements_of(store, counted, world, **left) == without + 1
